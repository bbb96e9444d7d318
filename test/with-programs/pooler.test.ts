import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BusEvent } from '#server/cluster/event-bus.ts';
import { createPostgresEventBus } from '#server/cluster/postgres-event-bus.ts';
import { createLog } from '#server/platform/log.ts';
import { orderLabels } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type Bouncer, startPgBouncer } from '#test/services/pgbouncer.ts';

let mail: FakeMailServer;
let bouncer: Bouncer;
let app: TestApp;

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp(
    { SMTP_URL: mail.url, DATABASE_PREPARE: '0' },
    {
      wrapConnection: async (login) => {
        bouncer = await startPgBouncer(login, 3);
        return bouncer.connection;
      },
    },
  );
});

afterAll(async () => {
  await app.stop();
  await bouncer.stop();
  await mail.stop();
});

test('a sender registers, creates an order and prints it through a pooler in transaction mode', async () => {
  const { token } = await signUp(app, mail);
  const created = await app.call(createOrder, { token, body: newOrder() });
  expect(created.status).toBe(200);
  const { id, order_id } = created.body.results;
  const detail = await app.call(readOrder, { token, params: { id: String(id) } });
  expect(detail.body.results.order_id).toBe(order_id);
  const label = await app.call(orderLabels, { token, params: { id: String(id), orderId: order_id } });
  expect(new TextDecoder('latin1').decode(label.bytes.slice(0, 5))).toBe('%PDF-');
});

test('clients that share three connections never see each other’s orders', async () => {
  const senders: Sender[] = [];
  for (const name of ['uno', 'dos', 'tres', 'cuatro']) senders.push(await signUp(app, mail, { nombre: name }));
  await Promise.all(
    senders.flatMap(({ token, username }) =>
      [1, 2, 3].map((n) =>
        app.call(createOrder, { token, body: newOrder({ order_id: `${username.slice(-8)}-${n}` }) }),
      ),
    ),
  );
  const lists = await Promise.all(
    Array.from({ length: 80 }, async (_, i) => {
      const sender = senders[i % senders.length] as Sender;
      const { body } = await app.call(listOrders, { token: sender.token });
      return body.results.map(({ order_id }) => order_id.startsWith(sender.username.slice(-8)));
    }),
  );
  expect(lists.every((list) => list.length === 3 && list.every(Boolean))).toBe(true);
});

test('behind a pooler without LISTEN, portals get a resync event every five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const bus = createPostgresEventBus(bouncer.connection, createLog('silent'));
  try {
    await bus.start();
    const heard: BusEvent['kind'][] = [];
    bus.subscribe((_, { kind }) => heard.push(kind));
    vi.advanceTimersByTime(4999);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(5001);
    expect(heard).toEqual(['resync', 'resync']);
  } finally {
    vi.useRealTimers();
    await bus.close();
  }
});
