import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { NOT_SUPERSEDED } from '#server/orders/domain/movement/event-corrections.store.ts';
import { decidedBy } from '#server/orders/domain/provider-decision.store.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import type { OrderEdit } from '#shared/orders/modifications.ts';
import type { RequestState } from '#shared/orders/requests.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';

/** Receiver and address of an order by the keys of the edit-order payload (D1 §3). */
export type EditedReceiver = OrderEdit['receiver'];

/** Receiver and address of a request, with the pickup point that the sender chose. */
export type RequestedReceiver = EditedReceiver & {
  /** Empty without a chosen point; missing in requests that neither leave nor choose one. */
  pickup_point_code?: string;
};

/** The column of each key. */
const COLUMNS: Record<keyof EditedReceiver, string> = {
  receiver_name: 'receiver_name',
  receiver_phone: 'receiver_phone',
  email: 'email',
  address_street_name: 'street_name',
  address_street_number: 'street_number',
  address_other_info: 'other_info',
  address_neighborhood_name: 'neighborhood_name',
  address_zip_code: 'zip_code',
  address_city: 'city',
  address_state: 'state',
  address_floor: 'floor',
  address_apartment: 'apartment',
  address_longitude: 'longitude',
  address_latitude: 'latitude',
};

const SELECTED = Object.entries(COLUMNS)
  .map(([key, column]) => `${column} AS ${key}`)
  .join(', ');
/** SQL of receiver and address of an order `o` as one object. */
export const RECEIVER_OBJECT = `jsonb_build_object(${Object.entries(COLUMNS)
  .map(([key, column]) => `'${key}', o.${column}`)
  .join(', ')})`;
const ASSIGNED = Object.entries(COLUMNS)
  .map(([key, column]) => `${column} = r.${key}`)
  .join(', ');
const TYPED = Object.entries(COLUMNS)
  .map(([key, column]) => `${key} ${/itude$/.test(column) ? 'double precision' : 'text'}`)
  .join(', ');

/** SQL of a shipment `s` that a modification changes (readings C51); `$3` are the final states. */
const NOT_FINAL = '(s.state_code IS NULL OR s.state_code <> ALL ($3))';

const EDITED_ORDER: Statement<EditedReceiver & { mode: number; chosen_code: string }> = statement(
  'modification.edited-order',
  `SELECT ${SELECTED}, delivery_mode AS mode,
     CASE WHEN pickup_point ? 'chosen' THEN pickup_point->>'code' ELSE '' END AS chosen_code
   FROM orders WHERE client_id = $1 AND id = $2`,
);

const STATES_OF_HISTORIES = statement(
  'modification.states-of-histories',
  `SELECT DISTINCT e.state_code AS code FROM shipments s
   JOIN shipment_events e ON e.client_id = $1 AND e.shipment_id = s.id
   WHERE s.client_id = $1 AND s.order_pk = $2 AND ${NOT_FINAL} AND ${NOT_SUPERSEDED}`,
);

/**
 * Reads receiver, address, delivery mode and chosen pickup point of the client's order, and all state codes in the histories of its
 * shipments that aren't final.
 */
export async function editedOrder(
  trx: Trx,
  clientId: number,
  orderId: number,
): Promise<{ receiver: EditedReceiver; mode: number; chosenCode: string; codes: (string | null)[] }> {
  const [{ mode, chosen_code: chosenCode, ...receiver }, codes] = await Promise.all([
    runOne(trx, EDITED_ORDER, [clientId, orderId]),
    run(trx, STATES_OF_HISTORIES, [clientId, orderId, FINAL_STATES]),
  ]);
  return { receiver, mode, chosenCode, codes: codes.map(({ code }) => code) };
}

/** SQL of an order `o` that moves to another street or town; `r` is the new receiver. */
const MOVES =
  '(o.street_name, o.zip_code, o.city, o.state) <> (r.address_street_name, r.address_zip_code, r.address_city, r.address_state)';

/**
 * Writes receiver and address of the client's order. The payload has no cross streets (D1 §3), so the stored ones are
 * cleared when street or town change: the label would print them.
 */
export async function writeReceiver(
  trx: Trx,
  clientId: number,
  orderId: number,
  receiver: EditedReceiver,
): Promise<void> {
  await execute(
    trx,
    `UPDATE orders o SET ${ASSIGNED},
       between_1 = CASE WHEN ${MOVES} THEN '' ELSE o.between_1 END,
       between_2 = CASE WHEN ${MOVES} THEN '' ELSE o.between_2 END
     FROM json_to_record($3) AS r (${TYPED})
     WHERE o.client_id = $1 AND o.id = $2`,
    [clientId, orderId, JSON.stringify(receiver)],
  );
}

/** Writes the province of the client's order to its shipments that aren't final, and their time of change. */
export async function writeProvince(trx: Trx, clientId: number, orderId: number, now: Date): Promise<void> {
  await execute(
    trx,
    `UPDATE shipments s SET province = o.province, updated_at = greatest(s.updated_at, $4)
     FROM orders o WHERE o.client_id = $1 AND o.id = $2 AND s.client_id = $1 AND s.order_pk = o.id AND ${NOT_FINAL}`,
    [clientId, orderId, FINAL_STATES, now],
  );
}

/** A new request; already decided unless its state is Pendiente. */
export interface NewRequest {
  order: { id: number; order_id: string; tracking_id: string };
  state: RequestState;
  before: RequestedReceiver;
  after: RequestedReceiver;
  /** Cost of the shipments that aren't final, in cents. */
  cost: { before: number; after: number };
  userId: number;
  now: Date;
}

// Keeps `requested_at` strictly increasing within an order, also for requests within one millisecond.
const INSERT_REQUEST = statement(
  'modification.insert-request',
  `INSERT INTO modification_requests (client_id, order_pk, order_id, tracking_id, state, before, after, requested_by,
     decided_at, cost_before_cents, cost_after_cents, requested_at)
   SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
     greatest($12, max(requested_at) + interval '1 microsecond')
   FROM modification_requests WHERE client_id = $1 AND order_pk = $2
   RETURNING id`,
);

/** Inserts a request and writes its state to the order. @returns the request's id */
export async function insertRequest(trx: Trx, clientId: number, request: NewRequest): Promise<number> {
  const { order, state, before, after, cost, userId, now } = request;
  const [[row]] = await Promise.all([
    run(trx, INSERT_REQUEST, [
      clientId,
      order.id,
      order.order_id,
      order.tracking_id,
      state,
      JSON.stringify(before),
      JSON.stringify(after),
      userId,
      state === 'Pendiente' ? null : now,
      cost.before,
      cost.after,
      now,
    ]),
    writeLastState(trx, clientId, order.id, state),
  ]);
  return row?.id ?? 0;
}

/** A request of a client. */
export interface StoredRequest {
  client_id: number;
  id: number;
  order_pk: number;
  order_id: string;
  tracking_id: string;
  state: RequestState;
  before: RequestedReceiver;
  after: RequestedReceiver;
  reason: string | null;
  /** Cost in cents of the shipments that weren't final, before and after the change. */
  cost_before_cents: number;
  cost_after_cents: number;
  /** Times in the format of the wire. */
  requested_at: string;
  decided_at: string | null;
}

const REQUEST_COLUMNS = `m.client_id, m.id, m.order_pk, m.order_id, m.tracking_id, m.state, m.before, m.after, m.reason,
    m.cost_before_cents, m.cost_after_cents,
    wire_time(m.requested_at) AS requested_at, wire_time(m.decided_at) AS decided_at`;

const REQUEST_BY_ID_TEXT = `SELECT ${REQUEST_COLUMNS} FROM modification_requests m WHERE m.client_id = $1 AND m.id = $2`;

const REQUEST_BY_ID: Statement<StoredRequest> = statement('modification.request-by-id', REQUEST_BY_ID_TEXT, {
  nullable: ['decided_at'],
});

const LOCKED_REQUEST: Statement<StoredRequest> = statement(
  'modification.locked-request',
  `${REQUEST_BY_ID_TEXT} FOR UPDATE`,
  { nullable: ['decided_at'] },
);

/** Reads the client's request by id, optionally locking the row; null if there is none. */
export async function requestById(
  trx: Trx,
  clientId: number,
  id: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<StoredRequest | null> {
  const [row] = await run(trx, lock ? LOCKED_REQUEST : REQUEST_BY_ID, [clientId, id]);
  return row ?? null;
}

const WAITING_REQUEST: Statement<StoredRequest> = statement(
  'modification.waiting-request',
  `SELECT ${REQUEST_COLUMNS} FROM shipments p
   JOIN modification_requests m ON m.client_id = $1 AND m.order_pk = p.order_pk AND m.state = 'Pendiente'
   WHERE p.client_id = $1 AND p.label = $2`,
  { nullable: ['decided_at'] },
);

/** Reads the request about a shipment's order that waits for a decision; null if there is none. */
export async function waitingRequest(trx: Trx, clientId: number, label: string): Promise<StoredRequest | null> {
  const [row] = await run(trx, WAITING_REQUEST, [clientId, label]);
  return row ?? null;
}

/** A decision on a request. */
export interface Decision {
  id: number;
  orderId: number;
  state: Exclude<RequestState, 'Pendiente'>;
  /** Reason of a rejection; null for an approval. */
  reason: string | null;
  /** The key or the person that decides. */
  actor: ProviderActor;
  now: Date;
}

/** Writes a decision on a request, and its state to the order. */
export async function writeDecision(trx: Trx, clientId: number, decision: Decision): Promise<void> {
  const { id, orderId, state, reason, actor, now } = decision;
  const { key, staff } = decidedBy(actor);
  await execute(
    trx,
    `WITH o AS (UPDATE orders SET last_modification_state = $3 WHERE client_id = $1 AND id = $8 RETURNING version)
     UPDATE modification_requests SET state = $3, reason = $4, decided_by = $5, decided_by_staff = $6, decided_at = $7,
       decided_version = o.version
     FROM o WHERE client_id = $1 AND id = $2`,
    [clientId, id, state, reason, key, staff, now, orderId],
  );
}

function writeLastState(trx: Trx, clientId: number, orderId: number, state: RequestState) {
  return execute(trx, 'UPDATE orders SET last_modification_state = $3 WHERE client_id = $1 AND id = $2', [
    clientId,
    orderId,
    state,
  ]);
}

const REQUESTS_BY_IDS: Statement<StoredRequest> = statement(
  'modification.requests-by-ids',
  `SELECT ${REQUEST_COLUMNS} FROM modification_requests m WHERE m.client_id = $1 AND m.id = ANY ($2::bigint[])`,
  { nullable: ['decided_at'] },
);

/** Reads the client's requests by ids, in any order. */
export function requestsByIds(trx: Trx, clientId: number, ids: readonly number[]): Promise<StoredRequest[]> {
  return run(trx, REQUESTS_BY_IDS, [clientId, ids]);
}
