import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { restoreRowLevelSecurity } from './cases/row-level-security.ts';
import { findSubjects, type Subjects } from './cases/subjects.ts';
import { type Child, startChild } from './child.ts';
import type { GatewaySettings } from './gateway.ts';
import * as now from './prepare.ts';

/** A prepared database and our server on it. */
export interface BenchServer {
  folder: string;
  owner: pg.ClientConfig;
  login: pg.ClientConfig;
  gateway: Child;
  subjects: Subjects;
  stop(): Promise<void>;
}

export interface BenchServerOptions {
  /** Options of the server's Node. */
  execArgv?: string[];
  /** Whether the server also serves the portal's files. */
  portal?: boolean;
  /** See `findSubjects`. */
  middleOrders?: number;
}

const nameOf = ({ orders, clients, spread }: now.Size) =>
  `bench-${orders}-of-${clients}${spread === 'zipf' ? '-zipf' : ''}`;

/** Prepares a database, or reuses an earlier run's one, and starts our server on it. */
export async function startBenchServer(
  root: string,
  size: now.Size,
  options: BenchServerOptions = {},
): Promise<BenchServer> {
  const folder = resolve(root, nameOf(size));
  const database = await now.prepareDatabase(folder, size);
  try {
    await now.ensureWriter(database.owner);
    await restoreRowLevelSecurity(database.owner);
    return await startOn(folder, database, { file: 'gateway.ts', config: now.benchConfig(folder) }, options);
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * Starts the server of another checkout. With the same migrations and functions it uses the same database; otherwise the checkout
 * prepares a separate one.
 */
export async function startPreviousVersion(
  checkout: string,
  root: string,
  size: now.Size,
  place: BenchServer,
): Promise<BenchServer> {
  // Older checkouts have the bench in their root.
  const bench = [resolve(checkout, 'tools/bench'), resolve(checkout, 'bench')].find(existsSync) ?? checkout;
  const before: typeof now = await import(join(bench, 'prepare.ts'));
  const file = join(bench, 'gateway.ts');
  const schema = ['server/db/migrations', 'server/db/functions'];
  const fingerprintIn = (root: string) => now.fingerprintOf(...schema.map((folder) => resolve(root, folder)));
  if ((await fingerprintIn(join(import.meta.dirname, '../..'))) === (await fingerprintIn(checkout))) {
    const database = { owner: place.owner, login: place.login, stop: async () => {} };
    return startOn(place.folder, database, { file, config: before.benchConfig(place.folder) }, {});
  }
  if (process.env.DATABASE_URL) throw new Error('--before has another schema: this requires the embedded database');
  const folder = join(resolve(root), `${nameOf(size)}-before`);
  const database = await before.prepareDatabase(folder, size);
  try {
    await now.ensureWriter(database.owner);
    return await startOn(folder, database, { file, config: before.benchConfig(folder) }, {});
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startOn(
  folder: string,
  { owner, login, stop }: Awaited<ReturnType<typeof now.prepareDatabase>>,
  { file, config }: { file: string; config: GatewaySettings['config'] },
  { execArgv = [], portal = false, middleOrders }: BenchServerOptions,
): Promise<BenchServer> {
  const settings: GatewaySettings = { config, database: { owner, login }, portal };
  const gateway = await startChild(file, settings, execArgv);
  const close = async () => {
    await gateway.stop();
    await stop();
  };
  return { folder, owner, login, gateway, subjects: await findSubjects(owner, gateway.url, middleOrders), stop: close };
}
