import * as z from 'zod/mini';
import { isScientific, spreadsheetArtifact } from '#shared/bulk/doubts/spreadsheet-artifacts.ts';
import { messages } from '#shared/kit/messages.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { isLabel } from '#shared/orders/rules/code/tracking-id.ts';
import { IN_THE_FUTURE, isFuture } from '#shared/orders/rules/shipment/event-position.ts';
import type { Measurement } from '#shared/orders/rules/shipment/measurement.ts';
import { unknownStateSentence } from '#shared/orders/rules/shipment/nearest-state.ts';
import { parseShipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { shipmentEvent } from '#shared/orders/staff-events.ts';
import { measuredEvent, toMeasured } from '#shared/orders/staff-measured-fields.ts';
import type { EventColumn } from './columns.ts';

/** Values of all rows that have none of their own. */
export interface EventDefaults {
  /** Code or text of a state; '' for none. */
  state: string;
  /** ms since 1970; null for the moment of sending. */
  at: number | null;
  reason: string;
  /** Whether states that the table lacks are sent as written. */
  acceptUnknown?: boolean;
}

/** A readable event of a list. */
export interface ListedEvent {
  label: string;
  /** Code of the state; the text of an unknown one. */
  state: string;
  /** ms since 1970; null for the moment of sending. */
  at: number | null;
  reason: string;
  /** The sender's own id; null if the list has none. */
  eventId: string | null;
  /** What the provider measured; null without a measurement. */
  measured: Measurement | null;
}

/** `early`: refused because its time is in the future, which passes. */
export type CheckedCells = { event: ListedEvent } | { refused: string; early: boolean };

/**
 * Reads the cells of one row. Only the server knows whether the shipment exists and the state fits into its history.
 *
 * @param now ms since 1970
 * @returns the event, or all that is wrong in Spanish
 */
export function checkCells(cells: Record<EventColumn, string>, defaults: EventDefaults, now: number): CheckedCells {
  const label = readLabel(cells.etiqueta);
  const state = readState(cells.estado || defaults.state, defaults.acceptUnknown ?? false);
  const at = readMoment(cells.fecha, defaults.at, now);
  const reason = readText('motivo', shipmentEvent.shape.reason, cells.motivo || defaults.reason);
  const id = cells.evento === '' ? null : readText('evento', shipmentEvent.shape.event_id, cells.evento);
  const measured = readMeasured(cells, 'value' in state ? state.value : '');
  const wrong = [label, state, at, reason, id, measured].flatMap((read) =>
    read && 'refused' in read ? [read.refused] : [],
  );
  if (
    'refused' in label ||
    'refused' in state ||
    'refused' in at ||
    'refused' in reason ||
    'refused' in measured ||
    wrong.length > 0
  ) {
    return { refused: joinSentences(wrong), early: 'refused' in at && at.refused.startsWith(IN_THE_FUTURE) };
  }
  const eventId = id && 'value' in id ? id.value : null;
  const event = { label: label.value, state: state.value, at: at.value, reason: reason.value, eventId };
  return { event: { ...event, measured: measured.value } };
}

type Read<T> = { value: T } | { refused: string };

function readLabel(text: string): Read<string> {
  if (text === '') return { refused: 'Falta la etiqueta' };
  if (isScientific(text)) {
    const remedy = 'Dale formato Texto a la columna y escribí la etiqueta de nuevo';
    return { refused: `La planilla convirtió la etiqueta en el número «${text}». ${remedy}` };
  }
  const artifact = spreadsheetArtifact(text, { formula: true, date: 'figure' });
  if (artifact) return { refused: artifact };
  const id = parseScannedId(text);
  if (id !== null && isLabel(id)) return { value: id };
  if (id !== null) return { refused: `«${id}» es el seguimiento de una orden. Poné la etiqueta del envío: «${id}-1»` };
  if (/^https?:/i.test(text)) return { refused: 'La dirección no contiene una etiqueta' };
  return { refused: `«${text}» no es una etiqueta. Revisá sus letras y números: es como 7K3MQ9XW2RM-1` };
}

function readState(text: string, acceptUnknown: boolean): Read<string> {
  if (text === '') {
    return { refused: 'Falta el estado. Elegí uno para toda la lista, o completá la columna estado' };
  }
  const { code } = parseShipmentState(text.toLowerCase());
  if (code !== null) return { value: code };
  if (!acceptUnknown) return { refused: unknownStateSentence(text) };
  return readText('estado', shipmentEvent.shape.state, text);
}

const EXAMPLE = '26/11/2026 14:30';

function readMoment(text: string, fallback: number | null, now: number): Read<number | null> {
  if (text === '') {
    return fallback !== null && isFuture(fallback, now) ? { refused: IN_THE_FUTURE } : { value: fallback };
  }
  const artifact = spreadsheetArtifact(text, { formula: true });
  if (artifact) return { refused: artifact };
  const read = parseWireDate(text);
  if (!read) return { refused: `«${text}» no es una fecha. Escribila como ${EXAMPLE}` };
  if (read.time === null) return { refused: `A la fecha «${text}» le falta la hora. Escribila como ${EXAMPLE}` };
  return isFuture(read.ms, now) ? { refused: `${IN_THE_FUTURE}: «${text}»` } : { value: read.ms };
}

/** Reads weight and size, which only some states have. */
function readMeasured(
  { peso, largo, ancho, alto }: Record<EventColumn, string>,
  state: string,
): Read<Measurement | null> {
  if (`${peso}${largo}${ancho}${alto}` === '') return { value: null };
  const { data, error } = z.safeParse(measuredEvent, {
    state,
    weight: peso,
    length: largo,
    width: ancho,
    height: alto,
  });
  return error ? { refused: measureProblems(error.issues) } : { value: toMeasured(data) };
}

/** Columns of the measurement by the fields of the call. */
const MEASURES: Readonly<Record<string, string>> = { weight: 'Peso', length: 'Largo', width: 'Ancho', height: 'Alto' };

/** Returns what is wrong with a measurement, each reason once; a reason that names nothing stands behind its columns. */
function measureProblems(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const byReason = Map.groupBy(issues, ({ message }) => message);
  const sentences = [...byReason].map(([message, found]) => {
    if (message !== messages.number) return message;
    return `${found.map(({ path }) => MEASURES[String(path[0])]).join(', ')}: ${message}`;
  });
  return joinSentences(sentences);
}

/** Reads a text by its field of the call. */
function readText(name: string, schema: z.ZodMiniType<string>, text: string): Read<string> {
  if (text === '') return { value: '' };
  const { data, error } = z.safeParse(schema, text);
  return error ? { refused: `${name}: ${error.issues[0]?.message}` } : { value: data };
}
