import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { miscounted } from '#server/db/miscounted.ts';
import { listOrders } from '#shared/orders.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { bulkText, finished, manyCells, upload } from '#test/bulk-files.ts';
import { effort } from '#test/effort.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';
import { type Sender, signUp } from '#test/senders.ts';

const ROUNDS = effort(3, 50);
const ROWS = 100;

let app: TestApp;
let mail: MailServer;
let sender: Sender;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
});
beforeEach(async () => {
  sender = await signUp(app, mail);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

/** Uploads of which each is of orders that none had before. */
async function rounds(race: (first: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await race(1 + round * 10 * ROWS);
  const { body } = await app.call(listOrders, { token: sender.token });
  expect(body.pagination.total).toBe(ROUNDS * ROWS);
  expect(await miscounted(app.owner)).toEqual([]);
}

/** Waits until what came of uploads is worked off. */
async function worked(answers: Awaited<ReturnType<typeof upload>>[]): Promise<number[]> {
  const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.results.id);
  for (const id of new Set(ids)) await finished(app, sender.token, id);
  return ids;
}

test('of several files that a client uploads at once one is taken, and the others hear of it', () =>
  rounds(async (first) => {
    const files = [1, 2, 3].map((n) => bulkText(manyCells(ROWS, first + n * ROWS)));
    const answers = await Promise.all(files.map((file) => upload(app, sender.token, file)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body.message).toMatch(/^Todavía est/);
    await worked(answers);
  }));

test('one file that is uploaded twice at once makes each of its orders once', () =>
  rounds(async (first) => {
    const file = bulkText(manyCells(ROWS, first));
    const answers = await Promise.all([upload(app, sender.token, file), upload(app, sender.token, file)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await worked(answers);
  }));

test('one upload that is sent twice at once with its key is one', () =>
  rounds(async (first) => {
    const file = bulkText(manyCells(ROWS, first));
    const key = crypto.randomUUID();
    const send = () => upload(app, sender.token, file, { key });
    const answers = await Promise.all([send(), send()]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const ids = await worked([...answers, await send()]);
    expect(new Set(ids).size).toBe(1);
  }));
