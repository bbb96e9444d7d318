import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { importPlaces } from './place.store.ts';
import { readPlaces } from './place-import.ts';

const FILE = join(import.meta.dirname, '..', '..', 'db', 'data', 'zip-codes.csv');

/**
 * Gives a new installation the postal codes that come with the product. Where there are any, they stay as they are: the
 * provider may have imported a full list.
 *
 * @param owner the owner's connection: the role app may only read places
 */
export async function openingPlaces(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM zip_codes LIMIT 1');
    if (rowCount === 0) await importPlaces(client, readPlaces(await readFile(FILE)).rows);
  } finally {
    await client.end();
  }
}
