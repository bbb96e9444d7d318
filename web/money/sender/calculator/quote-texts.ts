import type { Day } from '#shared/kit/days.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { formatDate, kilograms, pluralize } from '#shared/kit/text/format.ts';
import type { rate } from '#shared/money/rates.ts';
import { billedWeight, type Package, volumetricGrams } from '#shared/money/rules/volumetric-weight.ts';
import { holidaysBetween, NATIONAL_CALENDAR, workingDaysBetween } from '#shared/provider/rules/working-days.ts';

/** Explains which weight is charged and why (D2 §9). */
export function chargedText(shipment: Package): string {
  const { billedGrams, by } = billedWeight(shipment);
  const volumetric = volumetricGrams(shipment);
  const charged = `Se cobra por ${by}: ${kilograms(billedGrams)}`;
  if (by === 'volumen') return `${charged}, porque supera el peso real (${kilograms(shipment.grams)}).`;
  if (volumetric === billedGrams) return `${charged}, igual al peso volumétrico.`;
  return `${charged}, porque supera el peso volumétrico (${kilograms(volumetric)}).`;
}

/** First and last delivery day, and the assumed day of collection. */
export interface DeliveryDays {
  from: Day;
  min: Day;
  max: Day;
  /** The delivery time by the provider's calendar; without it the national calendar counts. */
  working?: ReplyOf<typeof rate>['results']['working_days'];
}

/**
 * Describes the delivery window in working days: 'Entre 2 y 5 días hábiles desde que lo retiramos.' Null for days that form
 * no window.
 */
export function windowText({ from, min, max, working }: DeliveryDays): string | null {
  const first = working?.min ?? workingDaysBetween(from, min, NATIONAL_CALENDAR);
  const last = working?.max ?? workingDaysBetween(from, max, NATIONAL_CALENDAR);
  if (first < 1 || last < first) return null;
  const days = first === last ? pluralize(first, 'día hábil', 'días hábiles') : `Entre ${first} y ${last} días hábiles`;
  return `${days} desde que lo retiramos.`;
}

/** Explains the assumed day of collection and the excluded days. */
export function datesText({ from, max, working }: DeliveryDays): string {
  const holidays = (working?.holidays ?? holidaysBetween(from, max, NATIONAL_CALENDAR)).map(formatDate);
  const excluded =
    holidays.length === 0
      ? 'sábados, domingos ni feriados'
      : holidays.length === 1
        ? `sábados, domingos ni el feriado del ${holidays[0]}`
        : `sábados, domingos ni los feriados del ${holidays.slice(0, -1).join(', ')} y ${holidays.at(-1)}`;
  return `Las fechas cuentan desde el estado Retirado: son un ejemplo, si lo retiramos hoy, ${formatDate(from)}. No cuentan ${excluded}.`;
}

const weekday = new Intl.DateTimeFormat('es-AR', { weekday: 'long', timeZone: 'UTC' });

/** Formats a day with its weekday: 'martes 24/11/2026'. */
export function namedDay(day: Day): string {
  return `${weekday.format(new Date(`${day}T00:00:00Z`))} ${formatDate(day)}`;
}
