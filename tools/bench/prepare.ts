import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type Config, readConfig } from '#server/config/config.ts';
import { connectDatabase, type DatabaseConnections } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { seedDatabase } from '#server/db/start/seed-data.ts';
import type { ValidTariff } from '#server/money/rate/tariff.ts';
import { createLog } from '#server/platform/log.ts';
import { hashPassword } from '#server/platform/secrets/passwords.ts';
import { localDay } from '#shared/kit/days.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';
import { insertClients, PASSWORD, planClients, type Spread } from './generator/clients.ts';
import { fillOrders, PAST_MS } from './generator/fill.ts';
import { generatedIds } from './generator/ids.ts';
import { createRandom } from './generator/random.ts';

const log = createLog('warn');

export interface Size {
  orders: number;
  clients: number;
  /** `few` by default. */
  spread?: Spread;
}

/** Folders that the prepared data depend on: the data are regenerated if migrations, functions or generator change. */
const fingerprint = () => fingerprintOf('generator', '../../server/db/migrations', '../../server/db/functions');

/** Returns a hash of all files in the folders. @param folders relative to this folder, or absolute */
export async function fingerprintOf(...folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const path = resolve(import.meta.dirname, folder);
    // Older checkouts have fewer folders.
    const names = existsSync(path) ? await readdir(path) : [];
    for (const name of names.sort()) hash.update(await readFile(join(path, name)));
  }
  return hash.digest('hex');
}

/** ProviderCaller key of the bench. */
export const PROVIDER_KEY = 'a key that only the bench knows, long enough';

/** Returns the settings of the server and the preparation from the environment; the port isn't set yet. */
export function benchEnvironment(folder: string): NodeJS.ProcessEnv {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env;
  return {
    DEMO: '0',
    THROTTLE: 'off',
    SMTP_URL: 'smtp://127.0.0.1:1',
    JWT_SECRET: 'a secret that only the bench knows',
    SECRETS_KEY: TEST_SECRETS_KEY,
    OPS_API_KEY: PROVIDER_KEY,
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    ...(DATABASE_URL && { DATABASE_URL }),
    ...(DATABASE_DIRECT_URL && { DATABASE_DIRECT_URL }),
  };
}

export const benchConfig = (folder: string): Config => readConfig({ ...benchEnvironment(folder), PORT: '0' });

/**
 * Prepares a database with these numbers of orders and clients: an embedded one in `folder`, which is kept for the next
 * run, or the empty one at DATABASE_URL.
 */
export async function prepareDatabase(folder: string, size: Size): Promise<DatabaseConnections> {
  const config = benchConfig(folder);
  const key = `${size.orders} ${size.clients} ${size.spread ?? 'few'} ${await fingerprint()}`;
  const database = await connectDatabase(config, log);
  const found = await preparedAs(database.owner);
  if (found === key) return database;
  if (found === 'nothing') {
    await prepare(database, size, key);
    return database;
  }
  await database.stop();
  if (config.DATABASE_URL) throw new Error('DATABASE_URL must name an empty or a prepared database');
  await rm(folder, { recursive: true, force: true });
  const fresh = await connectDatabase(config, log);
  await prepare(fresh, size, key);
  return fresh;
}

async function preparedAs(owner: pg.ClientConfig): Promise<string> {
  return asOwner(owner, async (client) => {
    const { rows } = await client.query(
      `SELECT to_regclass('orders') AS tables, to_regclass('bench_prepared') AS prepared`,
    );
    if (!rows[0].tables) return 'nothing';
    if (!rows[0].prepared) return 'something';
    return (await client.query('SELECT key FROM bench_prepared')).rows[0]?.key ?? 'something';
  });
}

async function prepare({ owner }: DatabaseConnections, size: Size, key: string): Promise<void> {
  const begun = performance.now();
  await migrate(owner, log);
  await seedDatabase(owner, { examples: true });
  await fillDatabase(owner, size);
  await asOwner(owner, (client) => client.query('CREATE TABLE bench_prepared AS SELECT $1 AS key', [key]));
  console.log(`prepared ${size.orders} orders in ${Math.round((performance.now() - begun) / 1000)} s`);
}

/** Fills a migrated database without orders. @returns the clients' ids, the largest first */
export async function fillDatabase(owner: pg.ClientConfig, size: Size): Promise<number[]> {
  const [now, random, ids] = [Date.now(), createRandom(2026), generatedIds()];
  const clients = planClients(size.clients, ids, random, size.spread);
  const tariff = await asOwner(owner, async (client) => {
    await insertClients(
      client,
      clients,
      localDay(new Date(now - PAST_MS)),
      await hashPassword(PASSWORD, { key: 'bench', known: true }),
    );
    const { rows } = await client.query<ValidTariff>('SELECT id, terms FROM tariffs ORDER BY id DESC LIMIT 1');
    return rows[0] as ValidTariff;
  });
  await fillOrders(owner, size.orders, { clients, inTurn: size.spread === 'zipf', tariff, ids, random, now });
  return clients.map(({ id }) => id);
}

/** Adds a client without orders if there is only one, so that created orders don't change the measured lists. */
export async function ensureWriter(owner: pg.ClientConfig): Promise<void> {
  await asOwner(owner, async (client) => {
    const { rows } = await client.query(`SELECT FROM users WHERE username LIKE 'bench%'`);
    if (rows.length !== 1) return;
    const [, writer] = planClients(2, generatedIds(), createRandom(2026));
    if (!writer) return;
    const since = localDay(new Date(Date.now() - PAST_MS));
    await insertClients(client, [writer], since, await hashPassword(PASSWORD, { key: 'bench', known: true }));
  });
}

async function asOwner<T>(owner: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
