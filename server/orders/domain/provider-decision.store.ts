import { run, type Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/list/offset-page.ts';
import { statement } from '#server/db/statement.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import type { RequestState } from '#shared/orders/requests.ts';

/** Filters of the provider's lists of requests. */
export interface RequestCriteria {
  state: RequestState;
  /** A client's id, or part of its company's name. */
  client: { id: number } | { name: string } | null;
}

/** Tables of requests that the provider decides. */
export type RequestTable = 'modification_requests' | 'reschedule_requests';

/**
 * Reads the keys of a page of the requests of all clients, oldest first.
 *
 * @param trx a transaction of the role `provider`, which can't read the subject of a request
 */
export function findRequests(
  trx: Trx,
  table: RequestTable,
  { state, client }: RequestCriteria,
  place: { page: number; limit: number },
) {
  const select = `SELECT m.client_id, m.id, m.requested_at FROM ${table} m
    WHERE m.state = $1 AND ($2::bigint IS NULL OR m.client_id = $2)
      AND ($3::text IS NULL OR EXISTS (SELECT FROM clients c WHERE c.client_id = m.client_id
        AND norm(c.nombre_empresa || ' ' || c.razon_social) LIKE like_contains($3)))`;
  const values = [state, client && 'id' in client ? client.id : null, client && 'name' in client ? client.name : null];
  return readOffsetPage<{ client_id: number; id: number }>(trx, { select, orderBy: 'requested_at, id', values }, place);
}

/** Returns the columns `decided_by` and `decided_by_staff`: the key or the person that decides. */
export function decidedBy(actor: ProviderActor): { key: number | null; staff: number | null } {
  return { key: null, staff: null, [actor.kind]: actor.id };
}

const deciderOf = (
  table: RequestTable,
) => `SELECT coalesce(nullif(st.name, ''), st.email, k.name) AS name FROM ${table} m
  LEFT JOIN staff st ON st.id = m.decided_by_staff LEFT JOIN provider_keys k ON k.id = m.decided_by
  WHERE m.client_id = $1 AND m.id = $2`;

const DECIDER = {
  modification_requests: statement('provider-decision.of-modification', deciderOf('modification_requests'), {
    nullable: ['name'],
  }),
  reschedule_requests: statement('provider-decision.of-reschedule', deciderOf('reschedule_requests'), {
    nullable: ['name'],
  }),
};

/** Returns the name of the key or the person that decided a request; null for one that waits. @param trx a transaction of the role `provider` */
export async function deciderName(
  trx: Trx,
  table: RequestTable,
  { clientId, id }: { clientId: number; id: number },
): Promise<string | null> {
  const [row] = await run(trx, DECIDER[table], [clientId, id]);
  return row?.name ?? null;
}
