import { OperatorApiError } from '#server/platform/http/operator-api.ts';
import { correctionsFileName } from '#shared/csv.ts';
import type { EventDefaults } from '#shared/event-list/check-row.ts';
import type { EventColumn } from '#shared/event-list/columns.ts';
import { failedRowsCsv } from '#shared/event-list/failed-rows.ts';
import { type EventBody, eventBody, listEvents, refusalText } from '#shared/event-list/list-events.ts';
import { readEventRows } from '#shared/event-list/read-rows.ts';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/http/endpoint.ts';
import { MAX_EVENTS, recordEvents } from '#shared/ops/events.ts';
import { parseWireDate } from '#shared/wire-date.ts';
import { type CommandResult, decodeFile, type InputFile, parseJson, readable, UsageError } from './command.ts';
import { writeCorrections } from './corrections-file.ts';
import { errorText } from './error-text.ts';
import { counted, resultName } from './event-results.ts';
import { json, table } from './show.ts';
import type { TerminalSession } from './terminal-session.ts';

/** The command's arguments. */
interface Arguments {
  file: InputFile;
  state?: string;
  at?: string;
  reason?: string;
  accept_unknown?: string;
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
 * @throws OperatorApiError if the server refused the whole list
 */
export async function recordFile(input: CallInput<AnyEndpoint>, session: TerminalSession): Promise<CommandResult> {
  const given = input.body as unknown as Arguments;
  const { file } = given;
  const rows = readRows(given);
  if (rows.length === 0) throw new UsageError(`El archivo ${file.name} no tiene ninguna fila`);
  const stopped = await sendRows(rows, given.accept_unknown, session);
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

function readRows({ file, state = '', at, reason = '', accept_unknown }: Arguments): FileRow[] {
  const text = decodeFile(file.bytes);
  if (/^\s*[[{]/.test(text) || /\.json$/i.test(file.name)) return jsonRows(file.name, text);
  const now = Date.now();
  const defaults: EventDefaults = { state, at: momentOf(at), reason, acceptUnknown: accept_unknown !== undefined };
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
 * @throws OperatorApiError if the server refused the first call, so that nothing is recorded
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
      if (start === 0 && error instanceof OperatorApiError && error.status < 500) throw error;
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
  ].join(', ');
  const results = table(rows, {
    ...(rows.some(({ row }) => row !== null) && { FILA: ({ row }: FileRow) => row }),
    EVENTO: ({ outcome }) => outcome.event_id,
    ENVÍO: ({ outcome }) => outcome.shipment_id,
    RESULTADO: ({ outcome }) => resultName(outcome.result),
    MOTIVO: ({ outcome }) => outcome.reason,
  });
  return `${counts}\n\n${results}`;
}
