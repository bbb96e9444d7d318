import type { Day } from '#shared/days.ts';
import { formatDate, kilograms, pluralize } from '#shared/format.ts';
import { billedWeight, type Package, volumetricGrams } from '#shared/rules/volumetric-weight.ts';
import { holidaysBetween, workingDaysBetween } from '#shared/working-days.ts';

/** Which weight is charged, and why (D2 §9). */
export function chargedText(parcel: Package): string {
  const { billedGrams, by } = billedWeight(parcel);
  const volumetric = volumetricGrams(parcel);
  const charged = `Se cobra por ${by}: ${kilograms(billedGrams)}`;
  if (by === 'volumen') return `${charged}, porque supera el peso real (${kilograms(parcel.grams)}).`;
  if (volumetric === billedGrams) return `${charged}, igual al peso volumétrico.`;
  return `${charged}, porque supera el peso volumétrico (${kilograms(volumetric)}).`;
}

/** Days of delivery, and the day that they were counted from as if the parcel had been collected on it. */
export interface DeliveryDays {
  from: Day;
  min: Day;
  max: Day;
}

/**
 * How long a delivery takes from its collection on: 'Entre 2 y 5 días hábiles desde que lo retiramos.' Null for days that
 * make no window.
 */
export function windowText({ from, min, max }: DeliveryDays): string | null {
  const [first, last] = [workingDaysBetween(from, min), workingDaysBetween(from, max)];
  if (first < 1 || last < first) return null;
  const days = first === last ? pluralize(first, 'día hábil', 'días hábiles') : `Entre ${first} y ${last} días hábiles`;
  return `${days} desde que lo retiramos.`;
}

/** What the two dates take for granted, and the days that they leave out. */
export function datesText({ from, max }: DeliveryDays): string {
  const holidays = holidaysBetween(from, max).map(formatDate);
  const left =
    holidays.length === 0
      ? 'sábados, domingos ni feriados'
      : holidays.length === 1
        ? `sábados, domingos ni el feriado del ${holidays[0]}`
        : `sábados, domingos ni los feriados del ${holidays.slice(0, -1).join(', ')} y ${holidays.at(-1)}`;
  return `Las fechas cuentan desde el estado Retirado: son un ejemplo, si lo retiramos hoy, ${formatDate(from)}. No cuentan ${left}.`;
}

const weekday = new Intl.DateTimeFormat('es-AR', { weekday: 'long', timeZone: 'UTC' });

/** A day with its name: 'martes 24/11/2026'. */
export function namedDay(day: Day): string {
  return `${weekday.format(new Date(`${day}T00:00:00Z`))} ${formatDate(day)}`;
}
