import { type Day, isDay, localTime, startOfDay } from './days.ts';

/** A date received over the wire. */
export type WireDate = {
  /** Day in Buenos Aires. */
  day: Day;
  /** Clock time in Buenos Aires ('hh:mm'); null for a day without a time. */
  time: string | null;
  /** ms since 1970; the start of the day for a day without a time. */
  ms: number;
};

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const SPANISH = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? (\d{1,2}):(\d{2})(:\d{2})?)?$/;

/**
 * Reads every date format of the gateways: ISO 8601 with an offset, YYYY-MM-DD, and 'dd/mm/yyyy hh:mm' with or without
 * the time. A time without an offset is in Buenos Aires. Returns null for any other text, null and dates that don't
 * exist.
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
