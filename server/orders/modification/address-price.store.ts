import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { MEASURED } from '#server/orders/domain/measured-costs.store.ts';
import type { PackageColumns } from '#server/orders/domain/package-columns.ts';
import type { Day } from '#shared/kit/days.ts';
import type { Tariff } from '#shared/money/rules/tariff.ts';
import type { CountedDay } from '#shared/orders/rules/due/promise.ts';
import type { provinceColumns } from '#shared/orders/rules/place/zip-province.ts';
import type { Measurement } from '#shared/orders/rules/shipment/measurement.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { NewDestination, ShipmentPrice } from './address-price.ts';

/** Data of an order that its price depends on. */
export interface PricedOrder {
  delivery_mode: number;
  province: string | null;
  created_at: Date;
  /** The tariff that it was created with. */
  terms: Tariff;
}

/** A shipment that isn't final, with its frozen cost and its approved adjustments, in cents. */
export interface PricedShipment extends PackageColumns {
  id: number;
  cost_cents: number;
  adjustment_cents: number;
  measured_adjustment_cents: number;
  measured: Measurement | null;
  /** Whether `measured` waits for a person, so that an earlier measurement's adjustment stays. */
  measured_waits: boolean;
}

const PRICED_ORDER: Statement<PricedOrder> = statement(
  'address-price.priced-order',
  `SELECT o.delivery_mode, o.province, o.created_at, t.terms FROM orders o JOIN tariffs t ON t.id = o.tariff_id
   WHERE o.client_id = $1 AND o.id = $2`,
);

const PRICED_SHIPMENTS: Statement<PricedShipment> = statement(
  'address-price.priced-shipments',
  `SELECT p.id, p.cost_cents, p.adjustment_cents, p.measured_adjustment_cents,
     ${MEASURED} AS measured, p.measured_doubt_at IS NOT NULL AS measured_waits, p.height_cm, p.width_cm, p.length_cm,
     p.weight_g, p.value_cents
   FROM shipments p
   WHERE p.client_id = $1 AND p.order_pk = $2 AND (p.state_code IS NULL OR p.state_code <> ALL ($3)) ORDER BY p.n`,
  { nullable: ['measured'] },
);

/** Reads the pricing data of the client's order and of its shipments that aren't final (readings C51). */
export async function pricedOrder(
  trx: Trx,
  clientId: number,
  orderId: number,
): Promise<{ order: PricedOrder; shipments: PricedShipment[] }> {
  const [order, shipments] = await Promise.all([
    runOne(trx, PRICED_ORDER, [clientId, orderId]),
    run(trx, PRICED_SHIPMENTS, [clientId, orderId, FINAL_STATES]),
  ]);
  return { order, shipments };
}

/** The last promised day at a new destination, and how it is counted. */
interface NewPromise {
  promise: CountedDay;
  promisedOn: Day;
}

/**
 * Writes province, pickup point and delivery window of the client's order, and the pickup point and last promised day of its
 * shipments that aren't final.
 */
export async function writeDestination(
  trx: Trx,
  clientId: number,
  orderId: number,
  { state, province, zip_unlisted }: ReturnType<typeof provinceColumns>,
  { point, window, days, promise, promisedOn }: Pick<NewDestination, 'point' | 'window' | 'days'> & NewPromise,
): Promise<void> {
  await Promise.all([
    execute(
      trx,
      `UPDATE orders SET state = $3, province = $4, zip_unlisted = $5, pickup_point = $6, estimated_min = $7,
         estimated_max = $8, quoted_min_days = $9, quoted_max_days = $10
       WHERE client_id = $1 AND id = $2`,
      [
        clientId,
        orderId,
        state,
        province,
        zip_unlisted,
        point && JSON.stringify(point),
        window.min,
        window.max,
        days.minDays,
        days.maxDays,
      ],
    ),
    execute(
      trx,
      `UPDATE shipments SET pickup_point_code = $4, promised_on = CASE WHEN promised_on IS NOT NULL THEN $5::date END,
         promise_after = CASE WHEN promised_on IS NOT NULL THEN $6::date END,
         promise_days = CASE WHEN promised_on IS NOT NULL THEN $7::smallint END
       WHERE client_id = $1 AND order_pk = $2 AND (state_code IS NULL OR state_code <> ALL ($3))`,
      [clientId, orderId, FINAL_STATES, point?.code ?? null, promisedOn, promise.after, promise.days],
    ),
  ]);
}

/** Writes the new frozen costs of the client's shipments and resets their adjustments. */
export async function writeCosts(trx: Trx, clientId: number, shipments: readonly ShipmentPrice[]): Promise<void> {
  await execute(
    trx,
    `UPDATE shipments s SET cost_cents = p.after, adjustment_cents = 0
     FROM json_to_recordset($2) AS p (id bigint, before bigint, after bigint)
     WHERE s.client_id = $1 AND s.id = p.id AND p.after <> p.before`,
    [clientId, JSON.stringify(shipments)],
  );
}

/** Adds the price increase of the new address to the adjustments of the client's shipments; keeps the frozen costs. */
export async function writeAdjustments(trx: Trx, clientId: number, shipments: readonly ShipmentPrice[]): Promise<void> {
  await execute(
    trx,
    `UPDATE shipments s SET adjustment_cents = s.adjustment_cents + p.after - p.before
     FROM json_to_recordset($2) AS p (id bigint, before bigint, after bigint)
     WHERE s.client_id = $1 AND s.id = p.id AND p.after > p.before`,
    [clientId, JSON.stringify(shipments)],
  );
}
