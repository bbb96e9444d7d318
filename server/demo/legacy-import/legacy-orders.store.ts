import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { historyColumns } from '#server/orders/domain/movement/history-columns.ts';
import { stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { LegacyModification } from './legacy-modifications.store.ts';
import type { LegacyPayment } from './legacy-payments.store.ts';

/** An event of a shipment. `state` is the text as received. */
export interface LegacyEvent {
  at: Date;
  state: string;
  reason: string | null;
}

/** History of a legacy order. */
export interface LegacyHistory {
  /** Id of the order. */
  id: number;
  paidAt: Date | null;
  /** Last payment. */
  payment: LegacyPayment | null;
  /** Last modification request. */
  modification: LegacyModification | null;
  /** Sorted by the numbers of the shipments. */
  shipments: { events: LegacyEvent[]; printedAt: Date | null }[];
  updatedAt: Date;
}

const EVENTS = `
  INSERT INTO shipment_events (client_id, shipment_id, at, recorded_at, state, state_code, reason)
  SELECT $1, s.id, e.at, e.at, e.state, e.state_code, e.reason
  FROM json_to_recordset($2)
    AS e (order_pk bigint, n smallint, at timestamptz, state text, state_code text, reason text)
  JOIN shipments s ON s.client_id = $1 AND s.order_pk = e.order_pk AND s.n = e.n`;

const SHIPMENTS: Statement<WrittenShipment> = statement(
  'legacy-orders.shipments',
  `
  WITH changed AS (
    UPDATE shipments s SET state = coalesce(h.state, s.state),
      state_code = CASE WHEN h.state IS NULL THEN s.state_code ELSE h.state_code END,
      state_at = coalesce(h.state_at, s.state_at), updated_at = greatest(s.updated_at, h.state_at, h.return_requested_at),
      delivery_date = h.delivery_date, collected_on = h.collected_on, return_requested_at = h.return_requested_at, printed = h.printed_at IS NOT NULL
    FROM json_to_recordset($2) AS h (order_pk bigint, n smallint, state text, state_code text, state_at timestamptz,
      delivery_date date, collected_on date, return_requested_at timestamptz, printed_at timestamptz)
    WHERE s.client_id = $1 AND s.order_pk = h.order_pk AND s.n = h.n
    RETURNING s.id, h.printed_at
  ), printed AS (
    INSERT INTO label_deliveries (client_id, shipment_id, format, version, delivered_at)
    SELECT $1, id, 'pdf', 0, printed_at FROM changed WHERE printed_at IS NOT NULL
  )
  SELECT id AS shipment_id, printed_at FROM changed`,
  { nullable: ['printed_at'] },
);

const ORDERS = `
  UPDATE orders o SET paid_at = h.paid_at, merchant_order_id = h.payment_id, merchant_order_state = h.payment_state,
    init_point = h.init_point, last_modification_state = h.modification,
    updated_at = greatest(o.updated_at, h.updated_at)
  FROM json_to_recordset($2) AS h (id bigint, paid_at timestamptz, payment_id bigint, payment_state smallint,
    init_point text, modification text, updated_at timestamptz)
  WHERE o.client_id = $1 AND o.id = h.id`;

/** A shipment, and when its label was printed. */
interface WrittenShipment {
  shipment_id: number;
  printed_at: Date | null;
}

/** Writes histories without the flags, which `refreshFlags` derives. @returns their shipments */
export async function writeLegacyHistories(
  trx: Trx,
  clientId: number,
  histories: readonly LegacyHistory[],
): Promise<WrittenShipment[]> {
  const shipments = histories.flatMap(({ id, shipments }) =>
    shipments.map((shipment, index) => ({ ...shipment, order_pk: id, n: index + 1 })),
  );
  const events = shipments.flatMap(({ order_pk, n, events }) =>
    events.map((event) => ({ order_pk, n, ...event, state_code: stateByText(event.state) })),
  );
  await execute(trx, EVENTS, [clientId, JSON.stringify(events)]);
  const written = await run(trx, SHIPMENTS, [clientId, JSON.stringify(shipments.map(legacyState))]);
  await execute(trx, ORDERS, [
    clientId,
    JSON.stringify(
      histories.map(({ id, paidAt, payment, modification, updatedAt }) => ({
        id,
        paid_at: paidAt,
        payment_id: payment?.id,
        payment_state: payment?.state,
        init_point: payment?.initPoint,
        modification: modification?.state,
        updated_at: updatedAt,
      })),
    ),
  ]);
  return written;
}

function legacyState({
  events,
  printedAt,
  order_pk,
  n,
}: LegacyHistory['shipments'][number] & { order_pk: number; n: number }) {
  const history = events.map(({ at, state }) => ({ at: at.getTime(), code: stateByText(state), text: state }));
  return { order_pk, n, printed_at: printedAt, ...(history.length > 0 && historyColumns(history)) };
}
