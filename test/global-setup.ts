import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { createLog } from '#server/platform/log.ts';
import { OTHER_POSTGRES } from './postgres-binaries.ts';
import { freeSharedMemory, SHARED_MEMORY } from './shared-memory.ts';
import { makeTemplate, type TestServer } from './test-database.ts';
import { startCluster } from './trials/cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databases: TestServer;
  }
}

/** Space for the databases of a run, in bytes, with a reserve. */
const DATABASES = 6_000_000_000;

/**
 * Builds the server for tests that start it, and starts one PostgreSQL for the whole run (of the version in `POSTGRES_BIN`,
 * if set). Each test file gets a separate database, copied from a migrated template.
 */
export default async function setup(project: TestProject) {
  execFileSync(process.execPath, ['scripts/build-server.mjs'], { stdio: 'inherit' });
  // A database consists of eight hundred files, which a disk's file system creates and deletes much more slowly.
  const parent = freeSharedMemory() > DATABASES ? SHARED_MEMORY : tmpdir();
  const dataDir = await mkdtemp(join(parent, 'remito-test-'));
  const server = OTHER_POSTGRES
    ? await startCluster(dataDir, { fsync: 'off', archive_mode: 'off' })
    : await startEmbeddedPostgres({ dataDir, log: createLog('warn'), unsafeFast: true });
  const { superuser, owner, login } = server;
  await makeTemplate({ superuser, owner, login });
  project.provide('databases', { superuser, owner, login });
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
