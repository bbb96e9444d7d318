import { clientKeys, clientRows } from '#server/db/client-rows.ts';
import { execute, run, type Trx } from '#server/db/connection.ts';
import { bind, prepared, type Statement, statement } from '#server/db/statement.ts';
import { LABEL_FINGERPRINT, LABEL_STATE, type LabelState } from '#server/orders/domain/label-content.store.ts';
import { NOT_SUPERSEDED } from '#server/orders/domain/movement/event-corrections.store.ts';
import type { RowKey } from '#server/orders/domain/row-keys.ts';
import type { Day } from '#shared/kit/days.ts';
import { directionOf } from '#shared/orders/rules/delivery-modes.ts';
import { type CountedDay, isAwaited } from '#shared/orders/rules/due/promise.ts';
import { isActiveShipment, type OrderFacts, type ShipmentFacts } from '#shared/orders/rules/order-actions.ts';
import type { OrderItemFacts } from '#shared/orders/rules/order-items.ts';
import type { OrderStateCode } from '#shared/orders/rules/order-state.ts';
import { isShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';

/** Columns of an order that are derived from its facts. Queries only read them (readings C41). */
export interface OrderFlags {
  order_state: OrderStateCode;
  state_group: string;
  printed: boolean;
  printable: boolean;
  payable: boolean;
  can_generate_merchant_order: boolean;
  can_request_edit: boolean;
  cancellable: boolean;
}

/** Columns of a shipment that are derived from its facts and its order's facts. */
export interface ShipmentFlags {
  printable: boolean;
  cancellable: boolean;
  can_return: boolean;
}

/** The last promise of a shipment. */
export interface StoredPromise {
  promisedOn: Day | null;
  /** How its day is counted; null without a promise, and for one of a version that didn't store it. */
  counted: CountedDay | null;
  awaited: boolean;
}

/** Stored facts that an order's flags depend on. The other lists have the indexes of `facts.shipments`. */
export interface StoredOrder extends OrderTotals {
  id: number;
  facts: OrderFacts;
  shipmentIds: number[];
  labels: string[];
  /** Whether the last delivered label prints something else than the order contains now, before or after collection. */
  labelsOutdated: boolean[];
  promises: StoredPromise[];
  /** What the order's open items depend on. */
  itemFacts: OrderItemFacts;
}

/** Totals over an order's shipments. */
interface OrderTotals {
  /** Sum of the frozen costs of shipments that aren't cancelled, in cents (readings C26). */
  rate_cents: number;
  /** When the last shipment was cancelled; null unless all are. */
  cancelled_at: Date | null;
}

/** The facts of an order as SQL returns them. */
export interface OrderFactsRow extends OrderTotals {
  id: number;
  prepaid: boolean;
  paid: boolean;
  approved: boolean;
  open: boolean;
  has_init_point: boolean;
  modification_pending: boolean;
  incident_closed: boolean;
  delivery_mode: number;
  rejected_at: Date | null;
  shipments: {
    id: number;
    label: string;
    state: string;
    state_code: string | null;
    returned: boolean;
    delivered: boolean;
    label_state: LabelState;
    promised_on: Day | null;
    promise_after: Day | null;
    promise_days: number | null;
    /** ms since 1970. */
    state_at: number;
    /** Reason of the last event, of a failure only. */
    reason: string | null;
    /** First delivery of the label, ms since 1970; only before the collection. */
    first_printed_at: number | null;
  }[];
}

export type OrderIdentifiers = { id: number; order_id: string; tracking_id: string };

const ORDER = 'SELECT id, order_id, tracking_id FROM orders WHERE client_id = $1';

const LOCKED_ORDER = {
  tracking_id: statement('order-flags.locked-by-tracking', `${ORDER} AND tracking_id = $2 FOR UPDATE`),
  id: statement('order-flags.locked-by-id', `${ORDER} AND id = $2 FOR UPDATE`),
};

/** Locks the client's order with a key; null if there is none. */
export async function lockOrder(
  trx: Trx,
  clientId: number,
  { column, value }: RowKey<'tracking_id' | 'id'>,
): Promise<OrderIdentifiers | null> {
  const [order] = await run(trx, LOCKED_ORDER[column], [clientId, value]);
  return order ?? null;
}

/** SQL: the reason of the last event of a shipment `s` that decides. */
const LAST_REASON = `(SELECT e.reason FROM shipment_events e
  WHERE e.client_id = s.client_id AND e.shipment_id = s.id AND ${NOT_SUPERSEDED}
  ORDER BY e.at DESC, e.recorded_at DESC LIMIT 1)`;

const factsOf = (orders: string) => `
  SELECT o.id, o.prepaid, o.paid_at IS NOT NULL AS paid, o.approved_payment AS approved,
    coalesce(o.merchant_order_state = 54, false) AS open,
    o.init_point IS NOT NULL AS has_init_point,
    coalesce(o.last_modification_state = 'Pendiente', false) AS modification_pending,
    coalesce(o.incident_closed_at > p.last_event_at, false) AS incident_closed,
    o.delivery_mode, p.shipments, p.rate_cents, p.cancelled_at,
    CASE WHEN o.last_modification_state = 'Rechazado' THEN (SELECT max(m.decided_at) FROM modification_requests m
      WHERE m.client_id = o.client_id AND m.order_pk = o.id) END AS rejected_at
  FROM ${orders} CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('id', s.id, 'label', s.label, 'state', s.state, 'state_code', s.state_code,
        'returned', s.return_requested_at IS NOT NULL, 'delivered', s.printed OR s.label_outdated,
        'label_state', ${LABEL_STATE}, 'promised_on', s.promised_on, 'promise_after', s.promise_after, 'promise_days', s.promise_days,
        'state_at', (extract(epoch FROM s.state_at) * 1000)::float8,
        'reason', CASE WHEN s.state_code = 'no_entregado' THEN ${LAST_REASON} END,
        'first_printed_at', CASE WHEN s.printed AND s.state_code IN ('registrado', 'planificado', 'pendiente_retiro')
          THEN (SELECT (extract(epoch FROM min(d.delivered_at)) * 1000)::float8 FROM label_deliveries d
            WHERE d.client_id = s.client_id AND d.shipment_id = s.id) END) ORDER BY s.n), '[]') AS shipments,
      coalesce(sum(s.cost_cents) FILTER (WHERE s.state_code IS DISTINCT FROM 'cancelado'), 0)::bigint AS rate_cents,
      CASE WHEN bool_and(s.state_code IS NOT DISTINCT FROM 'cancelado') THEN max(s.state_at) END AS cancelled_at,
      max(s.state_at) AS last_event_at
    FROM shipments s WHERE s.client_id = o.client_id AND s.order_pk = o.id
  ) p WHERE o.client_id = $1`;

const STORED_BY_ID: Statement<OrderFactsRow> = statement(
  'order-flags.stored-by-id',
  `${factsOf('json_to_recordset($2) AS w (client_id bigint, id bigint) JOIN orders o ON o.id = w.id')}
     AND w.client_id = $1`,
  { prepared: true, nullable: ['cancelled_at', 'rejected_at'] },
);

/** Reads the facts of the client's orders within the transaction. */
export async function readOrderFacts(trx: Trx, clientId: number, ids: readonly number[]): Promise<StoredOrder[]> {
  const rows = await run(trx, STORED_BY_ID, [clientId, clientKeys(clientId, ids)]);
  return rows.map(toStoredOrder);
}

const FACTS_BY_TRACKING: Statement<OrderFactsRow> = statement(
  'order-flags.facts-by-tracking',
  `${factsOf('orders o')} AND o.tracking_id = $2`,
  { prepared: true, nullable: ['cancelled_at', 'rejected_at'] },
);

const FACTS_BY_ID: Statement<OrderFactsRow> = statement(
  'order-flags.facts-by-id',
  `${factsOf('orders o')} AND o.id = $2`,
  { prepared: true, nullable: ['cancelled_at', 'rejected_at'] },
);

const FACTS_BY = { tracking_id: FACTS_BY_TRACKING, id: FACTS_BY_ID };

/** Returns a read of the facts of one order by its key. Its result is one row for `toStoredOrder`, or no row. */
export const orderFactsStatement = (clientId: number, { column, value }: RowKey<'tracking_id' | 'id'>) =>
  bind(FACTS_BY[column], [clientId, value]);

/** Converts a row into the facts of an order. */
export function toStoredOrder({ id, shipments, rate_cents, cancelled_at, ...order }: OrderFactsRow): StoredOrder {
  const stored = shipments.map((shipment) => ({ ...shipment, facts: shipmentFacts(shipment) }));
  const direction = directionOf(order.delivery_mode);
  return {
    id,
    rate_cents,
    cancelled_at,
    shipmentIds: stored.map((shipment) => shipment.id),
    labels: stored.map(({ label }) => label),
    labelsOutdated: stored.map(
      ({ delivered, label_state, facts }) => delivered && label_state !== 'current' && isActiveShipment(facts),
    ),
    promises: stored.map(({ promised_on, promise_after: after, promise_days: days, facts }) => ({
      promisedOn: promised_on,
      counted: after !== null && days !== null ? { after, days } : null,
      awaited: isAwaited(facts.stateCode, direction),
    })),
    itemFacts: {
      deliveryMode: order.delivery_mode,
      rateCents: rate_cents,
      rejectedAt: order.rejected_at,
      shipments: stored.map(({ state_at, reason, first_printed_at, facts }) => {
        const printedAt = facts.printed && first_printed_at !== null ? new Date(first_printed_at) : null;
        return { ...facts, stateAt: new Date(state_at), reason, printedAt };
      }),
    },
    facts: {
      prepaid: order.prepaid,
      paid: order.paid,
      openMerchantOrder: order.open ? { hasInitPoint: order.has_init_point } : null,
      approvedPayment: order.paid || order.approved,
      modificationPending: order.modification_pending,
      incidentClosed: order.incident_closed,
      shipments: stored.map(({ facts }) => facts),
    },
  };
}

/**
 * An outdated label counts as not printed until the shipment is collected. Final shipments need no new label (readings
 * C50).
 */
function shipmentFacts({ state, state_code, returned, delivered, label_state }: OrderFactsRow['shipments'][number]) {
  const stateFacts = {
    stateText: state,
    stateCode: state_code !== null && isShipmentStateCode(state_code) ? state_code : null,
  };
  const printed = delivered && (label_state !== 'outdated' || !isActiveShipment(stateFacts));
  return { ...stateFacts, returnRequested: returned, printed } satisfies ShipmentFacts;
}

/** SQL of an order's time of change. It always grows, even after a change that a node with a faster clock wrote. */
const CHANGED_AT = `CASE WHEN $3::timestamptz IS NULL THEN o.updated_at
  ELSE greatest(o.updated_at + interval '1 microsecond', $3) END`;

const ORDER_FLAGS = prepared(
  'order_flags',
  `UPDATE orders o SET order_state = f.order_state, state_group = f.state_group, printed = f.printed,
     printable = f.printable, payable = f.payable, can_generate_merchant_order = f.can_generate_merchant_order,
     can_request_edit = f.can_request_edit, cancellable = f.cancellable, rate_cents = f.rate_cents,
     cancelled_at = f.cancelled_at, due_on = f.due_on, updated_at = ${CHANGED_AT}
   FROM json_to_recordset($2) AS f (client_id bigint, id bigint, order_state text, state_group text, printed boolean,
     printable boolean, payable boolean, can_generate_merchant_order boolean, can_request_edit boolean,
     cancellable boolean, rate_cents bigint, cancelled_at timestamptz, due_on date)
   WHERE f.client_id = $1 AND o.client_id = $1 AND o.id = f.id
     AND (o.order_state, o.state_group, o.printed, o.printable, o.payable, o.can_generate_merchant_order,
       o.can_request_edit, o.cancellable, o.rate_cents, o.cancelled_at, o.due_on, o.updated_at)
     IS DISTINCT FROM (f.order_state, f.state_group, f.printed, f.printable, f.payable,
       f.can_generate_merchant_order, f.can_request_edit, f.cancellable, f.rate_cents, f.cancelled_at, f.due_on,
       ${CHANGED_AT})`,
);

const SHIPMENT_FLAGS = prepared(
  'shipment_flags',
  `UPDATE shipments s SET printable = f.printable, cancellable = f.cancellable, can_return = f.can_return,
     printed = f.printed, label_outdated = f.label_outdated, promised_on = f.promised_on, due_on = f.due_on
   FROM json_to_recordset($2) AS f (client_id bigint, id bigint, printable boolean, cancellable boolean, can_return boolean,
     printed boolean, label_outdated boolean, promised_on date, due_on date)
   WHERE f.client_id = $1 AND s.client_id = $1 AND s.id = f.id
     AND (s.printable, s.cancellable, s.can_return, s.printed, s.label_outdated, s.promised_on, s.due_on)
     IS DISTINCT FROM (f.printable, f.cancellable, f.can_return, f.printed, f.label_outdated, f.promised_on, f.due_on)`,
);

/** Columns that say until when shipments are awaited, `YYYY-MM-DD`; null if they aren't, or have no promise. */
interface DueDate {
  due_on: Day | null;
}

/**
 * Writes the flags and totals that changed. `changedAt` sets the orders' `updated_at`; null keeps it, because a change
 * of flags alone isn't a change for the sender.
 */
export async function writeFlags(
  trx: Trx,
  clientId: number,
  orders: readonly ({ id: number } & OrderFlags & OrderTotals & DueDate)[],
  shipments: readonly ({
    id: number;
    printed: boolean;
    label_outdated: boolean;
    promised_on: Day | null;
  } & ShipmentFlags &
    DueDate)[],
  changedAt: Date | null,
): Promise<void> {
  await Promise.all([
    execute(trx, ORDER_FLAGS, [clientId, clientRows(clientId, orders), changedAt]),
    execute(trx, SHIPMENT_FLAGS, [clientId, clientRows(clientId, shipments)]),
  ]);
}

const FINGERPRINTS = prepared(
  'missing_fingerprints',
  `UPDATE shipments s SET label_fingerprint = ${LABEL_FINGERPRINT}, label_version = 1
   FROM orders o WHERE o.client_id = $1 AND o.id = $2 AND s.client_id = o.client_id AND s.order_pk = o.id
     AND s.printed AND s.label_fingerprint IS NULL`,
);

/**
 * Sets the missing fingerprints of labels that were delivered before fingerprints were stored, from the current order.
 * Call it before the order changes, so that the change makes the labels outdated.
 */
export async function addMissingFingerprints(trx: Trx, clientId: number, orderId: number): Promise<void> {
  await execute(trx, FINGERPRINTS, [clientId, orderId]);
}
