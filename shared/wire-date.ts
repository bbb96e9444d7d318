import { type Day, isDay, localTime, startOfDay } from './days.ts';

/** A date that came over the wire. */
export type WireDate = {
  /** Its day in Buenos Aires. */
  day: Day;
  /** Its clock time there ('hh:mm'); null when only a day came. */
  time: string | null;
  /** ms since 1970; the beginning of the day when only a day came. */
  ms: number;
};

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const SPANISH = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? (\d{1,2}):(\d{2})(:\d{2})?)?$/;

/**
 * Reads every form of date that a gateway sends: ISO 8601 with an offset, YYYY-MM-DD, and 'dd/mm/yyyy hh:mm', the latter
 * also without its time. A time without an offset is one of Buenos Aires. Null for anything else, null and dates that
 * don't exist included.
 */
export function parseWireDate(text: string | null | undefined): WireDate | null {
  const trimmed = text?.trim() ?? '';
  const iso = ISO.exec(trimmed);
  if (iso) return read(iso[1] ?? '', iso[2], iso[3], iso[4]);
  const spanish = SPANISH.exec(trimmed);
  if (!spanish) return null;
  const [, date = '', month = '', year = '', hour, minute, seconds] = spanish;
  const time = hour === undefined ? undefined : `${hour.padStart(2, '0')}:${minute}`;
  return read(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`, time, seconds, undefined);
}

function read(day: string, time: string | undefined, seconds = ':00', offset = '-03:00'): WireDate | null {
  if (!isDay(day)) return null;
  if (time === undefined) return { day, time: null, ms: startOfDay(day) };
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const ms = Date.parse(`${day}T${time}${seconds}${zone}`);
  return Number.isNaN(ms) ? null : { ...localTime(ms), ms };
}
