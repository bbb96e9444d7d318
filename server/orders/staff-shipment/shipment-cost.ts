import type { Deps } from '#server/integrations/deps.ts';
import { readAddressChanges, type StoredChange } from '#server/orders/domain/address-changes.store.ts';
import { toAddressChange } from '#server/orders/domain/address-changes.ts';
import { toPackage } from '#server/orders/domain/package-columns.ts';
import { deciderName } from '#server/orders/domain/provider-decision.store.ts';
import { orNotFound } from '#server/orders/domain/provider-decision.ts';
import { findShipment } from '#server/orders/domain/staff-shipment.ts';
import { type CostExplanation, explainCost } from '#shared/money/rules/explain-cost.ts';
import { paymentStateName } from '#shared/money/rules/payments.ts';
import { type Tariff, zoneOf } from '#shared/money/rules/tariff.ts';
import { volumetricGrams } from '#shared/money/rules/volumetric-weight.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { measuredAdjustment } from '#shared/orders/rules/shipment/measurement.ts';
import { toMeasured } from '#shared/orders/staff-measured-fields.ts';
import type { ShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import { readStoredCost, type StoredCost } from './shipment-cost.store.ts';

const pesos = (cents: number) => cents / 100;

/** Returns what a shipment of any client costs, and why. @throws Failure 404 without such a shipment */
export async function readShipmentCost({ db }: Pick<Deps, 'db'>, text: string): Promise<ShipmentCost> {
  const { clientId, orderId, label } = await findShipment(db, text);
  const [found, changes] = await db.withClient(clientId, (trx) =>
    Promise.all([readStoredCost(trx, clientId, label), readAddressChanges(trx, clientId, [orderId])]),
  );
  const stored = orNotFound(found);
  const shipment = toPackage(stored);
  const { parts, adjustments } = explainCost(
    stored.terms,
    {
      shipment,
      province: stored.province,
      frozenCents: stored.cost_cents,
      adjustmentCents: stored.adjustment_cents,
    },
    changes.map(toAddressChange),
  );
  const names = await db.withProvider((trx) =>
    Promise.all(adjustments.map(({ change: { id } }) => deciderName(trx, 'modification_requests', { clientId, id }))),
  );
  return {
    shipment_id: label,
    total: pesos(stored.total_cents),
    frozen: pesos(stored.cost_cents),
    adjustment: pesos(stored.adjustment_cents + stored.measured_adjustment_cents),
    measured: stored.measured,
    measured_waits: stored.measured_waits,
    waiting_adjustment: waitingAdjustment(stored),
    origin: { city: stored.origin_city, state: stored.origin_state },
    tariff: { id: stored.tariff_id, valid_from: stored.valid_from, tax_percent: stored.terms.taxPercent },
    parts: parts && {
      zone: parts.zone.name,
      shipping: pesos(parts.shippingCents),
      insurance: pesos(parts.insuranceCents),
      tax: pesos(parts.taxCents),
      billed_weight: parts.billedGrams,
      volumetric_weight: volumetricGrams(shipment),
      charged_by: parts.by,
    },
    adjustments: adjustments.map((one, index) =>
      wireAdjustment(stored.terms, changes, { ...one, decidedBy: names[index] ?? null }),
    ),
    prepaid: stored.prepaid,
    payment: wirePayment(stored.payment),
  };
}

/** Returns the pesos that a measurement adds once it is confirmed; null if none waits, or its price is too large. */
function waitingAdjustment({ terms, province, measured, measured_waits, ...columns }: StoredCost): number | null {
  if (!measured || !measured_waits) return null;
  const cents = measuredAdjustment(terms, province, toPackage(columns), toMeasured(measured));
  return cents === null ? null : pesos(cents);
}

type NamedAdjustment = CostExplanation['adjustments'][number] & { decidedBy: string | null };

function wireAdjustment(
  tariff: Tariff,
  changes: readonly StoredChange[],
  { change: { id, from, to }, cents, decidedBy }: NamedAdjustment,
): ShipmentCost['adjustments'][number] {
  const { state_before, state_after, requested_at, decided_at } = changes.find((one) => one.id === id) as StoredChange;
  const zoneName = (letter: string | null) => (letter === null ? null : (zoneOf(tariff, letter)?.name ?? null));
  return {
    modification_id: id,
    amount: cents === null ? null : pesos(cents),
    province_before: readProvince(state_before)?.name ?? null,
    province_after: readProvince(state_after)?.name ?? null,
    zone_before: zoneName(from),
    zone_after: zoneName(to),
    requested_at,
    decided_at,
    decided_by: decidedBy,
  };
}

function wirePayment(payment: StoredCost['payment']): ShipmentCost['payment'] {
  if (!payment) return null;
  const { id, state, amount_cents, total_cents, created_at, confirmed_at } = payment;
  return {
    id,
    state: { id: state, name: paymentStateName(state) },
    amount: pesos(amount_cents),
    total: pesos(total_cents),
    created_at,
    confirmed_at,
  };
}
