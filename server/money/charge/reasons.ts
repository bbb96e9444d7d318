import type { Trx } from '#server/db/connection.ts';
import { readAddressChanges } from '#server/orders/domain/address-changes.store.ts';
import { toAddressChange } from '#server/orders/domain/address-changes.ts';
import { toPackage } from '#server/orders/domain/package-columns.ts';
import { type AddressChange, explainCost } from '#shared/money/rules/explain-cost.ts';
import { type Tariff, zoneOf } from '#shared/money/rules/tariff.ts';
import { provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import { measuredText } from '#shared/orders/rules/shipment/measurement.ts';
import type { ChargedShipment } from './charge.store.ts';

/** Returns why shipments have adjustments, in Spanish, by the shipment's id. @param trx a transaction of the client */
export async function readReasons(
  trx: Trx,
  clientId: number,
  shipments: readonly ChargedShipment[],
): Promise<Map<number, string[]>> {
  const adjusted = shipments.filter(
    ({ adjustment_cents, measured_adjustment_cents }) => adjustment_cents !== 0 || measured_adjustment_cents !== 0,
  );
  const changes = await readAddressChanges(trx, clientId, [...new Set(adjusted.map(({ order_pk }) => order_pk))]);
  const byOrder = Map.groupBy(changes, ({ order_pk }) => order_pk);
  return new Map(
    adjusted.map((one) => [one.id, reasonsOf(one, (byOrder.get(one.order_pk) ?? []).map(toAddressChange))]),
  );
}

function reasonsOf(shipment: ChargedShipment, changes: readonly AddressChange[]): string[] {
  const { measured } = shipment;
  const byWeight = measured ? [`Peso y medidas: ${measuredText(toPackage(shipment), measured)}`] : [];
  return [...addressReasons(shipment, changes), ...byWeight];
}

function addressReasons(shipment: ChargedShipment, changes: readonly AddressChange[]): string[] {
  const { terms, cost_cents: frozenCents, adjustment_cents: adjustmentCents, province } = shipment;
  if (!terms) return [];
  const { adjustments } = explainCost(
    terms,
    { shipment: toPackage(shipment), frozenCents, adjustmentCents, province },
    changes,
  );
  return adjustments.map(
    ({ change: { from, to } }) => `Cambio de domicilio: de ${placeOf(terms, from)} a ${placeOf(terms, to)}`,
  );
}

/** Returns the name of the zone of a province, or of the province if the tariff has no zone for it. */
function placeOf(tariff: Tariff, letter: string | null): string {
  if (letter === null) return 'otra provincia';
  return zoneOf(tariff, letter)?.name ?? provinceByLetter(letter)?.name ?? letter;
}
