import type { Deps } from '#server/integrations/deps.ts';
import { pageCount } from '#server/platform/http/response/paging.ts';
import type { QueryOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import type * as calls from '#shared/orders/lookups.ts';
import { type ProvinceLetter, provinceByLetter } from '#shared/orders/rules/place/provinces.ts';
import { findLocalities, provincesOfZip, zipsByProvince } from './zip-code.store.ts';

const nameOf = (letter: ProvinceLetter) => provinceByLetter(letter)?.name ?? '';

/** Finds localities by the beginning of their postal code (D1 §7). */
export async function findZipCodes(
  deps: Deps,
  { page, limit, filter }: QueryOf<typeof calls.findZipCodes>,
): Promise<ReplyOf<typeof calls.findZipCodes>> {
  const found = await deps.db.withoutClient((trx) => findLocalities(trx, filter.code, { page, limit }));
  return {
    results: found.rows.map(({ code, city, province }) => ({ zip_code: code, province: nameOf(province), city })),
    pagination: { page: found.page, pages: pageCount(found.total, limit), total: found.total, limit },
  };
}

/** Returns the provinces that have localities with a postal code (D2 §7). */
export async function provincesOfZipCode(
  deps: Deps,
  { filter }: QueryOf<typeof calls.provincesOfZipCode>,
): Promise<ReplyOf<typeof calls.provincesOfZipCode>> {
  const letters = await deps.db.withoutClient((trx) => provincesOfZip(trx, filter?.code));
  return { results: { provinces: letters.map((letter) => ({ name: nameOf(letter) })) } };
}

/** Returns all listed postal codes by province. */
export async function listedZipCodes(deps: Deps): Promise<ReplyOf<typeof calls.listedZipCodes>> {
  const rows = await deps.db.withoutClient(zipsByProvince);
  return { results: rows.map(({ province, codes }) => ({ province: nameOf(province), zip_codes: codes })) };
}
