import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import { makeTemplate, type TestServer } from './app/test-database.ts';
import { fastFolder } from './faults/shared-memory.ts';
import { OTHER_POSTGRES } from './services/postgres-binaries.ts';
import { startCluster } from './trials/cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databases: TestServer;
  }
}

/**
 * Builds the server for tests that start it, and starts one PostgreSQL for the whole run (of the version in `POSTGRES_BIN`,
 * if set). Each test file gets a separate database, copied from a migrated template.
 */
export default async function setup(project: TestProject) {
  execFileSync(process.execPath, ['scripts/build-server.mjs'], { stdio: 'inherit' });
  const dataDir = await mkdtemp(join(fastFolder(), 'remito-databases-'));
  const server = OTHER_POSTGRES
    ? await startCluster(dataDir, { fsync: 'off', archive_mode: 'off' })
    : await startEmbeddedPostgres({ dataDir, log: createLog('warn'), unsafeFast: true });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const { superuser, owner, login } = server;
  try {
    await makeTemplate({ superuser, owner, login });
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('databases', { superuser, owner, login });
  return stop;
}
