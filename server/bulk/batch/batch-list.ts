import type { Deps } from '#server/integrations/deps.ts';

import type { Caller } from '#server/platform/http/request/caller.ts';
import { ListPage, pageCount } from '#server/platform/http/response/paging.ts';
import type * as calls from '#shared/bulk/batches.ts';
import { type BatchLog, ROW_OUTCOMES, type RowOutcome } from '#shared/bulk/batches.ts';
import { addDays, startOfDay } from '#shared/kit/days.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { wrapInEnvelope } from '#shared/kit/http/envelope.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { batchById, batchPage, firstLogs, logPage, outcomeCounts, type StoredRow } from './batch-list.store.ts';
import type { StoredProblem } from './process-batch.store.ts';

/**
 * Returns a page of the client's batches, newest first (D2 §7). Days are in Buenos Aires time; both limits are
 * inclusive.
 */
export async function listBatches(
  deps: Deps,
  { clientId }: Caller,
  { page: requestedPage, limit, filter }: QueryOf<typeof calls.listBatches>,
): Promise<ListPage> {
  const criteria = {
    ...(filter.from_date && { from: new Date(startOfDay(filter.from_date)) }),
    ...(filter.to_date && { before: new Date(startOfDay(addDays(filter.to_date, 1))) }),
  };
  const [[row]] = await deps.db.read(clientId, [batchPage(clientId, criteria, requestedPage, limit)]);
  const { page, total, results } = row ?? { page: 1, total: 0, results: '[]' };
  return new ListPage(results, { page, total, limit });
}

/** Returns a batch with its logs (D2 §3). @throws Failure 404 if the client has no batch with this id */
export async function readBatch(
  deps: Deps,
  { clientId }: Caller,
  id: number,
  limit: number,
): Promise<ReplyOf<typeof calls.readBatch>> {
  const [[found], logs] = await deps.db.read(clientId, [batchById(clientId, id), firstLogs(clientId, id, limit)]);
  if (!found) throw new Failure(404, messages.notFound);
  return wrapInEnvelope({ ...found.batch, logs: logs.map(toBatchLog) });
}

/** Returns a page of a batch's logs. @throws Failure 404 if the client has no batch with this id */
export async function listBatchLogs(
  deps: Deps,
  { clientId }: Caller,
  id: number,
  { page: requestedPage, limit, filter }: QueryOf<typeof calls.listBatchLogs>,
): Promise<ReplyOf<typeof calls.listBatchLogs>> {
  const [found, counts] = await deps.db.read(clientId, [batchById(clientId, id), outcomeCounts(clientId, id)]);
  if (found.length === 0) throw new Failure(404, messages.notFound);
  const outcomes = matchingOutcomes(filter);
  const doubtful = filter.dudas ?? false;
  const total = counts
    .filter(({ outcome }) => outcomes.includes(outcome))
    .reduce((sum, count) => sum + (doubtful ? count.doubtful : count.n), 0);
  const pages = pageCount(total, limit);
  const page = Math.min(requestedPage, pages);
  const slice = { limit, offset: (page - 1) * limit };
  const [logs] = await deps.db.read(clientId, [logPage(clientId, id, { outcomes, doubtful }, slice)]);
  const results = logs.map(toBatchLog);
  return { results, pagination: { page, pages, total, limit } };
}

/** Returns the outcomes that match the filters. An unknown value matches none, as in every list. */
function matchingOutcomes({ tipo, resultado }: QueryOf<typeof calls.listBatchLogs>['filter']): RowOutcome[] {
  return ROW_OUTCOMES.filter(
    (outcome) =>
      (tipo === undefined || fold(tipo) === logType(outcome)) &&
      (resultado === undefined || fold(resultado) === fold(outcome)),
  );
}

const logType = (outcome: RowOutcome) => (outcome === 'Procesado' ? 'success' : 'error');

function toBatchLog({ row_no, outcome, problems, doubts, order_id, tracking_id }: StoredRow): BatchLog {
  return {
    id: row_no,
    tipo: logType(outcome),
    mensaje: `${rowPrefix(row_no, outcome, order_id)}: ${sentence(outcome, order_id, problems ?? [])}${doubtText(doubts)}`,
    order: { tracking_id },
    resultado: outcome,
    errores: (problems ?? []).map(({ column, header, value, reason }) => ({
      columna: header ?? column,
      valor: value,
      motivo: reason,
    })),
    dudas: doubts ?? [],
  };
}

/** Returns the row number, and the order's number if the sentence doesn't contain it: 'Fila 57, orden A-12'. */
const rowPrefix = (row: number, outcome: RowOutcome, order: string | null) =>
  outcome === 'Error' && order ? `Fila ${row}, orden ${order}` : `Fila ${row}`;

function sentence(outcome: RowOutcome, order: string | null, problems: readonly StoredProblem[]): string {
  if (outcome === 'Procesado') return `se creó la orden ${order}`;
  if (outcome === 'Omitido' && order) return `omitida, ya tenés la orden ${order}`;
  if (outcome === 'Omitido') return `omitida. ${problems.map(problemText).join(' · ')}`;
  return problems.map(problemText).join(' · ');
}

/** Names the cells that were read in one of several ways. */
const doubtText = (doubts: readonly string[] | null) =>
  doubts ? `. Revisala: leímos con dudas ${doubts.join(', ')}` : '';

/** Describes an invalid cell in one Spanish sentence. */
export function problemText({ column, header, value, reason }: StoredProblem): string {
  if (column === null) return value === '' ? reason : `«${value}»: ${reason}`;
  return `columna ${header ?? column}, ${value === '' ? 'vacía' : `valor «${value}»`}: ${reason}`;
}
