import { isDayInNumbers, MONTH, SHORT_MONTH, THREE_NUMBERS, TIME } from '#shared/kit/text/written-day.ts';
import { claim, type Draft, keyAt } from './draft.ts';
import { STREET_TYPES } from './words.ts';

const NOT_AFTER = String.raw`(?<![\p{L}\d]|\d[-/.,:])`;
const NOT_BEFORE = String.raw`(?![\p{L}\d]|[-/.,:]\d)`;

const YEAR = String.raw`(?:(?:19|20)\d{2})`;

/** Days and times: '2026-12-10', '10/12/26', '10-dic', 'dic-10', '10 de diciembre de 2026', '12:30'. */
const DATES = new RegExp(
  `${NOT_AFTER}(?:(?<day>${THREE_NUMBERS})|${[
    String.raw`\d{1,2}[-/](?:${SHORT_MONTH})\.?(?:[-/](?:\d{2}|${YEAR}))?`,
    String.raw`(?<month>(?:${SHORT_MONTH})\.?[-/](?:\d{2}|${YEAR}))`,
    String.raw`(?<spelled>\d{1,2} de ${MONTH} de ${YEAR})`,
    TIME,
  ].join('|')})${NOT_BEFORE}`,
  'giu',
);

/**
 * Marks dates and times as asides, and as observations: programs make them of '10-12' and '3:4', and their numbers are no house number,
 * floor or postal code.
 */
export function claimDates(draft: Draft): void {
  for (const match of draft.text.matchAll(DATES)) {
    const { day, month, spelled } = match.groups ?? {};
    if (day && !isDayInNumbers(day)) continue;
    const end = match.index + match[0].length;
    const from = draft.tokens.findIndex((token) => token.start >= match.index);
    const after = draft.tokens.findIndex((token) => token.start >= end);
    const to = after < 0 ? draft.tokens.length : after;
    const before = keyAt(draft, keyAt(draft, from - 1) === '.' ? from - 2 : from - 1);
    // Streets are called 'Av. del Mar' and '20 de Junio de 1920'.
    if ((month && /^del?$/.test(before)) || ((month || spelled) && STREET_TYPES.has(before))) continue;
    if (from < 0 || draft.owners.slice(from, to).some((owner) => owner !== null)) continue;
    draft.asides.fill(true, from, to);
    claim(draft, { from, to }, 'observations');
  }
}
