import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import type { ProvinceLetter } from '#shared/orders/rules/place/provinces.ts';
import { parseZipStart } from '#shared/orders/rules/place/zip.ts';
import type { listLocalities } from '#shared/provider/staff-zip-codes.ts';
import type { Locality } from './locality-import.ts';

/** Rows per statement. Keeps messages and locks small when a full official list is imported. */
const CHUNK = 5000;

/**
 * Inserts localities that aren't listed yet. Names that differ only in case or accents count as equal.
 *
 * @param trx a transaction of the role `provider`: the role `app` may only read localities
 * @returns the number of new localities
 */
export async function importLocalities(trx: Trx, localities: readonly Locality[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < localities.length; from += CHUNK) {
    const chunk = localities.slice(from, from + CHUNK);
    added += await execute(
      trx,
      `INSERT INTO zip_codes (code, city, province)
       SELECT new.code, new.city, new.province
       FROM unnest($1::text[], $2::text[], $3::text[]) AS new (code, city, province)
       WHERE NOT EXISTS (
         SELECT FROM zip_codes old
         WHERE old.code = new.code AND old.province = new.province AND norm(old.city) = norm(new.city)
       )
       ON CONFLICT DO NOTHING RETURNING code`,
      [chunk.map(({ code }) => code), chunk.map(({ city }) => city), chunk.map(({ province }) => province)],
    );
  }
  return added;
}

/** Locks the localities against other changes until the transaction ends. */
export async function lockLocalities(trx: Trx): Promise<void> {
  await execute(trx, 'LOCK TABLE zip_codes IN SHARE ROW EXCLUSIVE MODE');
}

/** Returns a query of localities by the beginning of their postal code, or by part of their city. */
export function localitiesMatching({ search }: QueryOf<typeof listLocalities>['filter']) {
  const range = search === undefined ? null : rangeOf(search);
  return {
    select: `SELECT code AS zip_code, city, province FROM zip_codes
      WHERE ($1::text IS NULL AND $2::text IS NULL) OR code BETWEEN $2 AND $3 OR norm(city) LIKE like_contains($1)`,
    orderBy: 'zip_code, province, city',
    values: [search ?? null, range?.[0] ?? null, range?.[1] ?? null],
  };
}

/** Deletes a locality, whose city may differ in case and accents. @returns whether there was one */
export async function deleteLocality(trx: Trx, { code, city, province }: Locality): Promise<boolean> {
  const deleted = await execute(
    trx,
    'DELETE FROM zip_codes WHERE code = $1 AND province = $2 AND norm(city) = norm($3)',
    [code, province, city],
  );
  return deleted > 0;
}

export interface ZipPage {
  rows: Locality[];
  /** Matching localities on all pages. */
  total: number;
  /** Number of the returned page, from 1; the last page if the requested one is past the end. */
  page: number;
}

const PAGE: Statement<ZipPage> = statement(
  'zip-code.page',
  `WITH hits AS MATERIALIZED (SELECT code, city, province FROM zip_codes WHERE code BETWEEN $1 AND $2),
     size AS (SELECT count(*) AS total FROM hits),
     paging AS (SELECT total, greatest(1, least($3::bigint, ceil(total::numeric / $4::bigint)::bigint)) AS page FROM size)
     SELECT total, page, coalesce((
       SELECT jsonb_agg(shown) FROM (
         SELECT code, city, province FROM hits ORDER BY code, city, province
         LIMIT $4::bigint OFFSET (paging.page - 1) * $4::bigint
       ) shown
     ), '[]') AS rows
     FROM paging`,
);

/**
 * Finds localities whose code begins with the given digits, sorted by code and city. A CPA counts as its digits. An
 * empty text matches every locality; a text that can't begin a code matches none.
 */
export async function findLocalities(
  trx: Trx,
  code: string | undefined,
  { page, limit }: { page: number; limit: number },
): Promise<ZipPage> {
  const range = rangeOf(code);
  if (!range) return { rows: [], total: 0, page: 1 };
  return runOne(trx, PAGE, [...range, page, limit]);
}

const PROVINCES: Statement<{ province: ProvinceLetter }> = statement(
  'zip-code.provinces',
  'SELECT DISTINCT province FROM zip_codes WHERE code BETWEEN $1 AND $2 ORDER BY province',
);

/** Returns the sorted letters of the provinces that have localities whose code begins with `code`. */
export async function provincesOfZip(trx: Trx, code: string | undefined): Promise<ProvinceLetter[]> {
  const range = rangeOf(code);
  if (!range) return [];
  const rows = await run(trx, PROVINCES, range);
  return rows.map(({ province }) => province);
}

const ZIPS_BY_PROVINCE: Statement<{ province: ProvinceLetter; codes: string[] }> = statement(
  'zip-code.zips-by-province',
  `SELECT province, json_agg(code ORDER BY code) AS codes FROM (SELECT DISTINCT province, code FROM zip_codes) AS z
   GROUP BY province ORDER BY province`,
);

/** Returns all listed codes by province: at most 9,000 distinct codes, some of them in several provinces. */
export function zipsByProvince(trx: Trx): Promise<{ province: ProvinceLetter; codes: string[] }[]> {
  return run(trx, ZIPS_BY_PROVINCE);
}

const LISTED: Statement<{ code: string; provinces: ProvinceLetter[] }> = statement(
  'zip-code.listed',
  `SELECT code, json_agg(DISTINCT province) AS provinces FROM zip_codes WHERE code = ANY($1) GROUP BY code`,
  { prepared: true },
);

/** Returns the provinces of each listed code among `codes`. */
export function provincesOfZips(
  trx: Trx,
  codes: readonly string[],
): Promise<{ code: string; provinces: ProvinceLetter[] }[]> {
  return run(trx, LISTED, [codes]);
}

// Uses a range of codes instead of LIKE, because the index supports a range under any collation.
function rangeOf(code: string | undefined): [from: string, to: string] | null {
  if (code === undefined || code.trim() === '') return ['1000', '9999'];
  const digits = parseZipStart(code)?.digits;
  return digits ? [digits.padEnd(4, '0'), digits.padEnd(4, '9')] : null;
}
