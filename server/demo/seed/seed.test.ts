import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { runText } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { accounts, DEMO_PASSWORD } from '#server/demo/accounts.ts';
import { demoTeam } from '#server/demo/demo-team.ts';
import { createLog } from '#server/platform/log.ts';
import { startServer } from '#server/start.ts';
import { buildPath } from '#shared/kit/http/endpoint.ts';
import { login } from '#shared/people/access.ts';
import { createDemoDatabase, type DemoDatabase, dumpContent } from '#test/app/demo-database.ts';
import { createTestDatabase } from '#test/app/test-database.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';
import { scaled } from '#test/test-scale.ts';
import { seedDemonstrationData } from './seed.ts';

let demo: DemoDatabase;
beforeAll(async () => {
  demo = await createDemoDatabase();
  await seedDemonstrationData(demo.deps, demo.database.owner);
});
afterAll(() => demo?.stop());

describe('the demonstration data', () => {
  test('are equal on every machine if seeded on the same day', async () => {
    const other = await createDemoDatabase(new Date('2026-07-16T02:30:00Z'));
    try {
      await seedDemonstrationData(other.deps, other.database.owner);
      expect(await dumpContent(other)).toEqual(await dumpContent(demo));
    } finally {
      await other.stop();
    }
  });

  test('don’t change when the server restarts, also on a later day', async () => {
    const before = await dumpContent(demo);
    const later = { ...demo.deps, clock: () => new Date('2026-07-20T12:00:00Z') };
    expect(await seedDemonstrationData(later, demo.database.owner)).toBe(true);
    expect(await dumpContent(demo)).toEqual(before);
  });

  test('are completed without duplicates after crashes', async () => {
    const broken = await createDemoDatabase();
    try {
      // Each run fails from a later transaction on.
      for (const transactions of scaled([9, 250, 500], [3, 9, 250, 380, 455, 500])) {
        let left = transactions;
        const withClient: Database['withClient'] = (clientId, work) => {
          left -= 1;
          return left < 0 ? Promise.reject(new Error('killed')) : broken.db.withClient(clientId, work);
        };
        const dying = { ...broken.deps, db: { ...broken.db, withClient } };
        await expect(seedDemonstrationData(dying, broken.database.owner)).rejects.toThrow('killed');
      }
      const nextDay = { ...broken.deps, clock: () => new Date('2026-07-16T12:00:00Z') };
      await seedDemonstrationData(nextDay, broken.database.owner);
      expect(await dumpContent(broken)).toEqual(await dumpContent(demo));
    } finally {
      await broken.stop();
    }
  });

  test('stay incomplete if the server stops between two orders', async () => {
    const stopped = await createDemoDatabase();
    try {
      const signal = AbortSignal.abort();
      expect(await seedDemonstrationData(stopped.deps, stopped.database.owner, signal)).toBe(false);
      expect(await stopped.rows('SELECT FROM orders')).toEqual([]);
      expect(await stopped.rows('SELECT FROM demonstration WHERE completed_at IS NOT NULL')).toEqual([]);
    } finally {
      await stopped.stop();
    }
  });
});

test.each(scaled(['2024-02-29'], ['2024-02-29', '2026-01-04']))(
  'the demonstration data can be seeded on %s',
  async (day) => {
    const other = await createDemoDatabase(new Date(`${day}T12:00:00Z`));
    try {
      expect(await seedDemonstrationData(other.deps, other.database.owner)).toBe(true);
      const [years] = await other.rows(`SELECT count(*)::int AS n FROM (
      SELECT FROM shipment_events GROUP BY client_id, shipment_id
      HAVING extract(year FROM min(local_day(at))) < extract(year FROM max(local_day(at)))) s`);
      expect((years as { n: number }).n).toBeGreaterThan(0);
      const late = await other.rows('SELECT FROM shipment_events WHERE local_day(at) >= $1', [day]);
      expect(late).toEqual([]);
    } finally {
      await other.stop();
    }
  },
);

test('a server with DEMO listens at once, is ready when the data are complete, accepts every login, and shows the page of an open payment', async () => {
  const database = await createTestDatabase(inject('databases'));
  const config = readConfig({
    PORT: '0',
    DEMO: '1',
    SIMULATOR: '0',
    // The process also runs the tests, so its load must not shed requests.
    SHED_AFTER_MS: '0',
    LOG_LEVEL: 'silent',
    JWT_SECRET: 'a secret that only these tests know',
    SECRETS_KEY: TEST_SECRETS_KEY,
  });
  const server = await startServer(config, { log: createLog('silent'), portal: null, verifyReplies: true, database });
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    await server.dataComplete;
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    for (const { username } of [...accounts, ...demoTeam]) {
      const response = await fetch(`${server.url}/api${buildPath(login, {})}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ _username: username, _password: DEMO_PASSWORD }),
      });
      expect([username, response.status]).toEqual([username, 200]);
    }
    const [payment] = await server.deps.db.withProvider((trx) =>
      runText<{ link: string }>(trx, 'SELECT init_point AS link FROM merchant_orders WHERE state = 54 LIMIT 1'),
    );
    expect((await fetch(server.url + new URL(payment?.link ?? '').pathname)).status).toBe(200);
  } finally {
    await server.stop();
    await database.stop();
  }
});
