import { prepared, run, type Trx } from '#server/db/connection.ts';
import type { ProvinceLetter } from '#shared/rules/provinces.ts';
import { parseZip } from '#shared/rules/zip.ts';
import { type ListedZips, listedZipsFrom } from '#shared/rules/zip-province.ts';

/** All listed codes by province: at most 9,000 codes, as often as provinces share one. */
export function zipsByProvince(trx: Trx): Promise<{ province: ProvinceLetter; codes: string[] }[]> {
  return run(
    trx,
    `SELECT province, json_agg(code ORDER BY code) AS codes FROM (SELECT DISTINCT province, code FROM zip_codes) AS z
     GROUP BY province ORDER BY province`,
  );
}

/** All listed codes with their provinces, for a job that checks thousands of addresses. */
export async function allListedZips(trx: Trx): Promise<ListedZips> {
  return listedZipsFrom(await zipsByProvince(trx));
}

const LISTED = prepared(
  'zip_listed',
  `SELECT code, json_agg(DISTINCT province) AS provinces FROM zip_codes WHERE code = ANY($1) GROUP BY code`,
);

/** The listed codes among addresses, with their provinces, in one query (readings C48). */
export async function listedZipsOf(trx: Trx, addresses: readonly { zip_code: string }[]): Promise<ListedZips> {
  const codes = new Set(
    addresses.map(({ zip_code }) => parseZip(zip_code)?.digits).filter((code) => code !== undefined),
  );
  const rows = await run<{ code: string; provinces: ProvinceLetter[] }>(trx, LISTED, [[...codes]]);
  return new Map(rows.map(({ code, provinces }) => [code, provinces]));
}
