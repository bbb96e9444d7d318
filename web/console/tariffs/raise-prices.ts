import { parseNumber } from '#shared/bulk/normalize-numbers.ts';
import type { TariffDraft } from './tariff-draft.ts';

/** Limits of a change of all prices, in per cent. */
export const RAISE_LIMITS = { min: -90, max: 1000 };

/** Parses a typed percentage; null if it is no number within the limits, or zero. */
export function parseRaise(text: string): number | null {
  const percent = parseNumber(text.replace(/%\s*$/, '').replace(/^\s*\+/, ''), { small: true });
  const { min, max } = RAISE_LIMITS;
  return percent !== null && percent !== 0 && percent >= min && percent <= max ? percent : null;
}

/** Returns a draft whose prices of brackets and of additional kilos have changed by a percentage, rounded to whole pesos. */
export function raisePrices(draft: TariffDraft, percent: number): TariffDraft {
  const raised = (text: string) => {
    const price = parseNumber(text);
    // The factor's binary fraction must not move a half: 1,150 by 10 % is 1,265 and not 1,264.9999999999998.
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
