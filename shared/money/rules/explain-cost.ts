import { type Price, type QuotedPackage, quote, type Tariff, type TariffZone, zoneOf } from './tariff.ts';
import type { BilledWeight } from './volumetric-weight.ts';

/** An approved change of an order's address. Provinces are letters; null for an unknown one. */
export interface AddressChange {
  id: number;
  from: string | null;
  to: string | null;
  /** Whether the provider decided it: the frozen cost stayed, and a price increase was booked as an adjustment. */
  byProvider: boolean;
  /** Whether the order costs something else since. */
  repriced: boolean;
}

/** A shipment with its stored cost, in cents. */
export interface ExplainedShipment {
  shipment: QuotedPackage;
  frozenCents: number;
  adjustmentCents: number;
  /** Letter of the province that it goes to now; null for an unknown one. */
  province: string | null;
}

/** Why a shipment costs what it costs. */
export interface CostExplanation {
  /** Zone and parts of the frozen cost; null if the tariff doesn't result in it. */
  parts: (Price & BilledWeight & { zone: TariffZone }) | null;
  /** Changes that are booked as adjustments, oldest first. `cents` is null if only the sum of several ones is known. */
  adjustments: { change: AddressChange; cents: number | null }[];
}

/**
 * Explains the stored cost of a shipment by the order's own tariff and its changes of address (readings C49). The tariff is frozen with
 * the order, so the parts are the ones that were priced.
 *
 * @param changes approved changes, oldest first
 */
export function explainCost(
  tariff: Tariff,
  { shipment, frozenCents, adjustmentCents, province }: ExplainedShipment,
  changes: readonly AddressChange[],
): CostExplanation {
  const priceIn = (letter: string | null) => {
    const zone = letter === null ? null : zoneOf(tariff, letter);
    const [priced] = zone && letter ? (quote(tariff, letter, [shipment])?.packages ?? []) : [];
    return zone && priced ? { ...priced, zone } : null;
  };
  // A change that applied at once with another price replaced the frozen cost.
  const lastFreeze = changes.findLastIndex(({ byProvider, repriced }) => repriced && !byProvider);
  const since = changes.slice(lastFreeze + 1);
  const pricedTo = since[0]?.from ?? province;
  // Shipments that had ended before a change kept the price of an earlier province.
  const earlier = changes.slice(0, lastFreeze + 1).map(({ from }) => from);
  const parts = [pricedTo, ...earlier].map(priceIn).find((price) => price?.totalCents === frozenCents) ?? null;
  return { parts, adjustments: adjustmentsOf(since) };

  function adjustmentsOf(all: readonly AddressChange[]): CostExplanation['adjustments'] {
    const booked = all.filter(({ byProvider, repriced }) => byProvider && repriced);
    if (adjustmentCents === 0) return [];
    const [only, ...others] = booked;
    if (only && others.length === 0) return [{ change: only, cents: adjustmentCents }];
    let costs = frozenCents;
    const amounts = booked.map(({ to }) => {
      const increase = Math.max(0, (priceIn(to)?.totalCents ?? costs) - costs);
      costs += increase;
      return increase;
    });
    const explained = costs - frozenCents === adjustmentCents;
    return booked
      .map((change, index) => ({ change, cents: explained ? (amounts[index] ?? 0) : null }))
      .filter(({ cents }) => cents !== 0);
  }
}
