import { EMPTY_VALUE, pluralize } from '#shared/kit/text/format.ts';

/** Shipments below which a share says nothing: numbers are shown instead. */
const MIN_FOR_SHARE = 30;

const percent = (part: number, whole: number) => Math.round((100 * part) / whole);

/** Returns a part of the shipments: '93 %', '11 de 12' for few shipments, '-' without any. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return EMPTY_VALUE;
  return whole < MIN_FOR_SHARE ? `${part} de ${whole}` : `${percent(part, whole)} %`;
}

/** A change against the period before: its sign says whether the figure rose. */
export interface Change {
  points: number;
  text: string;
}

const changeOf = (points: number, one: string, many: string): Change => ({
  points,
  text: points === 0 ? 'igual que antes' : `${pluralize(Math.abs(points), one, many)} ${points > 0 ? 'más' : 'menos'}`,
});

/** Returns the change of a share in points, rounded as both are shown: '3 puntos más'; null if either has few shipments. */
export function shareChange(
  now: { part: number; whole: number },
  before: { part: number; whole: number },
): Change | null {
  if (now.whole < MIN_FOR_SHARE || before.whole < MIN_FOR_SHARE) return null;
  return changeOf(percent(now.part, now.whole) - percent(before.part, before.whole), 'punto', 'puntos');
}

/** Returns a number of working days: '3 días'. */
export const daysText = (days: number | null): string =>
  days === null ? EMPTY_VALUE : days === 0 ? 'En el día' : pluralize(days, 'día', 'días');

/** Returns the change of a number of working days: '1 día menos'; null unless both are known and rest on enough shipments. */
export function daysChange(
  now: { days: number | null; whole: number },
  before: { days: number | null; whole: number },
): Change | null {
  if (now.days === null || before.days === null) return null;
  if (now.whole < MIN_FOR_SHARE || before.whole < MIN_FOR_SHARE) return null;
  return changeOf(now.days - before.days, 'día', 'días');
}
