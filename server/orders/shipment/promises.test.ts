import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentLabel } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { countOrders, listOrders, readOrder } from '#shared/orders/orders.ts';
import { cancelShipment, listShipments, readShipment } from '#shared/orders/shipments.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { shipmentRoutes } from './shipment.routes.ts';

/** A Monday without holidays in the following three weeks; the demonstration's tariff takes one to two days in the city. */
const day = (date: string, time = '10:00') => new Date(`2026-09-${date}T${time}:00-03:00`);

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let client: TestClient;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, shipmentRoutes, labelRoutes, modificationRoutes]));
});
beforeEach(async () => {
  gateway.setTime(day('07'));
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const create = async (changes: Record<string, unknown> = {}, by = client) =>
  (await gateway.call(createOrder, { by, body: newOrder(changes) })).body.results;

async function print(label: string, by = client): Promise<void> {
  const printed = await gateway.call(shipmentLabel, { by, params: { id: label, shipmentId: label } });
  expect(printed.status).toBe(200);
}

async function send(label: string, ...events: [state: string, at: Date][]): Promise<string[]> {
  const sent = events.map(([state, at]) => providerEvent(label, state, at));
  const { body } = await staff(recordEvents, { body: { events: sent } });
  expect(body.results.map(({ reason }) => reason)).toEqual(events.map(() => null));
  return sent.map(({ event_id }) => event_id);
}

const read = async (label: string, by = client) =>
  (await gateway.call(readShipment, { by, params: { id: label } })).body.results;
const promised = async (label: string) =>
  (
    await gateway.owner<{ promised_on: string | null }>(
      'SELECT promised_min, promised_max, promised_on, due_on FROM shipments WHERE label = $1',
      [label],
    )
  )[0];
const consistent = async () => expect(await findInconsistencies(gateway.owner, [client.clientId])).toEqual([]);

test('the first printed label promises the quoted days from the next collection, and a second one changes nothing', async () => {
  const { tracking_id } = await create();
  const label = `${tracking_id}-1`;
  const quoted = await read(label);
  expect(quoted).toMatchObject({ due: null, estimated_delivery_date: expect.any(String) });
  // A day later, after the last collection of the day.
  gateway.setTime(day('08', '13:30'));
  await print(label);
  const first = await promised(label);
  expect(first).toEqual({
    promised_min: '2026-09-10',
    promised_max: '2026-09-11',
    promised_on: '2026-09-11',
    due_on: '2026-09-11',
  });
  expect(await read(label)).toMatchObject({
    due: { date: '2026-09-11', days_left: 3 },
    estimated_delivery_date: '2026-09-11',
  });
  gateway.setTime(day('10'));
  await print(label);
  expect(await promised(label)).toEqual(first);
  await consistent();
});

test('a shipment that is collected without a printed label is promised from its collection', async () => {
  const { tracking_id } = await create();
  const label = `${tracking_id}-1`;
  gateway.setTime(day('09'));
  await send(label, ['planificado', day('08')]);
  expect((await promised(label))?.promised_on).toBeNull();
  await send(label, ['retirado', day('08', '17:00')]);
  expect((await promised(label))?.promised_on).toBe('2026-09-10');
  await consistent();
});

test.each([
  [
    [
      ['en_curso', day('10')],
      ['entregado', day('14', '09:00')],
    ] as const,
  ],
  [[['demorado', day('14', '09:00')]] as const],
])(
  'a shipment whose states arrive together is promised from its collection, not from the last of them: %j',
  async (later) => {
    const { tracking_id } = await create();
    const label = `${tracking_id}-1`;
    gateway.setTime(day('14'));
    await send(label, ['retirado', day('08', '17:00')], ...later.map(([state, at]): [string, Date] => [state, at]));
    expect((await promised(label))?.promised_on).toBe('2026-09-10');
    await consistent();
  },
);

test('an order is due with the first of its shipments, until all have arrived, go back or are cancelled', async () => {
  const { tracking_id, id } = await create({ shipments: [shipment(), shipment(), shipment()] });
  const due = async () => (await gateway.call(readOrder, { by: client, params: { id: String(id) } })).body.results.due;
  const [first = '', second = '', third = ''] = [1, 2, 3].map((n) => `${tracking_id}-${n}`);
  await print(first);
  gateway.setTime(day('08'));
  await print(second);
  await print(third);
  expect(await due()).toEqual({ date: '2026-09-09', days_left: 1 });
  gateway.setTime(day('09'));
  await send(first, ['retirado', day('08')], ['en_curso', day('09', '08:00')], ['entregado', day('09', '09:00')]);
  expect(await due()).toEqual({ date: '2026-09-10', days_left: 1 });
  await gateway.call(cancelShipment, { by: client, params: { id: second } });
  expect(await due()).toEqual({ date: '2026-09-10', days_left: 1 });
  await send(third, ['retirado', day('09', '09:10')], ['devolucion', day('09', '09:20')]);
  expect(await due()).toBeNull();
  await consistent();
});

test('late orders and shipments are listed, counted and sorted by their promised day', async () => {
  const other = await gateway.addClient();
  const labels: string[] = [];
  for (const [date, by] of [
    ['07', client],
    ['09', client],
    ['09', other],
    ['21', client],
  ] as const) {
    gateway.setTime(day(date));
    const { tracking_id } = await create({}, by);
    await print(`${tracking_id}-1`, by);
    if (by === client) labels.unshift(tracking_id);
  }
  await create();
  gateway.setTime(day('22'));
  const [upcoming = '', later = '', earlier = ''] = labels;
  const orders = async (query: Record<string, unknown>) => {
    const { body } = await gateway.call(listOrders, { by: client, query: query as never });
    return [body.results.map(({ tracking_id }) => tracking_id), body.pagination.total];
  };
  const sortedByDue = { order: { sort: 'o.due_on', direction: 'asc' } };
  expect(await orders({ filter: { late: '1' }, ...sortedByDue })).toEqual([[earlier, later], 2]);
  expect(await orders(sortedByDue)).toEqual([[earlier, later, upcoming], 3]);
  expect(
    await orders({ filter: { late: '1', client: 'ana' }, order: { sort: 'o.due_on', direction: 'desc' } }),
  ).toEqual([[later, earlier], 2]);
  expect((await gateway.call(countOrders, { by: client })).body).toMatchObject({ total: 4, late: 2 });
  expect((await gateway.call(countOrders, { by: other })).body).toMatchObject({ total: 1, late: 1 });
  const listed = await gateway.call(listShipments, { by: client, query: { filter: { late: 'si' } } as never });
  expect(listed.body.results.map(({ shipment_id }) => shipment_id).sort()).toEqual(
    [`${earlier}-1`, `${later}-1`].sort(),
  );
  expect(listed.body.results.find(({ tracking_id }) => tracking_id === earlier)?.due).toEqual({
    date: '2026-09-09',
    days_left: -13,
  });
});

test('a corrected delivery is due again', async () => {
  const { tracking_id } = await create();
  const label = `${tracking_id}-1`;
  await print(label);
  gateway.setTime(day('09'));
  const ids = await send(
    label,
    ['retirado', day('07', '15:00')],
    ['en_curso', day('08')],
    ['entregado', day('08', '12:00')],
  );
  expect((await read(label)).due).toBeNull();
  const correction = { corrects: ids[2] ?? '', event_id: 'c-1', correction_reason: 'Escaneo equivocado' };
  await staff(correctEvent, { params: { label }, body: correction });
  expect((await read(label)).due).toEqual({ date: '2026-09-09', days_left: 0 });
  await consistent();
});
