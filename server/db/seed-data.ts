import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { seedExamples } from './seed-examples.ts';

// Any number that no other program on the same server uses for its own lock.
const LOCK = 7_364_548_202;

/** First day of the example tariff of a demonstration: before its oldest order. */
const EXAMPLES_FROM = '2000-01-01';

/**
 * Puts in the facts that every installation needs: postal codes. Tariff, terms and pickup points are the provider's to enter;
 * a demonstration begins with examples of them. Each is put in only where there is none, so that what the provider has made of
 * them stays; any number of nodes may start at once.
 *
 * @param owner the owner's connection: the role app may only read these tables
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
    // An open transaction goes with its connection.
    await client.end();
  }
}

async function seedZipCodes(client: pg.Client): Promise<void> {
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
