import * as z from 'zod/mini';
import type { Trx } from '#server/db/connection.ts';
import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { type CsvListRow, readCsvList } from '#server/platform/csv-list.ts';
import { changedText } from '#shared/bulk/doubts/changed-text.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';
import { type PickupPointResult, POINT_FILE_LIMITS, pickupPointRow } from '#shared/provider/staff-pickup-points.ts';
import { writePoint } from './point.ts';

/** Columns of the file, in the order of exports. */
const COLUMNS = {
  code: { names: ['codigo', 'code'] },
  name: { names: ['nombre', 'name'], optional: true },
  street: { names: ['domicilio', 'direccion', 'street'], optional: true },
  city: { names: ['localidad', 'city'], optional: true },
  province: { names: ['provincia', 'province'], optional: true },
  zip_code: { names: ['cp', 'codigo_postal', 'zip_code'], optional: true },
  hours: { names: ['horario', 'hours'], optional: true },
  lat: { names: ['latitud', 'lat'], optional: true },
  lon: { names: ['longitud', 'lon'], optional: true },
  active: { names: ['activo', 'active'], optional: true },
};

type Column = keyof typeof COLUMNS;

const YES = ['si', 's', '1', 'true'];
const NO = ['no', 'n', '0', 'false'];

/**
 * Creates or changes the pickup points of a CSV file, each as `savePickupPoint`.
 *
 * @returns the results of the rows, in the order of the file
 * @throws Failure 422 for a file without the code's column or with too many rows
 */
export async function importPickupPoints(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  text: string,
): Promise<PickupPointResult[]> {
  const rows: CsvListRow<Column>[] = [];
  const problems = readCsvList(text, COLUMNS, (row) => rows.push(row));
  const [first] = problems;
  if (first && rows.length === 0) throw refusedFile(`Línea ${first.line}: ${first.message}`);
  if (rows.length > POINT_FILE_LIMITS.rows)
    throw refusedFile(`El archivo tiene ${rows.length} filas: el máximo es ${POINT_FILE_LIMITS.rows}`);
  // In the order of their codes, so that two files at once don't wait for each other.
  const keyOf = ({ cells }: CsvListRow<Column>) => cells.code.toUpperCase();
  const ordered = rows.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)) || one.line - other.line);
  const results: PickupPointResult[] = problems.map(({ line, message }) => ({
    line,
    code: '',
    result: 'refused',
    reason: message,
  }));
  await db.withProvider(async (trx) => {
    for (const row of ordered) results.push(await importRow(trx, row));
    const saved = results.filter(isSaved).length;
    if (saved > 0) events.record(trx, null, 'pickup_points.imported', { points: results.length, saved });
  });
  return results.sort((one, other) => one.line - other.line);
}

const isSaved = ({ result }: PickupPointResult) => result === 'created' || result === 'changed';

const refusedFile = (message: string) => new Failure(422, message, [{ field: 'text', message }]);

async function importRow(trx: Trx, { line, cells }: CsvListRow<Column>): Promise<PickupPointResult> {
  const refused = (reason: string): PickupPointResult => ({ line, code: cells.code, result: 'refused', reason });
  const active = fold(cells.active);
  if (![...YES, ...NO, ''].includes(active)) return refused('activo: poné SI o NO');
  for (const column of ['name', 'street', 'city'] as const) {
    const changed = changedText(cells[column]);
    if (changed) return refused(reasonAt(column, changed));
  }
  const filled = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''));
  const { data, error } = z.safeParse(pickupPointRow, {
    ...filled,
    active: active === '' ? null : YES.includes(active),
  });
  if (!data)
    return refused(
      joinSentences((error?.issues ?? []).map(({ path, message }) => reasonAt(String(path[0]), message))) ||
        messages.value,
    );
  try {
    const { point, before } = await writePoint(trx, data.code, data, (_, effect) => {
      if (!effect) return;
      const message = `${effect}. Cambialo aparte`;
      throw new Failure(422, message, [{ field: 'province', message }]);
    });
    const changed = before ? changedFields(before, point) : null;
    const result = !changed ? 'created' : changed.length === 0 ? 'unchanged' : 'changed';
    return { line, code: point.code, result, reason: null };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return refused(joinSentences(failure.errors.map(({ field, message }) => reasonAt(field, message))));
  }
}

const reasonAt = (field: string, message: string) => `${COLUMNS[field as Column]?.names[0] ?? field}: ${message}`;

/** Returns a sentence about the results of a file. */
export function importMessage(results: readonly PickupPointResult[]): string {
  const of = (result: PickupPointResult['result']) => results.filter((one) => one.result === result).length;
  const parts = [
    pluralize(of('created'), 'punto nuevo', 'puntos nuevos'),
    pluralize(of('changed'), 'cambiado', 'cambiados'),
    pluralize(of('unchanged'), 'igual', 'iguales'),
    pluralize(of('refused'), 'rechazado', 'rechazados'),
  ];
  return parts.join(' · ');
}
