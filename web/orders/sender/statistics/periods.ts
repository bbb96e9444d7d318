import { addMonths, type Day, firstOfMonth, isDay } from '#shared/kit/days.ts';
import { STATISTICS_DATE_RANGE } from '#shared/kit/http/pagination.ts';
import { dayErrors } from '#web/kit/list/filters.ts';

/** A range of days, both included. */
export interface Range {
  from: Day;
  to: Day;
}

/** Period shortcuts of the statistics (D1 §2), each with its number of months. */
export const SHORTCUTS = [
  { months: 1, label: 'Último mes' },
  { months: 2, label: 'Últimos 2 meses' },
  { months: 3, label: 'Últimos 3 meses' },
] as const;

/** The period in the URL: a shortcut, a range of days, or the default. */
export type Period = { kind: 'default' } | { kind: 'months'; months: number } | { kind: 'days'; range: Range };

/** Parses `?meses=2` or `?desde=2026-01-01&hasta=2026-01-31`; any other query is the default period. */
export function periodOf(query: URLSearchParams): Period {
  const months = Number(query.get('meses'));
  if (SHORTCUTS.some((shortcut) => shortcut.months === months)) return { kind: 'months', months };
  const from = query.get('desde') ?? '';
  const to = query.get('hasta') ?? '';
  return isDay(from) && isDay(to) && from <= to ? { kind: 'days', range: { from, to } } : { kind: 'default' };
}

/** Returns the days of a period: by default from the first of this month to today (D1 §9), 'Último mes' as in readings C16. */
export function rangeOf(period: Period, today: Day): Range {
  if (period.kind === 'days') return period.range;
  const from = period.kind === 'months' ? addMonths(today, -period.months) : firstOfMonth(today);
  return { from, to: today };
}

/** Validates the dates of the statistics (D1 §5); an invalid date gets a different message. */
export function rangeErrors({ from, to }: Range): { from?: string; to?: string } {
  const invalid = dayErrors(from, to, STATISTICS_DATE_RANGE.message);
  return {
    ...(from === '' && { from: 'Fecha ingreso desde es requerida' }),
    ...(to === '' && { to: 'Fecha ingreso hasta es requerida' }),
    ...invalid,
  };
}
