import { addMonths, type Day, firstOfMonth, isDay } from '#shared/days.ts';
import { STATISTICS_DATE_RANGE } from '#shared/http/pagination.ts';
import { dayErrors } from '#web/lib/filters.ts';

/** A range of days, both included. */
export interface Range {
  from: Day;
  to: Day;
}

/** Shortcuts of the statistics (D1 §2) by the months that they go back. */
export const SHORTCUTS = [
  { months: 1, label: 'Último mes' },
  { months: 2, label: 'Últimos 2 meses' },
  { months: 3, label: 'Últimos 3 meses' },
] as const;

/** What the address asks for: a shortcut, days, or nothing in particular. */
export type Period = { kind: 'default' } | { kind: 'months'; months: number } | { kind: 'days'; range: Range };

/** Reads `?meses=2` or `?desde=2026-01-01&hasta=2026-01-31`; anything else is the default. */
export function periodOf(query: URLSearchParams): Period {
  const months = Number(query.get('meses'));
  if (SHORTCUTS.some((shortcut) => shortcut.months === months)) return { kind: 'months', months };
  const from = query.get('desde') ?? '';
  const to = query.get('hasta') ?? '';
  return isDay(from) && isDay(to) && from <= to ? { kind: 'days', range: { from, to } } : { kind: 'default' };
}

/** The days of a period: by default from the first of this month to today (D1 §9), 'Último mes' as readings C16. */
export function rangeOf(period: Period, today: Day): Range {
  if (period.kind === 'days') return period.range;
  const from = period.kind === 'months' ? addMonths(today, -period.months) : firstOfMonth(today);
  return { from, to: today };
}

/** D1 §5, Statistics dates; a text that is no day is told as such. */
export function rangeErrors({ from, to }: Range): { from?: string; to?: string } {
  const wrong = dayErrors(from, to, STATISTICS_DATE_RANGE.message);
  return {
    ...(from === '' && { from: 'Fecha ingreso desde es requerida' }),
    ...(to === '' && { to: 'Fecha ingreso hasta es requerida' }),
    ...wrong,
  };
}
