import { decodeJwt } from 'jose';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { BACKGROUND_HEADER } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { logout, modifyPassword, recover, resetPassword } from '#shared/people/access.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { openStream } from '#test/callers/change-stream.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { logIn, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';

const { app, mail } = await sharedApp();

/** A second node on the same database. */
let other: string;
let sender: Sender;
const streams: { hangUp(): void }[] = [];

/** Starts another node, which runs no jobs. */
const startNode = () => startTestApp({ SMTP_URL: mail.url, ROLE: 'web' }, { sharesDatabaseWith: app });

beforeAll(async () => {
  const node = await startNode();
  other = node.server.url;
  return () => node.stop();
});
beforeEach(async () => {
  sender = await signUp(app, mail);
});
afterEach(() => {
  vi.useRealTimers();
  app.setTime(null);
  for (const stream of streams.splice(0)) stream.hangUp();
});

async function open(token = sender.token, { lastId, url = app.server.url }: { lastId?: string; url?: string } = {}) {
  const stream = await openStream(url, token, lastId);
  streams.push(stream);
  return stream;
}

/** Creates an order. @returns its id */
async function order(token = sender.token): Promise<number> {
  const { body } = await app.call(createOrder, { token, body: newOrder() });
  return body.results.id;
}

/** Stops the heartbeats, which would end revoked streams later: the tested effects must happen at once. */
const stopHeartbeats = () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

const changed = (id: number | null) => ({ kind: 'order', id });

const lastSeen = async (token: string) => {
  const { sid } = decodeJwt(token);
  const [row] = await app.owner<{ last_seen_at: Date }>('SELECT last_seen_at FROM sessions WHERE id = $1', [sid]);
  return row?.last_seen_at;
};

test('a stream begins at once and sends only the kind and the id of a created order', async () => {
  const stream = await open();
  expect(stream.status).toBe(200);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(stream.text()).toMatch(/^id: [\w-]+\.0\n\n$/);
  const id = await order();
  await stream.untilEvents(1);
  expect(stream.text()).toMatch(
    new RegExp(`^id: ([\\w-]+)\\.0\\n\\nid: \\1\\.1\\ndata: {"kind":"order","id":${id}}\\n\\n$`),
  );
});

test('a portal’s first stream begins with the latest changes', async () => {
  const id = await order();
  const stream = await open();
  expect(await stream.untilEvents(1)).toEqual([changed(id)]);
});

test('a portal that reconnects gets the missed events once and in order', async () => {
  const first = await open();
  const [one, two] = [await order(), await order()];
  await first.untilEvents(2);
  first.hangUp();
  const [three, four] = [await order(), await order()];
  const missed = async () => (await open(sender.token, { lastId: first.lastId() })).untilEvents(2);
  await expect.poll(missed).toEqual([changed(three), changed(four)]);
  expect(first.events()).toEqual([changed(one), changed(two)]);
});

test.each(['unknown.3', '.', 'hola', '%00', 'x'.repeat(300), 'ñ.-1'])(
  'a portal that reconnects with %j reads everything again',
  async (lastId) => {
    const stream = await open(sender.token, { lastId });
    expect(await stream.untilEvents(1)).toEqual([{ kind: 'resync', id: null }]);
  },
);

test('a portal that missed more events than the buffer holds reads everything again', async () => {
  const first = await open();
  first.hangUp();
  const { db, bus } = app.server.deps;
  const [{ client_id }] = (await app.owner<{ client_id: number }>('SELECT client_id FROM users WHERE username = $1', [
    sender.username,
  ])) as [{ client_id: number }];
  const watching = await open();
  // Twenty at a time: more are merged into one event.
  for (let round = 0; round < 3; round++) {
    await db.withClient(client_id, async (trx) => {
      for (let id = 1; id <= 20; id++) bus.publish(trx, client_id, { kind: 'order', id: round * 20 + id });
    });
    await watching.untilEvents(20 * (round + 1));
  }
  const back = await open(sender.token, { lastId: first.lastId() });
  expect(await back.untilEvents(1)).toEqual([{ kind: 'resync', id: null }]);
  const fresh = await open();
  expect(await fresh.untilEvents(1)).toEqual([{ kind: 'resync', id: null }]);
});

test('events never reach another client’s streams, on either node', async () => {
  const otherClient = await signUp(app, mail);
  const mine = [await open(), await open(sender.token, { url: other })];
  const theirs = [await open(otherClient.token), await open(otherClient.token, { url: other })];
  const [foreign, own] = [await order(otherClient.token), await order()];
  for (const stream of theirs) expect(await stream.untilEvents(1)).toEqual([changed(foreign)]);
  for (const stream of mine) expect(await stream.untilEvents(1)).toEqual([changed(own)]);
  // An event id of another client gives no access to its events.
  const borrowed = await open(otherClient.token, { lastId: mine[0]?.lastId() ?? '' });
  expect(await borrowed.untilEvents(1)).toEqual([{ kind: 'resync', id: null }]);
  // A foreign event would arrive before the next own one.
  const [foreignNext, ownNext] = [await order(otherClient.token), await order()];
  for (const stream of theirs) expect(await stream.untilEvents(2)).toEqual([changed(foreign), changed(foreignNext)]);
  for (const stream of mine) expect(await stream.untilEvents(2)).toEqual([changed(own), changed(ownNext)]);
  expect(await borrowed.untilEvents(2)).toEqual([{ kind: 'resync', id: null }, changed(foreignNext)]);
});

test('a logout ends the streams of its session on every node, and no others', async () => {
  stopHeartbeats();
  const again = await logIn(app, sender.username, sender.password);
  const ending = [await open(again), await open(again, { url: other })];
  const staying = [await open(), await open(sender.token, { url: other })];
  await app.call(logout, { token: again });
  await Promise.all(ending.map(({ ended }) => ended));
  const id = await order();
  for (const stream of staying) expect(await stream.untilEvents(1)).toEqual([changed(id)]);
  expect((await open(again)).status).toBe(401);
});

test('a changed password ends the streams of all other sessions; a reset ends all streams', async () => {
  stopHeartbeats();
  const again = await logIn(app, sender.username, sender.password);
  const [mine, others] = [await open(again), [await open(), await open(sender.token, { url: other })]];
  const body = { currentPassword: sender.password, newPassword: 'otra2026' };
  await app.call(modifyPassword, { token: again, body });
  await Promise.all(others.map(({ ended }) => ended));
  const id = await order(again);
  expect(await mine.untilEvents(1)).toEqual([changed(id)]);

  await app.call(recover, { body: { email: sender.email } });
  const letters = await mail.mailsTo(sender.email, 3);
  await app.call(resetPassword, { body: { token: tokenIn(letters.at(-1)), password: 'otra2027' } });
  await mine.ended;
});

/** Opens a stream whose heartbeats the test triggers. */
async function openWithHeartbeats() {
  stopHeartbeats();
  // The first stream of a node starts the heartbeats.
  return { stream: await open(), beat: () => vi.advanceTimersByTime(20_000) };
}

test('an idle stream gets a comment every twenty seconds and stays open', async () => {
  const { stream, beat } = await openWithHeartbeats();
  for (const beats of [1, 2, 3]) {
    beat();
    await expect.poll(() => stream.text().match(/^:$/gm)).toHaveLength(beats);
  }
  const id = await order();
  expect(await stream.untilEvents(1)).toEqual([changed(id)]);
});

test.each([
  ['ends after twelve hours', 12.01, 'expires_at'],
  ['ends after eight hours without use', 8.01, 'last_seen_at'],
])('a stream ends when its session %s', async (_when, hours) => {
  const { stream, beat } = await openWithHeartbeats();
  app.setTime(new Date(Date.now() + (hours - 0.1) * HOUR_MS));
  if (hours > 8.01) await app.owner('UPDATE sessions SET last_seen_at = $1', [new Date(Date.now() + 8 * HOUR_MS)]);
  beat();
  await expect.poll(() => stream.text()).toContain(':\n\n');
  app.setTime(new Date(Date.now() + hours * HOUR_MS));
  beat();
  await stream.ended;
});

test('neither a stream nor the portal’s background reads count as activity of the session', async () => {
  const before = await lastSeen(sender.token);
  app.setTime(new Date(Date.now() + HOUR_MS));
  const { stream, beat } = await openWithHeartbeats();
  beat();
  await expect.poll(() => stream.text()).toContain(':\n\n');
  const background = { headers: { [BACKGROUND_HEADER]: '1' } };
  expect((await app.call(listOrders, { token: sender.token, ...background })).status).toBe(200);
  expect(await lastSeen(sender.token)).toEqual(before);
  // The user's next call counts as activity.
  expect((await app.call(listOrders, { token: sender.token })).status).toBe(200);
  expect(await lastSeen(sender.token)).not.toEqual(before);
});

test('a fifth stream of a session ends its oldest', async () => {
  const four = [await open(), await open(), await open(), await open()];
  const elsewhere = await open(await logIn(app, sender.username, sender.password));
  const fifth = await open();
  await four[0]?.ended;
  const id = await order();
  for (const stream of [...four.slice(1), elsewhere, fifth]) {
    expect(await stream.untilEvents(1)).toEqual([changed(id)]);
  }
  expect(four[0]?.events()).toEqual([]);
});

test('a stopping server ends its streams without waiting for readers', async () => {
  const node = await startNode();
  const { url } = node.server;
  const mine = [await open(sender.token, { url }), await open(sender.token, { url })];
  const stopped = node.stop();
  // Streams must end properly: a broken connection would reject.
  await Promise.all(mine.map(({ ended }) => ended));
  await stopped;
});
