import type { Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/offset-page.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import type { Pagination } from '#shared/http/pagination.ts';
import { messages } from '#shared/messages.ts';
import type * as calls from '#shared/ops/zip-codes.ts';
import { provinceByLetter, provinceByName } from '#shared/rules/provinces.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { type Locality, parseLocalities } from './locality-import.ts';
import { deleteLocality, importLocalities, localitiesMatching, queryable } from './zip-code.store.ts';

/** Most problems of a list that are reported. */
const MAX_PROBLEMS = 1000;

/** Lists localities by postal code and city. */
export async function listLocalities(
  { db }: Deps,
  { page, limit, filter: { search } }: QueryOf<typeof calls.listLocalities>,
): Promise<{ results: calls.OperatorLocality[]; pagination: Pagination }> {
  return db.withOperator((trx) =>
    readOffsetPage<calls.OperatorLocality>(trx, localitiesMatching(search), { page, limit }),
  );
}

/** Adds a locality. @throws Failure 422 for a code of another province; 409 for a known locality */
export async function addLocality(
  { db }: Deps,
  form: BodyOf<typeof calls.addLocality>,
): Promise<calls.OperatorLocality> {
  const locality = localityOf(form);
  return db.withOperator(async (trx) => {
    if ((await importLocalities(queryable(trx), [locality])) === 0)
      throw new Failure(409, 'Esa localidad ya está en la lista');
    record(trx, locality);
    return { zip_code: locality.code, city: locality.city, province: locality.province };
  });
}

/** Removes a locality. @throws Failure 404 for an unknown one */
export async function removeLocality({ db }: Deps, form: BodyOf<typeof calls.removeLocality>): Promise<void> {
  const locality = localityOf(form);
  await db.withOperator(async (trx) => {
    if (!(await deleteLocality(trx, locality))) throw new Failure(404, messages.notFound);
    record(trx, locality);
  });
}

/** Adds the localities of a CSV list that aren't known yet. */
export async function importLocalityList(
  { db }: Deps,
  text: string,
): Promise<ReplyOf<typeof calls.importLocalities>['results']> {
  const { rows, problems } = parseLocalities(text);
  const added = await db.withOperator(async (trx) => {
    const count = await importLocalities(queryable(trx), rows);
    if (count > 0) recordAudit(trx, { clientId: null, details: { read: rows.length, added: count } });
    return count;
  });
  return { read: rows.length, added, problems: problems.slice(0, MAX_PROBLEMS) };
}

function localityOf({ zip_code, city, province }: BodyOf<typeof calls.addLocality>): Locality {
  const zip = parseZip(zip_code);
  const { letter, name } = provinceByLetter(province) ?? provinceByName(province) ?? {};
  if (!zip || !letter) throw new Error('the contract let an unknown code or province through');
  if (zip.province && zip.province !== letter)
    throw new Failure(422, messages.fields, [{ field: 'zip_code', message: `No es un código de ${name}` }]);
  return { code: zip.digits, city, province: letter };
}

function record(trx: Trx, { code, city, province }: Locality): void {
  recordAudit(trx, { clientId: null, target: code, details: { city, province } });
}
