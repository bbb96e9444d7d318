import { beforeEach, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { scaled } from '#test/test-scale.ts';
import { bulkText, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';

const { app, mail } = await sharedApp();

const ROUNDS = scaled(3, 50);
const ROWS = 100;

let sender: Sender;
beforeEach(async () => {
  sender = await signUp(app, mail);
});

type Answers = Awaited<ReturnType<typeof upload>>[];

/**
 * Runs racing uploads, each round with new orders, and waits until the accepted ones are processed.
 *
 * @param race returns the uploads' replies and the expected number of orders
 */
async function rounds(race: (first: number) => Promise<{ answers: Answers; orders: number }>): Promise<void> {
  let expected = 0;
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { answers, orders } = await race(1 + round * 10 * ROWS);
    expected += orders;
    for (const { status, body } of answers) {
      if (status === 200) await finished(app, sender.token, body.results.id);
      else expect([status, body.message]).toEqual([409, expect.stringMatching(/^Todavía est/)]);
    }
    refused += answers.filter(({ status }) => status === 409).length;
  }
  const { body } = await app.call(listOrders, { token: sender.token });
  expect(body.pagination.total).toBe(expected);
  expect(refused).toBeGreaterThan(0);
  expect(await counterDrift(app.owner)).toEqual([]);
}

const taken = (answers: Answers) => answers.filter(({ status }) => status === 200);

test('of several files that a client uploads at once only one runs; the others are refused meanwhile', () =>
  rounds(async (first) => {
    const files = [1, 2, 3].map((n) => bulkText(manyCells(ROWS, first + n * ROWS)));
    const answers = await Promise.all(files.map((file) => upload(app, sender.token, file)));
    return { answers, orders: taken(answers).length * ROWS };
  }));

test('a file that is uploaded twice at once creates each order once', () =>
  rounds(async (first) => {
    const file = bulkText(manyCells(ROWS, first));
    const answers = await Promise.all([upload(app, sender.token, file), upload(app, sender.token, file)]);
    return { answers, orders: ROWS };
  }));

test('an upload that is sent twice at once with its idempotency key is one upload', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const file = bulkText(manyCells(ROWS, 1 + round * ROWS));
    const key = crypto.randomUUID();
    const send = () => upload(app, sender.token, file, { key });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(new Set(taken(answers).map(({ body }) => body.results.id)).size).toBe(1);
    expect(answers.at(-1)?.status).toBe(200);
    await finished(app, sender.token, answers.at(-1)?.body.results.id ?? 0);
  }
  const { body } = await app.call(listOrders, { token: sender.token });
  expect(body.pagination.total).toBe(ROUNDS * ROWS);
});
