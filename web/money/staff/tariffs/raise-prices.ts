import { parseAmount } from './parse-amount.ts';
import type { TariffDraft } from './tariff-draft.ts';

/** Limits of a change of all prices, in per cent. */
export const RAISE_LIMITS = { min: -90, max: 1000 };

/** Parses a typed percentage; null if it is no number within the limits, or zero. */
export function parseRaise(text: string): number | null {
  const percent = parseAmount(text.replace(/%\s*$/, '').replace(/^\s*\+/, ''));
  const { min, max } = RAISE_LIMITS;
  return percent && percent >= min && percent <= max ? percent : null;
}

/** Returns a draft whose prices of brackets and of additional kilos have changed by a percentage, rounded to whole pesos. */
export function raisePrices(draft: TariffDraft, percent: number): TariffDraft {
  const raised = (text: string) => {
    const price = parseAmount(text);
    // Halves round up: 110 and 15 % are 126.5, in binary 126.49999999999999.
    return price === null ? text : String(Math.round(Number((price * (1 + percent / 100)).toFixed(6))));
  };
  return {
    ...draft,
    zones: draft.zones.map((zone) => ({
      ...zone,
      brackets: zone.brackets.map((bracket) => ({ ...bracket, price: raised(bracket.price) })),
      extra_kg_price: raised(zone.extra_kg_price),
    })),
  };
}
