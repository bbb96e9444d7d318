import { useSearchParams } from 'react-router';
import { addMonths, firstOfMonth, localDay } from '#shared/kit/days.ts';

const MONTHS = 24;

const names = new Intl.DateTimeFormat('es-AR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the name of a month: 'noviembre de 2026'. */
export const monthName = (month: string): string => names.format(new Date(`${month}-01T00:00:00Z`));

/** Provides the month of the address (`mes=2026-11`), by default the current one in Buenos Aires, and the months to choose from. */
export function useMonth(): { month: string; options: { value: string; label: string }[] } {
  const [params] = useSearchParams();
  const today = firstOfMonth(localDay(new Date()));
  const asked = params.get('mes') ?? '';
  const month = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : today.slice(0, 7);
  const latest = Array.from({ length: MONTHS }, (_, back) => addMonths(today, -back).slice(0, 7));
  const months = latest.includes(month) ? latest : [...latest, month];
  return { month, options: months.map((value) => ({ value, label: monthName(value) })) };
}
