import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { WIRE_MEASURED } from '#server/orders/domain/measured-costs.store.ts';
import { SHIPMENT_COST, TARIFF_START } from '#server/orders/domain/order-row.store.ts';
import type { PackageColumns } from '#server/orders/domain/package-columns.ts';
import type { PaymentStateId } from '#shared/money/rules/payments.ts';
import type { Tariff } from '#shared/money/rules/tariff.ts';
import type { ShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';

/** A shipment with the values that its cost depends on. Amounts in cents. */
export interface StoredCost extends PackageColumns {
  order_pk: number;
  total_cents: number;
  cost_cents: number;
  /** By changes of address. */
  adjustment_cents: number;
  /** By measured weight and size. */
  measured_adjustment_cents: number;
  measured: ShipmentCost['measured'];
  measured_waits: boolean;
  /** Letter. */
  province: string | null;
  origin_city: string;
  origin_state: string;
  tariff_id: number;
  valid_from: string;
  terms: Tariff;
  prepaid: boolean;
  /** The order's last payment; null without one. */
  payment: {
    id: number;
    state: PaymentStateId;
    amount_cents: number;
    total_cents: number;
    created_at: string;
    confirmed_at: string | null;
  } | null;
}

const READ_STORED_COST: Statement<StoredCost> = statement(
  'shipment-cost.read-stored-cost',
  `SELECT p.order_pk, ${SHIPMENT_COST} AS total_cents, p.cost_cents, p.adjustment_cents,
     p.measured_adjustment_cents, ${WIRE_MEASURED} AS measured, p.measured_doubt_at IS NOT NULL AS measured_waits, p.height_cm, p.width_cm,
     p.length_cm, p.weight_g, p.value_cents, o.province, o.sender_address->>'city' AS origin_city,
     o.sender_address->>'state' AS origin_state, t.id AS tariff_id, ${TARIFF_START} AS valid_from, t.terms, o.prepaid,
     (SELECT json_build_object('id', m.id, 'state', m.state, 'amount_cents', l.amount_cents,
         'total_cents', m.amount_cents, 'created_at', wire_time(m.created_at), 'confirmed_at', wire_time(m.confirmed_at))
       FROM merchant_orders m JOIN merchant_order_lines l ON l.client_id = $1 AND l.merchant_order_id = m.id
       WHERE m.client_id = $1 AND m.id = o.merchant_order_id AND l.order_pk = o.id) AS payment
   FROM shipments p JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk JOIN tariffs t ON t.id = o.tariff_id
   WHERE p.client_id = $1 AND p.label = $2`,
  { nullable: ['measured', 'payment'] },
);

/** Reads a shipment's cost by its label; null without such a shipment. @param trx a transaction of the client */
export async function readStoredCost(trx: Trx, clientId: number, label: string): Promise<StoredCost | null> {
  const [row] = await run(trx, READ_STORED_COST, [clientId, label]);
  return row ?? null;
}
