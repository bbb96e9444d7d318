import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { assertPriceChange } from '#server/money/domain/confirm-prices.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { type ProvinceLetter, provinceByLetter, provinceByName } from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { type ListedZips, provinceNames, zipRegion } from '#shared/orders/rules/place/zip-province.ts';
import type * as calls from '#shared/provider/staff-zip-codes.ts';
import { allListedZips, findListedZips } from './listed-zips.ts';
import { type Locality, parseLocalities } from './locality-import.ts';
import { deleteLocality, importLocalities, lockLocalities } from './zip-code.store.ts';

/** Most problems of a list that are reported. */
const MAX_PROBLEMS = 1000;

/**
 * Adds a locality.
 *
 * @throws Failure 422 for a CPA of another province; 409 for a known locality; 403 and 409 as `changeLocality`
 */
export async function addLocality(
  deps: Deps,
  caller: ProviderCaller,
  form: BodyOf<typeof calls.addLocality>,
): Promise<calls.StaffLocality> {
  const added = await changeLocality(deps, caller, form, 'locality.added', async (trx, locality) => {
    if ((await importLocalities(trx, [locality])) === 0) throw new Failure(409, 'Esa localidad ya está en la lista');
  });
  return { zip_code: added.code, city: added.city, province: added.province };
}

/** Removes a locality. @throws Failure 404 for an unknown one; 403 and 409 as `changeLocality` */
export async function removeLocality(
  deps: Deps,
  caller: ProviderCaller,
  form: BodyOf<typeof calls.removeLocality>,
): Promise<void> {
  await changeLocality(deps, caller, form, 'locality.removed', async (trx, locality) => {
    if (!(await deleteLocality(trx, locality))) throw new Failure(404, messages.notFound);
  });
}

/**
 * Changes a locality. Prices follow the provinces of a postal code (docs/behaviour/money.md), so a province that the code couldn't have
 * before is a change of prices.
 *
 * @throws Failure 403 for such a province if the caller may not publish tariffs; 409 without a confirmation
 */
async function changeLocality(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  caller: ProviderCaller,
  form: BodyOf<typeof calls.addLocality>,
  fact: 'locality.added' | 'locality.removed',
  write: (trx: Trx, locality: Locality) => Promise<void>,
): Promise<Locality> {
  const locality = localityOf(form);
  const { code, city, province } = locality;
  return db.withProvider(async (trx) => {
    await lockLocalities(trx);
    const before = await provincesOf(trx, code);
    await write(trx, locality);
    const opened = (await provincesOf(trx, code)).filter((letter) => !before.includes(letter));
    if (opened.length > 0) {
      const effect = effectOf(code, before, opened);
      assertPriceChange(caller, { field: 'province', effect, confirmed: form.confirm_prices });
    }
    events.record(trx, null, fact, { code, city, province, opened });
    return locality;
  });
}

/** Returns the provinces that a code can have. */
async function provincesOf(trx: Trx, code: string): Promise<readonly ProvinceLetter[]> {
  return provincesIn(code, await findListedZips(trx, [{ zip_code: code }]));
}

const provincesIn = (code: string, listed: ListedZips) => listed.get(code) ?? zipRegion(code);

/** Names the former and the new provinces of a code, and what changes its price. */
function effectOf(code: string, before: readonly ProvinceLetter[], opened: readonly ProvinceLetter[]): string {
  const fresh = provinceNames(opened);
  const price = opened.length === 1 ? `el precio de ${fresh}` : 'el precio de la provincia que se elija';
  return `El código postal ${code} hoy es de ${provinceNames(before)}. Con este cambio también podría ser de ${fresh}, y las cotizaciones y órdenes a ${code} podrían tener ${price}`;
}

/** Adds the localities of a CSV list that aren't known yet. Refuses rows with a province that their code can't have. */
export async function importLocalityList(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  text: string,
): Promise<ReplyOf<typeof calls.importLocalities>['results']> {
  return db.withProvider(async (trx) => {
    await lockLocalities(trx);
    const listed = await allListedZips(trx);
    const { rows, problems } = parseLocalities(text, ({ code, province }) => {
      const possible = provincesIn(code, listed);
      if (possible.includes(province)) return null;
      return `El código postal ${code} es de ${provinceNames(possible)}. Si el archivo está bien, lo agrega un administrador, porque cambia precios`;
    });
    const added = await importLocalities(trx, rows);
    if (added > 0) events.record(trx, null, 'localities.imported', { read: rows.length, added });
    return { read: rows.length, added, problems: problems.slice(0, MAX_PROBLEMS) };
  });
}

function localityOf({ zip_code, city, province }: BodyOf<typeof calls.addLocality>): Locality {
  const zip = parseZip(zip_code);
  const { letter, name } = provinceByLetter(province) ?? provinceByName(province) ?? {};
  if (!zip || !letter) throw new Error('the contract let an unknown code or province through');
  if (zip.province && zip.province !== letter) throw refusedField('zip_code', `No es un código de ${name}`);
  return { code: zip.digits, city, province: letter };
}
