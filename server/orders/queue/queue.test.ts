import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { QUEUE_NAMES, type Queue } from '#shared/orders/rules/queues.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import {
  assignQueueItem,
  countQueues,
  listQueue,
  type QueueItem,
  snoozeQueueItem,
} from '#shared/orders/staff-queues.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { orderEdit } from '#test/fixtures/order-factory.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { queueRoutes } from './queue.routes.ts';

let world: ShipmentFixture;
let client: TestClient;
let other: TestClient;
let ana: number;
let beto: number;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes, modificationRoutes, queueRoutes]);
  client = await world.gateway.addClient();
  other = await world.gateway.addClient();
  [ana, beto] = await Promise.all([hired('Ana'), hired('Beto')]);
});
afterAll(() => world?.gateway.stop());

/** Inserts an active member of the staff. */
async function hired(name: string): Promise<number> {
  const [row] = await world.gateway.owner<{ id: number }>(
    `INSERT INTO staff (email, name, role, password_hash, created_at, activated_at)
     VALUES (lower($1) || '@provider.example', $1, 'support', '', current_moment(), current_moment())
     RETURNING id`,
    [name],
  );
  return row?.id ?? 0;
}

const headers = () => world.provider.headers;
const list = async (queue: Queue, query: object = {}) =>
  (await world.gateway.call(listQueue, { headers: headers(), params: { queue }, query: { limit: 1000, ...query } }))
    .body;
const totals = async () => (await world.gateway.call(countQueues, { headers: headers() })).body.results;
const totalOf = async (queue: Queue) => (await totals()).find((one) => one.queue === queue);
const keyOf = ({ queue, client_id, thing_id }: QueueItem) => ({ queue, clientId: client_id, id: thing_id });
const assign = (item: QueueItem, staff_id: number | null, instead_of: number | null = null) =>
  world.gateway.call(assignQueueItem, { headers: headers(), params: keyOf(item), body: { staff_id, instead_of } });
const snooze = (item: QueueItem, until: string | null) =>
  world.gateway.call(snoozeQueueItem, { headers: headers(), params: keyOf(item), body: { until } });

/** Creates an order of one shipment with these events, an hour ago. */
async function shipment(states: string[], by = client, hoursAgo = 1) {
  const { labels, ...made } = await world.order(by, 1);
  const label = labels[0] ?? '';
  for (const [index, state] of states.entries()) {
    const at = new Date(NOW.getTime() - hoursAgo * HOUR_MS + index * MINUTE_MS);
    expect(await world.provider.sendEvents(providerEvent(label, state, at))).toEqual(['recorded']);
  }
  return { ...made, label };
}

const FAILED = ['retirado', 'en_curso', 'no_entregado'];
const found = async (queue: Queue, name: string) => (await list(queue)).results.find((item) => item.name === name);

test('a failed visit is an incident of its company until the shipment’s end, and no other client’s', async () => {
  const { label, tracking_id } = await shipment(FAILED);
  const item = await found('incidents', label);
  expect(item).toMatchObject({
    queue: 'incidents',
    client_id: client.clientId,
    tracking_id,
    state: 'No Entregado',
    beyond: false,
    assigned_to: null,
    snoozed_until: null,
  });
  expect((await list('incidents', { filter: { client: String(other.clientId) } })).results).toEqual([]);
  expect((await list('incidents', { filter: { client: String(client.clientId) } })).results).toContainEqual(item);
  await world.provider.sendEvents(providerEvent(label, 'extraviado', NOW));
  expect(await found('incidents', label)).toBeUndefined();
});

test('each queue is counted, the oldest item first', async () => {
  await shipment(FAILED, client, 5);
  await shipment(FAILED, other, 9);
  const counted = await totals();
  expect(counted.map(({ queue }) => queue)).toEqual([...QUEUE_NAMES]);
  for (const { queue, total, oldest } of counted) {
    const { results, pagination } = await list(queue);
    expect([total, oldest], queue).toEqual([results.length, results[0]?.since ?? null]);
    expect(pagination.total).toBe(total);
    expect(results.map(({ since }) => since)).toEqual(results.map(({ since }) => since).sort());
  }
});

test('a modification waits until it is decided', async () => {
  const { tracking_id, order_id } = await shipment(['retirado']);
  const edited = await world.gateway.call(requestModification, {
    by: client,
    params: { id: tracking_id },
    body: orderEdit({ address_street_number: '1300' }) as never,
  });
  const { id } = edited.body.results;
  expect(await found('modifications', order_id)).toMatchObject({ thing_id: id, tracking_id, state: null });
  const params = { clientId: client.clientId, id };
  await world.gateway.call(decideModification, { headers: headers(), params, body: { approved: true, reason: '' } });
  expect(await found('modifications', order_id)).toBeUndefined();
});

describe('an item', () => {
  test('is assigned to one person: who comes second reads who took it', async () => {
    const { label } = await shipment(FAILED);
    const item = (await found('incidents', label)) as QueueItem;
    const answers = await Promise.all([assign(item, ana), assign(item, beto)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? 'Ana' : 'Beto';
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe(`Ya la tomó ${winner}`);
    expect((await found('incidents', label))?.assigned_to?.name).toBe(winner);
    const [from, to] = winner === 'Ana' ? [ana, beto] : [beto, ana];
    expect((await assign(item, to, from)).status).toBe(200);
    expect((await assign(item, null, from)).status).toBe(409);
    expect((await assign(item, null, to)).body).toMatchObject({ message: 'Ya no está asignada' });
  });

  test('is hidden until a day, and comes back earlier with another cause', async () => {
    const { label } = await shipment(FAILED);
    const item = (await found('incidents', label)) as QueueItem;
    const before = (await totalOf('incidents'))?.total ?? 0;
    const { status, body } = await snooze(item, '2026-03-25');
    expect([status, body.message, body.results.snoozed_until]).toEqual([
      200,
      'Vuelve a la cola el 25/03',
      '2026-03-25T00:00:00-03:00',
    ]);
    expect(await found('incidents', label)).toBeUndefined();
    expect((await totalOf('incidents'))?.total).toBe(before - 1);
    await world.provider.sendEvents(providerEvent(label, 'demorado', NOW));
    expect(await found('incidents', label)).toMatchObject({ state: 'Demorado', snoozed_until: null });
  });

  test('can’t be snoozed to a day that is over or too far, nor once it is settled', async () => {
    const { label } = await shipment(FAILED);
    const item = (await found('incidents', label)) as QueueItem;
    for (const until of ['2026-03-20', '2026-04-25', 'mañana']) {
      expect((await snooze(item, until)).body.errors?.[0]?.field, until).toBe('until');
    }
    await world.provider.sendEvents(providerEvent(label, 'extraviado', NOW));
    for (const { status, body } of [await snooze(item, '2026-03-25'), await assign(item, ana)]) {
      expect([status, body.message]).toEqual([404, 'Esto ya no está en la cola: se resolvió mientras tanto']);
    }
  });

  test('of another client, or assigned to nobody who exists, is refused', async () => {
    const { label } = await shipment(FAILED);
    const item = (await found('incidents', label)) as QueueItem;
    expect((await assign({ ...item, client_id: other.clientId }, ana)).status).toBe(404);
    expect((await assign(item, 999_999)).body.errors?.[0]?.field).toBe('staff_id');
  });
});

test('a queue that doesn’t exist is refused, and a sender sees none', async () => {
  const unknown = await world.gateway.call(listQueue, { headers: headers(), params: { queue: 'otra' as never } });
  expect(unknown.status).toBe(404);
  expect((await world.gateway.call(countQueues, { by: client })).status).toBe(401);
});
