import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { docsSnippet } from '#test/trials/docs-snippets.ts';
import { createJobs, queue } from './jobs.ts';

const SECTION = ['docs/run.md', 'Failed jobs'] as const;
/** The queue of the document's example, without retries. */
const mails = queue<{ clientId: number }>('access-mail', 0);

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase(inject('databases'));
  owner = new pg.Client(database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await database?.stop();
});

test('the documented statements list a failed job and rerun it', async () => {
  const log = createLog('silent');
  const jobs = createJobs(database.owner, log);
  const db = openDatabase({ connection: database.login, size: 2, prepare: true }, log);
  const attempts: number[] = [];
  let broken = true;
  try {
    await owner.query("UPDATE pgboss.queue SET retry_limit = 0 WHERE name = 'access-mail'");
    await jobs.start([]);
    await jobs.work(mails, async ({ clientId }) => {
      attempts.push(clientId);
      if (broken) throw new Error('the mail server is down');
    });
    await db.withClient(7, (trx) => jobs.enqueue(trx, mails, { clientId: 7 }));
    const list = await docsSnippet(...SECTION, 'SELECT source_name');
    const failed = async () => (await owner.query(list)).rows;
    await expect.poll(failed).toMatchObject([{ queue: 'access-mail', data: { clientId: 7 } }]);

    broken = false;
    await owner.query(await docsSnippet(...SECTION, 'WITH dead'));
    await expect.poll(() => attempts).toEqual([7, 7]);
    expect(await failed()).toEqual([]);
  } finally {
    await jobs.stop();
    await db.close();
  }
});
