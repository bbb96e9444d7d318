import { writeFile } from 'node:fs/promises';
import { ProviderApiError } from '#server/platform/http/request/provider-api.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { correctionsFileName } from '#shared/kit/text/csv.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import type { EventDefaults } from '#shared/orders/event-list/check-row.ts';
import type { EventColumn } from '#shared/orders/event-list/columns.ts';
import { failedRowsCsv } from '#shared/orders/event-list/failed-rows.ts';
import { type EventBody, eventBody, listEvents, refusalText } from '#shared/orders/event-list/list-events.ts';
import { readEventRows } from '#shared/orders/event-list/read-rows.ts';
import { MAX_EVENTS, recordEvents } from '#shared/orders/staff-events.ts';
import type { Given, InputFile } from './arguments.ts';
import type { CommandResult } from './command.ts';
import { errorText } from './help.ts';
import { columnsOf, json, table } from './output.ts';
import { decodeFile, parseJson, readable, UsageError } from './parse.ts';
import type { TerminalSession } from './session.ts';

/** Values for the rows of a CSV file that lack them. */
interface RowDefaults {
  state?: string;
  at?: string;
  reason?: string;
}

/** A row of the file. */
interface FileRow {
  cells: Record<EventColumn, string>;
  /** Row number of a CSV file; null for an event of JSON. */
  row: number | null;
  /** Event to send, unchecked if it comes from JSON; null for a row that isn't sent. */
  event: unknown;
  /** Event of a CSV file as sent. */
  sent: EventBody | null;
  outcome: EventResult;
}

type EventResult = Omit<ReplyOf<typeof recordEvents>['results'][number], 'result'> & { result: string };

/**
 * Records the events of a file, in calls of at most `MAX_EVENTS`. Writes the rows that failed beside it, and those without an answer of
 * the server with their ids, so that loading that file repeats what was recorded.
 *
 * @throws UsageError for a file that can't be read as a list
 * @throws ProviderApiError if the server refused the whole list
 */
export async function recordFile({ file, body }: Given, session: TerminalSession): Promise<CommandResult> {
  if (!file) throw new UsageError('Falta el archivo');
  // Options are texts, in the places that the declaration of the command gives them.
  const { events = [], accept_unknown } = body as { events?: RowDefaults[]; accept_unknown?: string };
  const rows = readRows(file, events[0] ?? {}, accept_unknown !== undefined);
  if (rows.length === 0) throw new UsageError(`El archivo ${file.name} no tiene ninguna fila`);
  const stopped = await sendRows(rows, accept_unknown, session);
  const results = session.asJson ? json(repliedOf(rows)) : textOf(rows);
  const failed = rows.filter(({ outcome }) => outcome.result === 'refused' || outcome.result === 'unanswered');
  if (failed.length === 0) return { output: results };
  const problem = stopped === null ? [] : [errorText(stopped)];
  try {
    const name = await writeCorrections(file, failedRowsCsv(failed.map(correctionOf)));
    const written = session.asJson ? '' : `\n\nLas que fallaron están en ${name}`;
    const remedy = `Para seguir cargá ${name}, no ${file.name}: lo que ya se registró no se registra otra vez`;
    const error = [...problem, remedy].join('\n');
    return { output: `${results}${written}`, failed: true, ...(stopped !== null && { error }) };
  } catch (error) {
    // The results are known only here: they are shown although the file is missing.
    const { code } = error as NodeJS.ErrnoException;
    const unwritten = `No se pudo escribir ${correctionsFileName(file.name)} (${code})`;
    return { output: results, failed: true, error: [...problem, unwritten].join('\n') };
  }
}

const correctionOf = ({ cells, sent, outcome }: FileRow) => ({
  cells,
  sent,
  unanswered: outcome.result === 'unanswered',
  reason: outcome.reason ?? '',
});

/** Result of a row that is sent, until the server answers. */
const UNANSWERED = { result: 'unanswered', reason: 'El servidor no respondió' };

function readRows(file: InputFile, { state = '', at, reason = '' }: RowDefaults, acceptUnknown: boolean): FileRow[] {
  const text = decodeFile(file.bytes);
  if (/^\s*[[{]/.test(text) || /\.json$/i.test(file.name)) return jsonRows(file.name, text);
  const now = Date.now();
  const defaults: EventDefaults = { state, at: momentOf(at), reason, acceptUnknown };
  const rows = readable(() => readEventRows(text)).map((row) => ({ ...row, source: '' }));
  return listEvents(rows, defaults, now).map(({ row, cells, event, double, problem }) => {
    const sent = event && eventBody(event, now);
    const ids = { event_id: sent?.event_id ?? null, shipment_id: sent?.shipment_id ?? (cells.etiqueta || null) };
    const outcome = sent ? UNANSWERED : { result: double ? 'double' : 'refused', reason: problem };
    return { row, cells, event: sent, sent, outcome: { ...ids, ...outcome } };
  });
}

/** Key of each column in a JSON file. */
const JSON_KEYS: Record<EventColumn, string> = {
  etiqueta: 'shipment_id',
  estado: 'state',
  fecha: 'at',
  motivo: 'reason',
  evento: 'event_id',
  peso: 'weight',
  largo: 'length',
  ancho: 'width',
  alto: 'height',
};

const cellOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Returns the events of a JSON file, a list or an object with `events`, which only the server checks. */
function jsonRows(name: string, text: string): FileRow[] {
  const parsed = parseJson(name, text);
  const events: unknown = 'events' in parsed ? parsed.events : parsed;
  if (!Array.isArray(events)) throw new UsageError(`El archivo ${name} no contiene una lista de eventos`);
  return events.map((event: unknown) => {
    const given = (event ?? {}) as Record<string, unknown>;
    const cells = Object.fromEntries(
      Object.entries(JSON_KEYS).map(([column, key]) => [column, cellOf(given[key])]),
    ) as FileRow['cells'];
    const outcome = { event_id: cells.evento || null, shipment_id: cells.etiqueta || null, ...UNANSWERED };
    return { row: null, cells, event, sent: null, outcome };
  });
}

function momentOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const read = parseWireDate(text);
  if (!read?.time) throw new UsageError(`'${text}' no es una fecha con hora, como 2026-11-26T14:30:00-03:00`);
  return read.ms;
}

/**
 * Sends the events and stores their results in the rows.
 *
 * @returns the error that stopped it; null if all rows were answered
 * @throws ProviderApiError if the server refused the first call, so that nothing is recorded
 */
async function sendRows(
  rows: readonly FileRow[],
  acceptUnknown: string | undefined,
  { connect }: TerminalSession,
): Promise<unknown> {
  const ready = rows.filter(({ event, row }) => row === null || event !== null);
  if (ready.length === 0) return null;
  const api = await connect();
  for (let start = 0; start < ready.length; start += MAX_EVENTS) {
    const part = ready.slice(start, start + MAX_EVENTS);
    const body = { events: part.map(({ event }) => event), ...(acceptUnknown && { accept_unknown: acceptUnknown }) };
    try {
      const { results } = await api.call(recordEvents, { body } as never);
      for (const [index, row] of part.entries()) storeResult(row, results[index]);
    } catch (error) {
      if (start === 0 && error instanceof ProviderApiError && error.status < 500) throw error;
      return error;
    }
  }
  return null;
}

function storeResult(row: FileRow, result: ReplyOf<typeof recordEvents>['results'][number] | undefined): void {
  if (!result) return;
  const reason = result.result === 'refused' && row.sent ? refusalText(row.cells, result.reason) : result.reason;
  row.outcome = { ...result, reason };
}

/** Returns the results like a reply of the call. */
function repliedOf(rows: readonly FileRow[]) {
  const count = (wanted: string) => rows.filter(({ outcome }) => outcome.result === wanted).length;
  return {
    recorded: count('recorded'),
    repeated: count('repeated'),
    refused: count('refused'),
    results: rows.map(({ outcome }) => outcome),
  };
}

function textOf(rows: readonly FileRow[]): string {
  const count = (wanted: string) => rows.filter(({ outcome }) => outcome.result === wanted).length;
  const [doubles, unanswered] = [count('double'), count('unanswered')];
  const counts = [
    counted(repliedOf(rows)),
    ...(doubles > 0 ? [`${doubles} dobles`] : []),
    ...(unanswered > 0 ? [`${unanswered} sin respuesta`] : []),
  ];
  const names = rows.some(({ row }) => row !== null) ? `Fila, ${RESULT_COLUMNS}` : RESULT_COLUMNS;
  const shown = rows.map(({ row, outcome }) => ({ Fila: row, ...outcome }));
  return `${counts.join(', ')}\n\n${table(shown, columnsOf(names, recordEvents.path))}`;
}

const RESULT_COLUMNS = 'event_id, shipment_id, result, reason';

/** Returns the numbers of events by result. */
export const counted = ({ recorded, repeated, refused }: Record<'recorded' | 'repeated' | 'refused', number>): string =>
  `${recorded} registrados, ${repeated} repetidos, ${refused} rechazados`;

/**
 * Writes the rows to correct beside their file. An existing file isn't overwritten, because somebody may have corrected it: the new one
 * gets the next free number.
 *
 * @returns the new file's name, relative as the file's name was typed
 */
async function writeCorrections({ name, path }: InputFile, csv: string): Promise<string> {
  for (let number = 1; ; number++) {
    try {
      await writeFile(numbered(path, number), csv, { flag: 'wx' });
      return numbered(name, number);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

const numbered = (name: string, number: number): string =>
  number === 1 ? correctionsFileName(name) : correctionsFileName(name).replace(/\.csv$/, ` (${number}).csv`);
