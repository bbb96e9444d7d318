import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { seedExamples } from './seed-examples.ts';

// Key of the advisory lock: arbitrary, but unique among the programs on the database server.
const LOCK = 7_364_548_202;

/** First day of the example tariff, before the oldest order of a demonstration. */
const EXAMPLES_FROM = '2000-01-01';

/**
 * Seeds the database with postal codes and, for a demonstration, with an example tariff, terms and pickup points, which the
 * provider enters otherwise. Seeds only empty tables, so that the provider's changes stay. Safe to run on several nodes at once.
 *
 * @param owner the owner's connection, because the role app may only read these tables
 */
export async function seedDatabase(owner: pg.ClientConfig, { examples }: { examples: boolean }): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await seedZipCodes(client);
    if (examples) {
      await seedExamples(async (text, values) => (await client.query(text, values)).rows, EXAMPLES_FROM);
    }
    await client.query('COMMIT');
  } finally {
    // Closing the connection rolls an open transaction back.
    await client.end();
  }
}

async function seedZipCodes(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM zip_codes LIMIT 1');
  if (rowCount) return;
  // `code;city;province` with a header and without quoted values.
  const file = await readFile(join(import.meta.dirname, '..', 'data', 'zip-codes.csv'), 'utf8');
  const [, ...lines] = file.trimEnd().split('\n');
  const rows = lines.map((line) => line.split(';'));
  const column = (index: number) => rows.map((row) => row[index]);
  await client.query(
    `INSERT INTO zip_codes (code, city, province)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    [column(0), column(1), column(2)],
  );
}
