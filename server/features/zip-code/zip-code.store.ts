import { prepared, run, type Trx } from '#server/db/connection.ts';
import type { ProvinceLetter } from '#shared/rules/provinces.ts';
import { parseZipStart } from '#shared/rules/zip.ts';
import type { Locality } from './locality-import.ts';

/** What runs one statement with `$1` parameters: a connection of `pg`, or a transaction made to look like one. */
export interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[]; rowCount?: number | null }>;
}

/** Rows of one statement, so that a full official list never makes one huge lock or message. */
const CHUNK = 5000;

/**
 * Adds places to those that are there; one that differs only in case or accents is there already.
 *
 * @param db the owner's connection: the role `app` may only read places
 * @returns how many were new
 */
export async function importLocalities(db: Queryable, places: readonly Locality[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < places.length; from += CHUNK) {
    const chunk = places.slice(from, from + CHUNK);
    const { rowCount } = await db.query(
      `INSERT INTO zip_codes (code, city, province)
       SELECT new.code, new.city, new.province
       FROM unnest($1::text[], $2::text[], $3::text[]) AS new (code, city, province)
       WHERE NOT EXISTS (
         SELECT FROM zip_codes old
         WHERE old.code = new.code AND old.province = new.province AND norm(old.city) = norm(new.city)
       )
       ON CONFLICT DO NOTHING`,
      [chunk.map(({ code }) => code), chunk.map(({ city }) => city), chunk.map(({ province }) => province)],
    );
    added += rowCount ?? 0;
  }
  return added;
}

export interface ZipPage {
  rows: Locality[];
  /** All places that match, on all pages. */
  total: number;
  /** The page that was answered, from 1: the last one when a later one was asked for. */
  page: number;
}

/**
 * Places whose code begins with the given digits, by code and city. A CPA counts as its digits, no text at all means
 * every place, and a text that can't begin a code finds nothing.
 */
export async function findLocalities(
  db: Queryable,
  code: string | undefined,
  { page, limit }: { page: number; limit: number },
): Promise<ZipPage> {
  const range = rangeOf(code);
  if (!range) return { rows: [], total: 0, page: 1 };
  const { rows } = await db.query(
    `WITH hits AS MATERIALIZED (SELECT code, city, province FROM zip_codes WHERE code BETWEEN $1 AND $2),
     size AS (SELECT count(*) AS total FROM hits),
     place AS (SELECT total, greatest(1, least($3::bigint, ceil(total::numeric / $4::bigint)::bigint)) AS page FROM size)
     SELECT total, page, coalesce((
       SELECT jsonb_agg(shown) FROM (
         SELECT code, city, province FROM hits ORDER BY code, city, province
         LIMIT $4::bigint OFFSET (place.page - 1) * $4::bigint
       ) shown
     ), '[]') AS rows
     FROM place`,
    [...range, page, limit],
  );
  const [{ total, page: answered, rows: places }] = rows as [{ total: unknown; page: unknown; rows: Locality[] }];
  return { rows: places, total: Number(total), page: Number(answered) };
}

/** Letters of the provinces that have places with this code, complete or not, in the order of the letters. */
export async function provincesOfZip(db: Queryable, code: string | undefined): Promise<ProvinceLetter[]> {
  const range = rangeOf(code);
  if (!range) return [];
  const { rows } = await db.query(
    'SELECT DISTINCT province FROM zip_codes WHERE code BETWEEN $1 AND $2 ORDER BY province',
    range,
  );
  return (rows as { province: ProvinceLetter }[]).map(({ province }) => province);
}

/** All listed codes by province: at most 9,000 codes, as often as provinces share one. */
export function zipsByProvince(trx: Trx): Promise<{ province: ProvinceLetter; codes: string[] }[]> {
  return run(
    trx,
    `SELECT province, json_agg(code ORDER BY code) AS codes FROM (SELECT DISTINCT province, code FROM zip_codes) AS z
     GROUP BY province ORDER BY province`,
  );
}

const LISTED = prepared(
  'zip_listed',
  `SELECT code, json_agg(DISTINCT province) AS provinces FROM zip_codes WHERE code = ANY($1) GROUP BY code`,
);

/** Those of the codes that are listed, each with its provinces. */
export function provincesOfZips(
  trx: Trx,
  codes: readonly string[],
): Promise<{ code: string; provinces: ProvinceLetter[] }[]> {
  return run(trx, LISTED, [codes]);
}

// A range of codes, not LIKE: the index serves it under any collation.
function rangeOf(code: string | undefined): [from: string, to: string] | null {
  if (code === undefined || code.trim() === '') return ['1000', '9999'];
  const digits = parseZipStart(code)?.digits;
  return digits ? [digits.padEnd(4, '0'), digits.padEnd(4, '9')] : null;
}
