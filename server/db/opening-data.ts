import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openingPoints } from './data/pickup-points.ts';
import { openingTariff } from './data/tariff.ts';
import { openingTerms } from './data/terms.ts';

// Any number that no other program on the same server uses for its own lock.
const LOCK = 7_364_548_202;

/**
 * Puts in what a new installation can't do without: tariff, postal codes, pickup points, terms. Each is put in only where there is
 * none, so that what the provider has made of them stays; any number of nodes may start at once.
 *
 * @param owner the owner's connection: the role app may only read these tables
 */
export async function openingData(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await putTariff(client);
    await putZipCodes(client);
    await putPickupPoints(client);
    await putTerms(client);
    await client.query('COMMIT');
  } finally {
    // An open transaction goes with its connection.
    await client.end();
  }
}

async function putTariff(client: pg.Client): Promise<void> {
  // Valid from before the oldest order that demonstration data can hold.
  await client.query(
    `INSERT INTO tariffs (valid_from, terms) SELECT '2000-01-01', $1 WHERE NOT EXISTS (SELECT FROM tariffs)`,
    [JSON.stringify(openingTariff)],
  );
}

async function putZipCodes(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM zip_codes LIMIT 1');
  if (rowCount) return;
  // A file of ours: `code;city;province`, a header, nothing quoted.
  const file = await readFile(join(import.meta.dirname, 'data', 'zip-codes.csv'), 'utf8');
  const [, ...lines] = file.trimEnd().split('\n');
  const rows = lines.map((line) => line.split(';'));
  const column = (index: number) => rows.map((row) => row[index]);
  await client.query(
    `INSERT INTO zip_codes (code, city, province)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    [column(0), column(1), column(2)],
  );
}

async function putPickupPoints(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO pickup_points (code, name, street, city, province, zip4)
     SELECT * FROM json_to_recordset($1) AS p (code text, name text, street text, city text, province char(1), zip4 int)
     WHERE NOT EXISTS (SELECT FROM pickup_points)`,
    [JSON.stringify(openingPoints)],
  );
}

async function putTerms(client: pg.Client): Promise<void> {
  await client.query('INSERT INTO terms (text) SELECT $1 WHERE NOT EXISTS (SELECT FROM terms)', [openingTerms]);
}
