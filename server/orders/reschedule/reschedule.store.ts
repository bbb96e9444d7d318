import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { decidedBy } from '#server/orders/domain/provider-decision.store.ts';
import type { RowKey } from '#server/orders/domain/row-keys.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import type { Day } from '#shared/kit/days.ts';
import type { RequestState } from '#shared/orders/requests.ts';
import type { CountedDay } from '#shared/orders/rules/due/promise.ts';
import type { StaffReschedule } from '#shared/orders/staff-reschedules.ts';

const SHIPMENT = 'SELECT order_pk, id, label FROM shipments WHERE client_id = $1';

const SHIPMENT_BY = {
  id: statement('reschedule.shipment-by-id', `${SHIPMENT} AND id = $2`),
  label: statement('reschedule.shipment-by-label', `${SHIPMENT} AND label = $2`),
};

/** Reads the order and the id of the client's shipment with this key; null if there is none. */
export async function shipmentToReschedule(
  trx: Trx,
  clientId: number,
  { column, value }: RowKey<'label' | 'id'>,
): Promise<{ order_pk: number; id: number; label: string } | null> {
  const [found] = await run(trx, SHIPMENT_BY[column], [clientId, value]);
  return found ?? null;
}

const HAS_PENDING_RESCHEDULE = statement(
  'reschedule.has-pending-reschedule',
  `SELECT EXISTS (SELECT FROM reschedule_requests WHERE client_id = $1 AND shipment_id = $2 AND state = 'Pendiente')
   AS pending`,
);

/** Returns whether a request of the client's shipment waits for its decision. */
export async function hasPendingReschedule(trx: Trx, clientId: number, shipmentId: number): Promise<boolean> {
  const [row] = await run(trx, HAS_PENDING_RESCHEDULE, [clientId, shipmentId]);
  return row?.pending ?? false;
}

interface NewReschedule {
  shipmentId: number;
  label: string;
  orderId: string;
  date: Day;
  note: string;
  userId: number;
  now: Date;
}

const INSERT_RESCHEDULE = statement(
  'reschedule.insert-reschedule',
  `INSERT INTO reschedule_requests
     (client_id, shipment_id, label, order_id, state, wanted_on, note, requested_by, requested_at)
   VALUES ($1, $2, $3, $4, 'Pendiente', $5, $6, $7, $8) RETURNING id`,
);

/** Inserts a pending request. @returns its id */
export async function insertReschedule(trx: Trx, clientId: number, request: NewReschedule): Promise<number> {
  const { shipmentId, label, orderId, date, note, userId, now } = request;
  const [row] = await run(trx, INSERT_RESCHEDULE, [clientId, shipmentId, label, orderId, date, note, userId, now]);
  return row?.id ?? 0;
}

const COLUMNS = `m.client_id, m.id, m.order_id, m.label AS shipment_id, m.state, m.wanted_on AS date, m.note, m.reason,
  wire_time(m.requested_at) AS requested_at, wire_time(m.decided_at) AS decided_at`;

const RESCHEDULE_BY_ID: Statement<StaffReschedule> = statement(
  'reschedule.reschedule-by-id',
  `SELECT ${COLUMNS} FROM reschedule_requests m WHERE m.client_id = $1 AND m.id = $2`,
  { nullable: ['decided_at'] },
);

/** Reads the client's request by id as the provider sees it; null if there is none. */
export async function rescheduleById(trx: Trx, clientId: number, id: number): Promise<StaffReschedule | null> {
  const [row] = await run(trx, RESCHEDULE_BY_ID, [clientId, id]);
  return row ?? null;
}

const ASKED_RESCHEDULE = statement(
  'reschedule.asked-reschedule',
  `SELECT requested_by AS "userId", decided_at AS "decidedAt" FROM reschedule_requests WHERE client_id = $1 AND id = $2`,
);

/** Reads who asked for the client's request, and when it was decided; null if there is none. */
export async function askedReschedule(
  trx: Trx,
  clientId: number,
  id: number,
): Promise<{ userId: number; decidedAt: Date | null } | null> {
  const [row] = await run(trx, ASKED_RESCHEDULE, [clientId, id]);
  return row ?? null;
}

interface RescheduleDecision {
  id: number;
  state: Exclude<RequestState, 'Pendiente'>;
  reason: string | null;
  actor: ProviderActor;
  now: Date;
}

export async function writeRescheduleDecision(trx: Trx, clientId: number, decision: RescheduleDecision): Promise<void> {
  const { id, state, reason, actor, now } = decision;
  const { key, staff } = decidedBy(actor);
  await execute(
    trx,
    `UPDATE reschedule_requests SET state = $3, reason = $4, decided_by = $5, decided_by_staff = $6, decided_at = $7
     WHERE client_id = $1 AND id = $2`,
    [clientId, id, state, reason, key, staff, now],
  );
}

/**
 * Moves the last promised day of a request's shipment to the wanted day, and keeps the former one; the first promise
 * stays. The order must be locked.
 *
 * @param wanted the wanted day as a counted one
 */
export async function movePromisedDay(
  trx: Trx,
  clientId: number,
  { id, wanted }: { id: number; wanted: CountedDay },
): Promise<void> {
  await execute(
    trx,
    `UPDATE reschedule_requests m SET replaced_promise = s.promised_on, replaced_after = s.promise_after,
       replaced_days = s.promise_days
     FROM shipments s
     WHERE m.client_id = $1 AND m.id = $2 AND s.client_id = $1 AND s.id = m.shipment_id`,
    [clientId, id],
  );
  await execute(
    trx,
    `UPDATE shipments s SET promised_on = m.wanted_on, promise_after = $3, promise_days = $4 FROM reschedule_requests m
     WHERE m.client_id = $1 AND m.id = $2 AND s.client_id = $1 AND s.id = m.shipment_id`,
    [clientId, id, wanted.after, wanted.days],
  );
}

/**
 * Restores the promised day that an accepted request replaced. The order must be locked.
 *
 * @param wanted the wanted day as a counted one
 * @returns false if the shipment has another promise by now
 */
export async function restorePromise(
  trx: Trx,
  clientId: number,
  { id, wanted }: { id: number; wanted: CountedDay },
): Promise<boolean> {
  const changed = await execute(
    trx,
    `UPDATE shipments s SET promised_on = m.replaced_promise, promise_after = m.replaced_after,
       promise_days = m.replaced_days
     FROM reschedule_requests m
     WHERE m.client_id = $1 AND m.id = $2 AND s.client_id = $1 AND s.id = m.shipment_id
       AND (s.promise_after, s.promise_days) IS NOT DISTINCT FROM ($3::date, $4::smallint)`,
    [clientId, id, wanted.after, wanted.days],
  );
  return changed > 0;
}

/** Makes the client's request wait again. */
export async function reopenReschedule(trx: Trx, clientId: number, id: number): Promise<void> {
  await execute(
    trx,
    `UPDATE reschedule_requests SET state = 'Pendiente', reason = NULL, decided_by = NULL, decided_by_staff = NULL,
       decided_at = NULL, replaced_promise = NULL, replaced_after = NULL, replaced_days = NULL
     WHERE client_id = $1 AND id = $2`,
    [clientId, id],
  );
}

const RESCHEDULES_BY_IDS: Statement<StaffReschedule> = statement(
  'reschedule.reschedules-by-ids',
  `SELECT ${COLUMNS} FROM reschedule_requests m WHERE m.client_id = $1 AND m.id = ANY ($2::bigint[])`,
  { nullable: ['decided_at'] },
);

/** Reads the client's requests by ids as the provider sees them, in any order. */
export function reschedulesByIds(trx: Trx, clientId: number, ids: readonly number[]): Promise<StaffReschedule[]> {
  return run(trx, RESCHEDULES_BY_IDS, [clientId, ids]);
}
