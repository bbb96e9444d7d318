import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { correctOrderItems, recountItems } from '#server/orders/domain/flags/recount-items.ts';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { shipmentLabel } from '#shared/orders/labels.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { closePending, listPending, readToday, snoozePending } from '#shared/orders/pending.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, orderEdit, shipment } from '#test/fixtures/order-factory.ts';
import { pendingRoutes } from './pending.routes.ts';

/** 7 September is a Monday; no holidays in the following three weeks. */
const day = (date: string, time = '10:00') => new Date(`2026-09-${date}T${time}:00-03:00`);

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let client: TestClient;
beforeAll(async () => {
  const features = [orderRoutes, shipmentRoutes, labelRoutes, modificationRoutes, pendingRoutes];
  ({ gateway, staff } = await startStaffGateway(features));
});
beforeEach(async () => {
  gateway.setTime(day('07'));
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const create = async (changes: Record<string, unknown> = {}, by = client) => {
  const { body } = await gateway.call(createOrder, { by, body: newOrder(changes) });
  return { ...body.results, label: `${body.results.tracking_id}-1` };
};

async function print(label: string, by = client): Promise<void> {
  const printed = await gateway.call(shipmentLabel, { by, params: { id: label, shipmentId: label } });
  expect(printed.status).toBe(200);
}

async function send(label: string, ...events: [state: string, at: Date, reason?: string][]): Promise<string[]> {
  const sent = events.map(([state, at, reason]) => providerEvent(label, state, at, reason ? { reason } : {}));
  const { body } = await staff(recordEvents, { body: { events: sent } });
  expect(body.results.map(({ reason }) => reason)).toEqual(events.map(() => null));
  return sent.map(({ event_id }) => event_id);
}

const list = async (query: Record<string, unknown> = {}, by = client) =>
  (await gateway.call(listPending, { by, query })).body;
/** Kinds without a line of their own in 'Hoy'. */
const kinds = async (by = client) => (await list({ kind: 'resolve' }, by)).results.map(({ kind }) => kind);
const today = async (by = client) => (await gateway.call(readToday, { by })).body.results;
const snooze = (id: number, until: string, by = client) =>
  gateway.call(snoozePending, { by, params: { id }, body: { until } });
const recounted = () => recountItems(gateway.deps, client.clientId, new AbortController().signal);

/** Collects a shipment and fails its delivery on the 9th at 16:00. */
async function failedVisit(reason = 'Destinatario ausente', by = client) {
  const order = await create({}, by);
  await print(order.label, by);
  gateway.setTime(day('09', '17:00'));
  const [, , event = ''] = await send(
    order.label,
    ['retirado', day('08')],
    ['en_curso', day('09', '08:00')],
    ['no_entregado', day('09', '16:00'), reason],
  );
  return { ...order, event };
}

test('a failed visit requires action until the next working day, and not after the delivery', async () => {
  const { label, id, order_id } = await failedVisit();
  const { results, kinds: totals, pagination } = await list();
  expect(pagination).toMatchObject({ total: 1, pages: 1 });
  expect(totals).toEqual([{ kind: 'failed_visit', total: 1, overdue: 0 }]);
  expect(results).toMatchObject([
    {
      kind: 'failed_visit',
      thing: { id, name: order_id, description: expect.any(String) },
      detail: 'Destinatario ausente',
      deadline: { at: '2026-09-10T16:00:00-03:00', days_left: 1, minutes_left: 23 * 60 },
      closable: false,
      snooze_until: '2026-09-10',
    },
  ]);
  gateway.setTime(day('10', '18:00'));
  expect((await list()).kinds).toContainEqual({ kind: 'failed_visit', total: 1, overdue: 1 });
  await send(label, ['en_curso', day('10', '17:00')]);
  expect(await kinds()).toEqual([]);
  expect(await recounted()).toBe(0);
});

test('a wrong address and the last attempt are kinds of their own', async () => {
  await failedVisit('Dirección incorrecta');
  gateway.setTime(day('07'));
  await failedVisit('Intentos de entrega agotados');
  expect(await kinds()).toEqual(['last_attempt', 'wrong_address']);
  expect((await list({ kind: 'wrong_address' })).results).toHaveLength(1);
  expect((await list({ kind: 'resolve', limit: 1, page: 2 })).results).toMatchObject([{ kind: 'wrong_address' }]);
  expect((await list({ kind: 'resolve', limit: 1, page: 9 })).pagination).toMatchObject({ page: 2, pages: 2 });
});

test('orders to print and late orders are read from the orders', async () => {
  const unprinted = await create();
  expect((await list()).results).toMatchObject([
    { id: unprinted.id, kind: 'print', deadline: { at: '2026-09-07T13:00:00-03:00' }, snooze_until: null },
  ]);
  await print(unprinted.label);
  expect((await list()).results).toEqual([]);
  gateway.setTime(day('14'));
  await send(unprinted.label, ['retirado', day('07', '18:00')]);
  expect((await list()).results).toMatchObject([
    { kind: 'late', deadline: { days_left: expect.any(Number), minutes_left: expect.any(Number) } },
  ]);
  expect((await list()).kinds).toEqual([{ kind: 'late', total: 1, overdue: 1 }]);
});

test('a printed label that isn’t collected within two working days requires action from then on', async () => {
  const { label } = await create();
  await print(label);
  gateway.setTime(day('09', '23:59'));
  expect(await kinds()).not.toContain('not_collected');
  gateway.setTime(day('10', '00:00'));
  expect(await kinds()).toContain('not_collected');
  expect(await recounted()).toBe(0);
  await send(label, ['retirado', day('09')]);
  expect(await kinds()).not.toContain('not_collected');
});

test('a shipment that waits at a branch requires action two days before it goes back', async () => {
  const { label } = await create();
  await print(label);
  gateway.setTime(day('08', '16:00'));
  await send(label, ['retirado', day('08')], ['disponible_retiro', day('08', '15:00')]);
  gateway.setTime(day('12', '23:59'));
  expect(await kinds()).toEqual([]);
  gateway.setTime(day('13', '00:00'));
  expect((await list()).results).toMatchObject([
    { kind: 'pickup_waiting', deadline: { at: '2026-09-15T23:59:59-03:00', days_left: 2 } },
  ]);
});

test('a rejected modification stays until somebody read it, and comes back with the next rejection', async () => {
  const { id, tracking_id, label } = await create();
  await print(label);
  await send(label, ['retirado', day('07')]);
  const reject = async (reason: string) => {
    const asked = await gateway.call(requestModification, {
      by: client,
      params: { id: tracking_id },
      body: orderEdit({ address_street_number: reason }),
    });
    const params = { clientId: client.clientId, id: asked.body.results.id };
    expect((await staff(decideModification, { params, body: { approved: false, reason } })).status).toBe(200);
  };
  await reject('12');
  const rejected = async () => (await list({ kind: 'modification_rejected' })).results;
  const [item] = await rejected();
  expect(item).toMatchObject({ thing: { id }, detail: '12', closable: true });
  const done = () => gateway.call(closePending, { by: client, params: { id: item?.id ?? 0 } });
  expect((await done()).status).toBe(200);
  expect((await done()).status).toBe(200);
  expect(await rejected()).toEqual([]);
  expect(await recounted()).toBe(0);
  gateway.setTime(day('08'));
  await reject('13');
  expect(await rejected()).toMatchObject([{ detail: '13' }]);
});

test('a snoozed item comes back on its day, and before it if something changes', async () => {
  const { label } = await failedVisit();
  const [item] = (await list()).results;
  const id = item?.id ?? 0;
  expect((await snooze(id, '2026-09-11')).body.errors).toMatchObject([{ message: 'Se puede posponer hasta el 10/09' }]);
  expect((await snooze(id, '2026-09-09')).status).toBe(422);
  expect((await snooze(id, '2026-09-10')).body.message).toBe('Vuelve a la lista el 10/09');
  expect(await kinds()).toEqual([]);
  gateway.setTime(day('10', '00:00'));
  expect(await kinds()).toEqual(['failed_visit']);
  expect((await snooze(id, '2026-09-11')).body.errors).toMatchObject([{ message: 'No se puede posponer: vence hoy' }]);
  gateway.setTime(day('10', '18:00'));
  expect((await list({ kind: 'failed_visit' })).results).toMatchObject([{ snooze_until: '2026-09-24' }]);
  expect((await snooze(id, '2026-09-24')).status).toBe(200);
  gateway.setTime(day('11', '18:00'));
  expect(await kinds()).toEqual([]);
  await send(label, ['en_curso', day('09', '17:10')], ['no_entregado', day('09', '17:20')]);
  expect(await kinds()).toEqual(['failed_visit']);
});

test('an item without a truth of its own is the only kind that is closed by hand', async () => {
  await failedVisit();
  const [item] = (await list()).results;
  const answer = await gateway.call(closePending, { by: client, params: { id: item?.id ?? 0 } });
  expect(answer.status).toBe(422);
});

test('a correction of the provider’s event removes its item', async () => {
  const { label, event } = await failedVisit();
  const body = {
    corrects: event,
    event_id: crypto.randomUUID(),
    state: 'notificado',
    correction_reason: 'Era otro envío',
  };
  const corrected = await staff(correctEvent, { params: { label }, body });
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
  expect(await kinds()).toEqual([]);
  expect(await recounted()).toBe(0);
});

test('another client sees, snoozes and closes nothing of somebody else', async () => {
  await failedVisit();
  const [item] = (await list()).results;
  const other = await gateway.addClient();
  expect(await list({}, other)).toMatchObject({ results: [], kinds: [], pagination: { total: 0 } });
  const { is_new, resolve, late, print: toPrint } = await today(other);
  expect([is_new, resolve.total, late.total, toPrint?.total]).toEqual([true, 0, 0, 0]);
  expect((await snooze(item?.id ?? 0, '2026-09-10', other)).status).toBe(404);
  const done = await gateway.call(closePending, { by: other, params: { id: item?.id ?? 0 } });
  expect(done.status).toBe(404);
  expect(await kinds()).toEqual(['failed_visit']);
});

test('Hoy counts what there is to do and names the first two', async () => {
  const first = await create({ shipments: [shipment(), shipment()] });
  gateway.setTime(day('07', '10:01'));
  const second = await create();
  gateway.setTime(day('07', '10:02'));
  await create();
  const failed = await failedVisit();
  // A shipment whose label was printed by itself is printed again with its order.
  await print(first.label);
  gateway.setTime(day('09', '17:00'));
  const now = await today();
  expect(now).toMatchObject({
    is_new: false,
    print: {
      total: 3,
      labels: 4,
      first: [{ order_id: first.order_id }, { order_id: second.order_id }],
      collection: { at: '2026-09-10T13:00:00-03:00', days_left: 1 },
    },
    resolve: { total: 1, overdue: 0, first: [{ id: failed.id, name: failed.order_id }] },
    late: { total: 0, first: [] },
    pay: null,
    since_yesterday: { created: 0, delivered: 0, failed: 1 },
  });
});

test('a failure of earlier days isn’t counted again when its address is corrected', async () => {
  const { tracking_id } = await failedVisit('Dirección incorrecta');
  gateway.setTime(day('14'));
  const asked = await gateway.call(requestModification, {
    by: client,
    params: { id: tracking_id },
    body: orderEdit({ address_street_number: '12' }),
  });
  const params = { clientId: client.clientId, id: asked.body.results.id };
  expect((await staff(decideModification, { params, body: { approved: true } })).status).toBe(200);
  expect((await today()).since_yesterday).toMatchObject({ failed: 0 });
});

test('the recount corrects items step by step, and removes those of ended orders and of missing ones', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 6; n++) {
    gateway.setTime(day('07'));
    const { id, label } = await failedVisit();
    if (n < 3) await send(label, ['en_curso', day('09', '16:20')], ['entregado', day('09', '16:30')]);
    ids.push(id);
  }
  await gateway.owner('DELETE FROM open_items WHERE client_id = $1', [client.clientId]);
  await gateway.owner(
    `INSERT INTO open_items (client_id, kind, subject_id, cause_at, opens_at)
     SELECT $1, 'last_attempt', subject, $3, $3 FROM unnest($2::bigint[]) subject`,
    [client.clientId, [...ids.slice(0, 4), 7], day('08')],
  );
  expect(await correctOrderItems(gateway.deps, client.clientId, new AbortController().signal, 2)).toBe(7);
  const kept = 'SELECT kind, subject_id::float8 AS id FROM open_items WHERE client_id = $1 ORDER BY subject_id';
  const left = await gateway.owner(kept, [client.clientId]);
  const open = ids.slice(3).map((id) => ({ kind: 'failed_visit', id }));
  expect(left).toEqual(open.sort((a, b) => a.id - b.id));
  expect(await recounted()).toBe(0);
});

test('a kind is counted up to 1,000 items, and its pages end there', async () => {
  await gateway.owner(
    `INSERT INTO open_items (client_id, kind, subject_id, cause_at, opens_at)
     SELECT $1, 'failed_visit', n, $2, $2 FROM generate_series(1, 1001) n`,
    [client.clientId, day('06')],
  );
  const { kinds: totals, pagination } = await list({ limit: 100, page: 11 });
  expect(totals).toEqual([{ kind: 'failed_visit', total: 1000, overdue: 0 }]);
  expect(pagination).toMatchObject({ page: 10, pages: 10, total: 1000 });
  expect((await today()).resolve).toMatchObject({ total: 1000 });
});
