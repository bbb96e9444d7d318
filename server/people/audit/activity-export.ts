import type { Trx } from '#server/db/connection.ts';
import type { RowPosition } from '#server/db/list/row-position.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { csvDownload } from '#server/platform/csv.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { Download } from '#server/platform/http/response/download.ts';
import { localDay } from '#shared/kit/days.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import type { CsvCell } from '#shared/kit/text/csv.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import type { exportActivity as exportCall } from '#shared/people/activity.ts';
import { ACTOR_KIND_NAMES, type AuditAction, companyKindName } from '#shared/people/rules/activity/audit-actions.ts';
import {
  companyDescription,
  isKnown,
  providerDescription,
  shownTarget,
} from '#shared/people/rules/activity/sentence.ts';
import type { exportAllActivity as providerExportCall } from '#shared/people/staff-activity.ts';
import {
  isClient,
  type ProviderActivity,
  readActivity,
  readProviderActivity,
  type StoredActivity,
} from './activity.store.ts';
import { ofCompany, ofProvider, withoutProviderNames } from './activity.ts';
import { changeText } from './change-words.ts';
import { readTargetNames, type TargetNames, targetName } from './target-names.store.ts';

/** Rows per transaction. */
const PAGE = 2000;

/** The last columns tell apart people and keys of one name, and lead to the request in the log. */
const ACT_HEADER = ['Qué hizo', 'Sobre', 'Cambios', 'Veces', 'Red', 'Id de quién', 'Pedido'];

const COMPANY_HEADER = ['Fecha', 'Quién', 'Tipo', ...ACT_HEADER];

const PROVIDER_HEADER = ['Fecha', 'Cliente', 'Empresa', 'Quién', 'Email', 'Tipo', ...ACT_HEADER];

/** Streams the audit trail of the caller's company as CSV, newest first. Times are in the zone of Buenos Aires. */
export async function exportActivity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { clientId }: Caller,
  { filter }: QueryOf<typeof exportCall>,
): Promise<Download> {
  const criteria = await db.withClient(clientId, (trx) => ofCompany(trx, clientId, filter));
  const read = (after: RowPosition | null) =>
    db.withClient(clientId, async (trx) =>
      withNames(trx, (await readActivity(trx, criteria, { after, limit: PAGE })).map(withoutProviderNames), 'company'),
    );
  return toCsv(clock(), COMPANY_HEADER, companyCells, read);
}

/** Streams the audit trail of all clients or one of them as CSV, as `exportActivity` does. */
export async function exportAllActivity(
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  { filter }: QueryOf<typeof providerExportCall>,
): Promise<Download> {
  const criteria = await db.withProvider(async (trx) => {
    const found = await ofProvider(trx, filter);
    const isKnown = found.clientId !== null && (await isClient(trx, found.clientId));
    events.record(trx, isKnown ? found.clientId : null, 'activity.exported');
    return found;
  });
  const read = (after: RowPosition | null) =>
    db.withProvider(async (trx) =>
      withNames(trx, await readProviderActivity(trx, criteria, { after, limit: PAGE }), 'provider'),
    );
  return toCsv(clock(), PROVIDER_HEADER, providerCells, read);
}

interface PageOfRows<R> {
  rows: readonly R[];
  names: TargetNames;
}

const withNames = async <R extends StoredActivity>(
  trx: Trx,
  rows: readonly R[],
  reader: 'company' | 'provider',
): Promise<PageOfRows<R>> => ({
  rows,
  names: await readTargetNames(trx, rows, reader),
});

/** Streams rows as CSV, page by page. */
function toCsv<R extends StoredActivity>(
  now: Date,
  header: string[],
  cellsOf: (row: R, names: TargetNames) => CsvCell[],
  read: (after: RowPosition | null) => Promise<PageOfRows<R>>,
): Download {
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    let after: RowPosition | null = null;
    do {
      const { rows, names }: PageOfRows<R> = await read(after);
      yield rows.map((row) => cellsOf(row, names));
      after = rows.length === PAGE ? (rows.at(-1) ?? null) : null;
    } while (after);
  }
  return csvDownload(`Actividad ${localDay(now)}`, header, pages());
}

/** @param describe names an action for the reader of the file; one of a later version keeps its name */
const actCells = (row: StoredActivity, names: TargetNames, describe: (action: AuditAction) => string): CsvCell[] => [
  isKnown(row.action) ? describe(row.action) : row.action,
  targetName(names, row) ?? shownTarget(row),
  changeText(row) || null,
  row.times,
  row.network,
  row.actor.id,
  row.request_id,
];

const companyCells = (row: StoredActivity, names: TargetNames): CsvCell[] => [
  formatTimestamp(row.at),
  row.actor.name,
  companyKindName(row.actor.kind),
  ...actCells(row, names, companyDescription),
];

const providerCells = (row: ProviderActivity, names: TargetNames): CsvCell[] => [
  formatTimestamp(row.at),
  row.client_id,
  row.nombre_empresa,
  row.actor.name,
  row.actor.email,
  ACTOR_KIND_NAMES[row.actor.kind],
  ...actCells(row, names, providerDescription),
];
