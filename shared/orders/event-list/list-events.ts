import type { Measurement } from '#shared/orders/rules/shipment/measurement.ts';
import { EVENT_ID_TAKEN } from '#shared/orders/staff-events.ts';
import { type CheckedCells, checkCells, type EventDefaults, type ListedEvent } from './check-row.ts';
import type { EventRow } from './read-rows.ts';

/** A row with where it came from. */
export interface SourcedRow extends EventRow {
  /** Name of the source: a file, what was pasted, what was scanned; '' for a single file. */
  source: string;
}

/** A checked row: ready (`event`), or not sent (`event` is null) for a reason in Spanish. */
export interface ListedRow extends SourcedRow {
  event: ListedEvent | null;
  /** Whether an earlier row of the list contains the same event. */
  double: boolean;
  problem: string | null;
}

/** Names a row for people: 'lista.csv, fila 12'. */
export const placeOf = ({ source, row }: SourcedRow): string => `${source === '' ? '' : `${source}, `}fila ${row}`;

/** Rows that were checked with the same defaults. */
export type CheckedRows = WeakMap<EventRow, CheckedCells>;

/**
 * Checks the rows of a list. Of several rows with the same label, state, time and id only the first is sent.
 *
 * @param now ms since 1970
 * @param known checked rows of a list that grows, which aren't checked again; those with a time in the future are
 */
export function listEvents(
  rows: readonly SourcedRow[],
  defaults: EventDefaults,
  now: number,
  known: CheckedRows = new WeakMap(),
): ListedRow[] {
  const first = new Map<string, SourcedRow>();
  return rows.map((row) => {
    const checked = known.get(row) ?? checkCells(row.cells, defaults, now);
    if (!('early' in checked && checked.early)) known.set(row, checked);
    if ('refused' in checked) return { ...row, event: null, double: false, problem: checked.refused };
    const { label, state, at, eventId } = checked.event;
    const key = JSON.stringify([label, state, at, eventId]);
    const earlier = first.get(key);
    if (earlier) return { ...row, event: null, double: true, problem: `Ya está en la lista: ${placeOf(earlier)}` };
    first.set(key, row);
    return { ...row, event: checked.event, double: false, problem: null };
  });
}

/** An event as the call takes it. */
export interface EventBody {
  event_id: string;
  shipment_id: string;
  state: string;
  at: string;
  reason: string;
  /** Grams and cm. */
  weight?: number;
  length?: number;
  width?: number;
  height?: number;
}

/**
 * Returns a listed event for the call. Without an id of its own it gets one from its label, state and time, so that a list that is sent
 * again repeats its events.
 *
 * @param now time of an event without one, ms since 1970
 */
export function eventBody({ label, state, at, reason, eventId, measured }: ListedEvent, now: number): EventBody {
  const moment = at ?? now;
  return {
    event_id: eventId ?? `lista-${label}-${state}-${moment.toString(36)}`,
    shipment_id: label,
    state,
    at: new Date(moment).toISOString(),
    reason,
    ...(measured && { weight: measured.grams, ...sizesOf(measured) }),
  };
}

const sizesOf = ({ lengthCm, widthCm, heightCm }: Measurement) =>
  lengthCm !== null && widthCm !== null && heightCm !== null && { length: lengthCm, width: widthCm, height: heightCm };

/** Returns the server's reason of a refusal for the person who sent the list. */
export function refusalText({ evento }: EventRow['cells'], reason: string | null): string {
  // The id contains label, state and time: only reason and measurement differ.
  if (reason === EVENT_ID_TAKEN && evento === '')
    return 'Ese evento ya está registrado, con otro motivo u otras medidas';
  return reason ?? 'Rechazado sin motivo';
}
