import { localTime } from '#shared/days.ts';

/** A moment as batches say it, 'dd/mm/yyyy hh:mm' in Buenos Aires (readings C43). */
export function spanishTime(moment: Date): string {
  const { day, time } = localTime(moment.getTime());
  const [year, month, date] = day.split('-');
  return `${date}/${month}/${year} ${time}`;
}
