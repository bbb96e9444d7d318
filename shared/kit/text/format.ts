import { DAY_SECONDS, HOUR_SECONDS } from '#shared/kit/time-units.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';

/** Text for a missing value. */
export const EMPTY_VALUE = '-';

type Amount = number | null | undefined;

/** Creates a formatter on first use: creating one takes a phone longer than formatting a page of amounts. */
function lazy<F>(make: () => F): () => F {
  let made: F | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const numbers = (locale: string, options: Intl.NumberFormatOptions) =>
  lazy(() => new Intl.NumberFormat(locale, options));

const pesos = numbers('es-AR', { style: 'currency', currency: 'ARS' });
const germanDecimal = numbers('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = numbers('es-AR', { maximumFractionDigits: 0 });
const decimal = numbers('es-AR', { maximumFractionDigits: 3 });
const cubicMetre = numbers('es-AR', { maximumFractionDigits: 6 });
const oneDecimal = numbers('es-AR', { maximumFractionDigits: 1 });
const share = numbers('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const formatOrEmpty = (value: Amount, text: (value: number) => string) =>
  typeof value === 'number' && Number.isFinite(value) ? text(value) : EMPTY_VALUE;

/** Formats an amount in pesos for lists: '$ 1.234,50', with a no-break space. */
export function money(amount: Amount): string {
  return formatOrEmpty(amount, (value) => pesos().format(value));
}

/** Formats an amount in pesos for screens outside the lists (D1 §9): '$ ', then German style with two decimals. */
export function dollarAmount(amount: Amount): string {
  return formatOrEmpty(amount, (value) => `$ ${germanDecimal().format(value)}`);
}

/** Formats an integer; small numbers need no grouping and no formatter. */
const grouped = (value: number) =>
  Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : whole().format(value);

/** Formats a whole number with thousands separators: '1.234'. */
export function integer(value: Amount): string {
  return formatOrEmpty(value, grouped);
}

/** Formats a percentage from 0 to 100: '12,50 %'. */
export function percentage(value: Amount): string {
  return formatOrEmpty(value, (number) => `${share().format(number)} %`);
}

/** Formats grams: '1.500 g'. */
export function grams(value: Amount): string {
  return formatOrEmpty(value, (number) => `${whole().format(number)} g`);
}

/** Formats grams as kilograms: 1500 is '1,5 kg'. */
export function kilograms(valueInGrams: Amount): string {
  return formatOrEmpty(valueInGrams, (number) => `${decimal().format(number / 1000)} kg`);
}

/** Formats cubic centimetres: '6.000 cm³'. */
export function cubicCentimetres(value: Amount): string {
  return formatOrEmpty(value, (number) => `${whole().format(number)} cm³`);
}

/** Formats cubic centimetres as cubic metres: 6000 is '0,006 m³'. */
export function cubicMetres(valueInCubicCm: Amount): string {
  return formatOrEmpty(valueInCubicCm, (number) => `${cubicMetre().format(number / 1_000_000)} m³`);
}

/** Formats size and weight of a shipment in cm and grams: '30 × 20 × 10 cm, 1,5 kg'; without a size the weight alone. */
export function packageText({ weight, length, width, height }: PackageValues): string {
  if (length === null || width === null || height === null) return kilograms(weight);
  return `${integer(length)} × ${integer(width)} × ${centimetres(height)}, ${kilograms(weight)}`;
}

interface PackageValues {
  weight: number;
  length: number | null;
  width: number | null;
  height: number | null;
}

/** Formats centimetres: '150 cm'. */
export function centimetres(value: Amount): string {
  return formatOrEmpty(value, (number) => `${whole().format(number)} cm`);
}

/** Formats centimetres as metres: 150 is '1,5 m'. */
export function metres(valueInCm: Amount): string {
  return formatOrEmpty(valueInCm, (number) => `${decimal().format(number / 100)} m`);
}

/** Formats a date of the wire as DD/MM/YYYY, in Buenos Aires. */
export function formatDate(text: string | null | undefined): string {
  const parsed = parseWireDate(text);
  return parsed ? spanishDay(parsed.day) : EMPTY_VALUE;
}

/** Formats a date of the wire as dd/mm/yyyy hh:mm, in Buenos Aires; without the time when the wire has none. */
export function formatTimestamp(text: string | null | undefined): string {
  const parsed = parseWireDate(text);
  if (!parsed) return EMPTY_VALUE;
  return parsed.time === null ? spanishDay(parsed.day) : `${spanishDay(parsed.day)} ${parsed.time}`;
}

/** Formats bytes as megabytes: '1,2 MB'. */
export function megabytes(bytes: number): string {
  return `${oneDecimal().format(bytes / 1_000_000)} MB`;
}

/** Formats a number with its noun: '1 orden', '37 órdenes'. */
export function pluralize(number: number, one: string, many: string): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

const relative = lazy(() => new Intl.RelativeTimeFormat('es-AR', { numeric: 'always' }));
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY_SECONDS],
  ['month', 30 * DAY_SECONDS],
  ['day', DAY_SECONDS],
  ['hour', HOUR_SECONDS],
  ['minute', 60],
];

/** Formats a relative time, both in ms since 1970: 'hace 2 horas', 'dentro de 3 días', 'recién'. */
export function relativeTime(ms: number, now: number): string {
  const seconds = (ms - now) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit && size ? relative().format(Math.trunc(seconds / size), unit) : 'recién';
}

function spanishDay(day: string): string {
  return day.split('-').reverse().join('/');
}

const disjunction = new Intl.ListFormat('es', { type: 'disjunction' });

/** Formats a day without its year: '2026-11-15' → '15/11'. */
export const dayAndMonth = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`;

/** Joins alternatives: 'Dueño, Administrador u Operación'. */
export const alternatives = (names: readonly string[]): string => disjunction.format(names);
