import * as z from 'zod/mini';
import { pathId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { measurement } from '#shared/orders/shipments.ts';
import { measuredFields } from '#shared/orders/staff-measured-fields.ts';

/** How the order's tariff prices a shipment. Amounts in pesos, weights in grams. */
const priceParts = z.object({
  /** Name of the tariff's zone. */
  zone: z.string(),
  shipping: z.number(),
  insurance: z.number(),
  tax: z.number(),
  billed_weight: z.number(),
  volumetric_weight: z.number(),
  /** Which weight is billed. */
  charged_by: z.enum(['peso', 'volumen']),
});

/** An approved change of address that made the shipment more expensive (readings C49). */
const adjustment = z.object({
  /** Id of the request: `readModification`. */
  modification_id: z.number(),
  /** Pesos of this shipment; null if only the sum of several adjustments is known. */
  amount: z.nullable(z.number()),
  /** Names of provinces and zones before and after; null for an unknown province, and one without a zone. */
  province_before: z.nullable(z.string()),
  province_after: z.nullable(z.string()),
  zone_before: z.nullable(z.string()),
  zone_after: z.nullable(z.string()),
  /** ISO 8601, −03:00. */
  requested_at: z.string(),
  decided_at: z.string(),
  decided_by: z.nullable(z.string()),
});

/** The payment of the shipment's order that counts: the last one. */
const orderPayment = z.object({
  id: z.number(),
  state: z.object({ id: z.number(), name: z.string() }),
  /** Pesos: of the order in the payment, and of the whole payment. */
  amount: z.number(),
  total: z.number(),
  created_at: z.string(),
  confirmed_at: z.nullable(z.string()),
});

export const shipmentCost = z.object({
  shipment_id: z.string(),
  /** Pesos: frozen cost and adjustments, 0 once the shipment is cancelled. */
  total: z.number(),
  /** Pesos: the cost at the creation of the order, or at its last change of address while nothing was paid or collected. */
  frozen: z.number(),
  /** Pesos that changes of address and measured weight and size added. */
  adjustment: z.number(),
  /** What the provider measured last, and the part of `adjustment` that it caused; null without a measurement. */
  measured: z.nullable(z.extend(measurement, { adjustment: z.number() })),
  /** Whether the measurement exceeds what was declared so far that it adds nothing until a person confirms it. */
  measured_waits: z.boolean(),
  /** Pesos that the waiting measurement adds in all once it is confirmed; null if none waits, or its price is too large to be exact. */
  waiting_adjustment: z.nullable(z.number()),
  /** Where the shipment is sent from; the tariff's price doesn't depend on it. */
  origin: z.object({ city: z.string(), state: z.string() }),
  tariff: z.object({ id: z.number(), /** YYYY-MM-DD. */ valid_from: z.string(), tax_percent: z.number() }),
  /**
   * Parts of the frozen cost, computed again by the order's own tariff: only the cost is stored. Null if the tariff doesn't result in
   * the frozen cost, as for imported orders.
   */
  parts: z.nullable(priceParts),
  /** Oldest first. */
  adjustments: z.array(adjustment),
  /** Whether the order has to be paid before its labels are printed. */
  prepaid: z.boolean(),
  payment: z.nullable(orderPayment),
});

export type ShipmentCost = z.output<typeof shipmentCost>;

export const readShipmentCost = endpoint('GET /ops/v1/shipment/:label/cost', {
  access: 'provider',
  needs: 'read',
  summary:
    'Returns what a shipment costs and why: its tariff, the parts of its price, the weight that was billed, adjustments with who decided them, and the payment of its order.',
  params: z.object({ label: pathId }),
  reply: z.object({ results: shipmentCost }),
});

export const confirmMeasured = endpoint('POST /ops/v1/shipment/:label/measured', {
  access: 'provider',
  needs: 'events',
  audit: 'ops.shipment.confirm_measured',
  errorStatuses: [409],
  summary:
    'Confirms the last measurement of a shipment, which exceeds what was declared by far: it is billed then. Names what the caller saw; another measurement answers 409. Only for people, not for keys (403). A wrong measurement is corrected instead.',
  params: z.object({ label: pathId }),
  body: z.object(measuredFields),
  reply: z.object({ message: z.string(), results: shipmentCost }),
});
