import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

/** An approved change of an order's address. */
export interface StoredChange {
  id: number;
  order_pk: number;
  /** Provinces as they were sent. */
  state_before: string;
  state_after: string;
  by_provider: boolean;
  repriced: boolean;
  requested_at: string;
  decided_at: string;
}

const READ_ADDRESS_CHANGES: Statement<StoredChange> = statement(
  'address-changes.read-address-changes',
  `SELECT m.id, m.order_pk, m.before->>'address_state' AS state_before, m.after->>'address_state' AS state_after,
     coalesce(m.decided_by, m.decided_by_staff) IS NOT NULL AS by_provider,
     m.cost_before_cents <> m.cost_after_cents AS repriced, wire_time(m.requested_at) AS requested_at,
     wire_time(m.decided_at) AS decided_at
   FROM modification_requests m
   WHERE m.client_id = $1 AND m.order_pk = ANY($2::bigint[]) AND m.state = 'Aprobado' ORDER BY m.requested_at, m.id`,
);

/** Reads the approved changes of orders, oldest first. @param trx a transaction of the client */
export async function readAddressChanges(
  trx: Trx,
  clientId: number,
  orderIds: readonly number[],
): Promise<StoredChange[]> {
  if (orderIds.length === 0) return [];
  return run(trx, READ_ADDRESS_CHANGES, [clientId, orderIds]);
}
