import { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClusterMutex } from '#server/db/start/cluster-mutex.ts';
import { tokenDigest } from '#server/platform/secrets/token-hash.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { ensureFirstKey } from './key.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Key that no node has inserted yet. */
const NEW_KEY = 'a-new-key-of-the-settings-of-thirty-two-signs';

test('nodes that start at once with a new key wait for a slow one that inserts it', async () => {
  const { database, server } = app;
  const config = { ...server.deps.config, OPS_API_KEY: NEW_KEY };
  const slow = new pg.Client(database.owner);
  await slow.connect();
  const { others } = await withClusterMutex(database.owner, async () => {
    await slow.query('BEGIN');
    await slow.query(
      `INSERT INTO provider_keys (name, hash, created_at) VALUES ('OPS_API_KEY', $1, current_moment())`,
      [tokenDigest(NEW_KEY)],
    );
    // Each attempt to get the mutex opens a connection: after the second one, a node waits for the mutex, not for a lock.
    const nodes = [{ attempts: 0 }, { attempts: 0 }];
    const starts = nodes.map((node) => {
      const stream = () => {
        node.attempts++;
        return new Socket();
      };
      return ensureFirstKey({ ...server.deps, config }, { ...database.owner, stream });
    });
    const settled = Promise.allSettled(starts);
    await expect.poll(() => Math.min(...nodes.map(({ attempts }) => attempts))).toBeGreaterThan(1);
    await slow.query('COMMIT');
    return { others: settled };
  });
  expect((await others).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect((await createStaffClient(app, NEW_KEY)(listClients)).status).toBe(200);
  await slow.end();
});
