import { addDays, type Day } from '#shared/days.ts';
import type { PendingItem } from '#shared/orders/pending.ts';

const CHOICES = [
  { days: 1, label: 'Hasta mañana' },
  { days: 2, label: 'Hasta pasado mañana' },
  { days: 7, label: 'Una semana' },
  { days: 14, label: 'Dos semanas' },
];

/** Returns the days to which an item can be snoozed, with their labels. `today` is the server's day. */
export function snoozeDays({ snooze_until: last }: PendingItem, today: Day): { until: Day; label: string }[] {
  if (last === null) return [];
  return CHOICES.map(({ days, label }) => ({ until: addDays(today, days), label })).filter(
    ({ until }) => until <= last,
  );
}
