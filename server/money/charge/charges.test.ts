import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { SUM_TOO_LARGE } from '#shared/kit/amount.ts';
import * as calls from '#shared/money/staff-charges.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { correctEvent } from '#shared/orders/staff-events.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { orderEdit } from '#test/fixtures/order-factory.ts';
import { type CreatedOrder, on, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { chargeRoutes } from './charge.routes.ts';

let world: ShipmentFixture;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes, modificationRoutes, chargeRoutes]);
});
afterAll(() => world?.gateway.stop());

const MARCH = { month: '2026-03' };
const asked = (clientId: number, query: object) => ({ headers: world.provider.headers, params: { clientId }, query });
const chargesOf = async ({ clientId }: TestClient, filter: object = MARCH, page: object = {}) =>
  (await world.gateway.call(calls.listClientCharges, asked(clientId, { filter, ...page }))).body;
const monthOf = async (filter: object = MARCH, page: object = {}) =>
  (await world.gateway.call(calls.listCharges, { headers: world.provider.headers, query: { filter, ...page } })).body;
const send = (label: string, state: string, at: Date) => world.provider.sendEvents(providerEvent(label, state, at));
const labelOf = ({ labels }: CreatedOrder) => labels[0] ?? '';
const linesOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trimEnd().split('\r\n').slice(1);

describe('a shipment is charged', () => {
  test('in the month of its collection in Buenos Aires, with its frozen cost', async () => {
    const client = await world.gateway.addClient();
    const [before, after, waiting] = [await world.order(client), await world.order(client), await world.order(client)];
    // 23:59 of the last day of February and midnight of the first of March, in Buenos Aires.
    await world.gateway.owner(`UPDATE orders SET created_at = '2026-02-01' WHERE client_id = $1`, [client.clientId]);
    await world.gateway.owner(`UPDATE shipments SET created_at = '2026-02-01' WHERE client_id = $1`, [client.clientId]);
    await world.gateway.owner(`UPDATE shipment_events SET at = '2026-02-01' WHERE client_id = $1`, [client.clientId]);
    expect(await send(labelOf(before), 'retirado', new Date('2026-03-01T02:59:59Z'))).toEqual(['recorded']);
    expect(await send(labelOf(after), 'retirado', new Date('2026-03-01T03:00:00Z'))).toEqual(['recorded']);
    const march = await chargesOf(client);
    expect(march.results).toMatchObject([
      { shipment_id: labelOf(after), collected_on: '2026-03-01', order_id: after.order_id, adjustment: 0, reasons: [] },
    ]);
    expect(march.results[0]?.total).toBeGreaterThan(0);
    expect((await chargesOf(client, { month: '2026-02' })).results.map(({ shipment_id }) => shipment_id)).toEqual([
      labelOf(before),
    ]);
    expect(march.results.map(({ shipment_id }) => shipment_id)).not.toContain(labelOf(waiting));
  });

  test('by its first event after it left its sender, even if the collection arrives late or never', async () => {
    const client = await world.gateway.addClient();
    const { labels } = await world.order(client, 2);
    const [late = '', jumped = ''] = labels;
    await send(late, 'admitido_sucursal', on(9));
    await send(late, 'retirado', on(6));
    await send(jumped, 'admitido_sucursal', on(7));
    const { results } = await chargesOf(client);
    expect(results.map(({ shipment_id, collected_on }) => [shipment_id, collected_on])).toEqual([
      [late, '2026-03-06'],
      [jumped, '2026-03-07'],
    ]);
  });

  test('once, in the month of its collection, even if it is delivered in the next', async () => {
    const client = await world.gateway.addClient();
    const label = labelOf(await world.order(client, 1, {}, new Date('2026-02-27T12:00:00Z')));
    await send(label, 'retirado', new Date('2026-02-28T12:00:00Z'));
    expect(await send(label, 'en_curso', on(2))).toEqual(['recorded']);
    expect(await send(label, 'entregado', on(3))).toEqual(['recorded']);
    const february = await chargesOf(client, { month: '2026-02' });
    expect(february.results).toMatchObject([{ shipment_id: label, collected_on: '2026-02-28' }]);
    expect((await chargesOf(client)).results).toEqual([]);
  });

  test('not before, and not once it is cancelled', async () => {
    const client = await world.gateway.addClient();
    const { labels } = await world.order(client, 2);
    await send(labels[0] ?? '', 'no_retirado', on(5));
    await send(labels[1] ?? '', 'cancelado', on(5));
    expect(await chargesOf(client)).toMatchObject({ results: [], sums: { parcels: 0, total: 0 } });
  });

  test('no longer when its collection was a mistake, and on another day when its day was', async () => {
    const client = await world.gateway.addClient();
    const { labels } = await world.order(client, 2);
    const [wrong = '', moved = ''] = labels;
    const events = [providerEvent(wrong, 'retirado', on(5)), providerEvent(moved, 'retirado', on(5))];
    await world.provider.sendEvents(...events);
    expect((await chargesOf(client)).sums.parcels).toBe(2);
    const correct = (index: number, right: object) =>
      world.gateway.call(correctEvent, {
        headers: world.provider.headers,
        params: { label: labels[index] ?? '' },
        body: {
          corrects: events[index]?.event_id ?? '',
          event_id: crypto.randomUUID(),
          correction_reason: 'Error',
          ...right,
        },
      });
    expect((await correct(0, {})).status).toBe(200);
    expect((await correct(1, { state: 'retirado', at: on(8).toISOString() })).status).toBe(200);
    const { results } = await chargesOf(client);
    expect(results.map(({ shipment_id, collected_on }) => [shipment_id, collected_on])).toEqual([
      [moved, '2026-03-08'],
    ]);
  });

  test('with the adjustment of an approved address, and the reason for it', async () => {
    const client = await world.gateway.addClient();
    const made = await world.order(client);
    await send(labelOf(made), 'retirado', on(5));
    const edit = orderEdit({ address_zip_code: '4400', address_state: 'Salta', address_city: 'Salta' });
    const params = { id: made.tracking_id };
    const { body } = await world.gateway.call(requestModification, { by: client, params, body: edit as never });
    const [before] = (await chargesOf(client)).results;
    await world.gateway.call(decideModification, {
      headers: world.provider.headers,
      params: { clientId: client.clientId, id: body.results.id },
      body: { approved: true },
    });
    const { results, sums } = await chargesOf(client);
    expect(results[0]).toMatchObject({
      frozen: before?.frozen,
      reasons: ['Cambio de domicilio: de Ciudad de Buenos Aires a Noroeste'],
    });
    expect(results[0]?.adjustment).toBeGreaterThan(0);
    expect(sums).toMatchObject({
      frozen: before?.frozen,
      adjustment: results[0]?.adjustment,
      total: results[0]?.total,
    });
    const file = await world.gateway.call(calls.exportClientCharges, asked(client.clientId, { filter: MARCH }));
    expect(linesOf(file.bytes)[0]).toContain('"Cambio de domicilio: de Ciudad de Buenos Aires a Noroeste"');
  });
});

test('clients with charges are summed by company, and all of them together, over all pages', async () => {
  const [one, two, none] = [
    await world.gateway.addClient(),
    await world.gateway.addClient(),
    await world.gateway.addClient(),
  ];
  for (const [index, { clientId }] of [one, two, none].entries())
    await world.gateway.owner('UPDATE clients SET nombre_empresa = $2 WHERE client_id = $1', [
      clientId,
      `Sumada ${index}`,
    ]);
  const made = [await world.order(one, 2), await world.order(two)];
  for (const label of made.flatMap(({ labels }) => labels)) await send(label, 'retirado', on(5));
  await world.order(none);
  const filter = { ...MARCH, search: 'sumada' };
  const { results, sums, pagination, month } = await monthOf(filter, { limit: 1 });
  expect(month).toBe('2026-03');
  expect(pagination).toMatchObject({ total: 2, pages: 2 });
  expect(results).toMatchObject([{ client_id: one.clientId, nombre_empresa: 'Sumada 0', parcels: 2 }]);
  const [second] = (await monthOf(filter, { limit: 1, page: 2 })).results;
  expect(second?.client_id).toBe(two.clientId);
  expect(sums.total).toBeCloseTo((results[0]?.total ?? 0) + (second?.total ?? 0), 2);
  const file = await world.gateway.call(calls.exportCharges, { headers: world.provider.headers, query: { filter } });
  expect(linesOf(file.bytes)).toHaveLength(2);
});

test('a client is found by its CUIT as screens show it, with hyphens', async () => {
  const client = await world.gateway.addClient();
  await world.gateway.owner(`UPDATE clients SET cuit = '30998877661' WHERE client_id = $1`, [client.clientId]);
  await send(labelOf(await world.order(client)), 'retirado', on(5));
  for (const search of ['30-99887766-1', '30998877661', '9988']) {
    const { results } = await monthOf({ ...MARCH, search });
    expect(results.map(({ client_id }) => client_id)).toContain(client.clientId);
  }
  expect((await monthOf({ ...MARCH, search: 'zz-99887766' })).results).toEqual([]);
});

test('another client’s shipments are in no month of this one', async () => {
  const [mine, foreign] = [await world.gateway.addClient(), await world.gateway.addClient()];
  const made = await world.order(foreign);
  await send(labelOf(made), 'retirado', on(5));
  expect(await chargesOf(mine)).toMatchObject({ results: [], sums: { parcels: 0, paid: 0 } });
  const file = await world.gateway.call(calls.exportClientCharges, asked(mine.clientId, { filter: MARCH }));
  expect(linesOf(file.bytes)).toEqual([]);
});

test('a page past the end shows the last one, and pages have the order of the file', async () => {
  const client = await world.gateway.addClient();
  const { labels } = await world.order(client, 3);
  for (const [index, label] of labels.entries()) await send(label, 'retirado', on(10 - index));
  const pages = [await chargesOf(client, MARCH, { limit: 2 }), await chargesOf(client, MARCH, { limit: 2, page: 9 })];
  expect(pages.map(({ pagination }) => pagination.page)).toEqual([1, 2]);
  const shown = pages.flatMap(({ results }) => results.map(({ shipment_id }) => shipment_id));
  expect(shown).toEqual(labels.toReversed());
  const file = await world.gateway.call(calls.exportClientCharges, asked(client.clientId, { filter: MARCH }));
  expect(linesOf(file.bytes).map((line) => line.split(';')[1])).toEqual(shown.map((label) => `"${label}"`));
});

test('a month with more shipments than a page of the export has each shipment once in its file', async () => {
  const client = await world.gateway.addClient();
  for (let order = 0; order < 21; order++) await world.order(client, 100);
  await world.gateway.owner(`UPDATE shipments SET collected_on = '2026-03-05' WHERE client_id = $1`, [client.clientId]);
  const file = await world.gateway.call(calls.exportClientCharges, asked(client.clientId, { filter: MARCH }));
  const lines = linesOf(file.bytes);
  expect([lines.length, new Set(lines).size]).toEqual([2100, 2100]);
});

test('an order’s number that is a formula is inert in the file', async () => {
  const client = await world.gateway.addClient();
  const made = await world.order(client, 1, { order_id: '=1+1' });
  await send(labelOf(made), 'retirado', on(5));
  const file = await world.gateway.call(calls.exportClientCharges, asked(client.clientId, { filter: MARCH }));
  expect(linesOf(file.bytes)[0]).toContain(`;"'=1+1";`);
});

test('frozen costs that were paid online are summed apart', async () => {
  const client = await world.gateway.addClient();
  const [paid, open] = [await world.order(client), await world.order(client)];
  for (const made of [paid, open]) await send(labelOf(made), 'retirado', on(5));
  await world.gateway.owner('UPDATE orders SET paid_at = current_moment() WHERE id = $1', [paid.id]);
  const { results, sums } = await chargesOf(client);
  // Collected at the same moment, they come in any order.
  expect(Object.fromEntries(results.map((one) => [one.shipment_id, one.paid]))).toEqual({
    [labelOf(paid)]: true,
    [labelOf(open)]: false,
  });
  expect(sums.paid).toBe(results.find((one) => one.paid)?.frozen);
});

test('without a month the current one is read; a month that doesn’t exist and an unknown client are refused', async () => {
  const client = await world.gateway.addClient();
  expect((await chargesOf(client, {})).month).toBe('2026-03');
  for (const month of ['2026-13', '2026-3', 'marzo']) {
    const { status, body } = await world.gateway.call(calls.listCharges, {
      headers: world.provider.headers,
      query: { filter: { month } },
    });
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'filter.month']);
  }
  for (const call of [calls.listClientCharges, calls.exportClientCharges])
    expect((await world.gateway.call(call, asked(999_999, {}))).status).toBe(404);
});

test('a sender can’t read charges, not even its own', async () => {
  const client = await world.gateway.addClient();
  const params = { clientId: client.clientId };
  expect((await world.gateway.call(calls.listClientCharges, { by: client, params })).status).toBe(401);
});

describe('a month whose sum isn’t exact in cents any more', () => {
  const JANUARY = { month: '2026-01' };
  let client: TestClient;
  let labels: string[];
  beforeAll(async () => {
    client = await world.gateway.addClient();
    ({ labels } = await world.order(client, 2, {}, new Date('2026-01-05T12:00:00Z')));
    for (const label of labels) await send(label, 'retirado', new Date('2026-01-06T12:00:00Z'));
  });
  afterAll(() => costs(0));
  const costs = (cents: number, adjustment = 0) =>
    world.gateway.owner('UPDATE shipments SET cost_cents = $2, measured_adjustment_cents = $3 WHERE client_id = $1', [
      client.clientId,
      cents,
      adjustment,
    ]);
  const answers = async () => {
    const ofAll = { headers: world.provider.headers, query: { filter: JANUARY } };
    const ofClient = asked(client.clientId, { filter: JANUARY });
    const made = [
      await world.gateway.call(calls.listCharges, ofAll),
      await world.gateway.call(calls.exportCharges, ofAll),
      await world.gateway.call(calls.listClientCharges, ofClient),
    ];
    return made.map(({ status, bytes }) => [
      status,
      status === 200 || JSON.parse(new TextDecoder().decode(bytes)).message,
    ]);
  };

  test('is refused with the reason', async () => {
    await costs(Number.MAX_SAFE_INTEGER / 2 + 0.5);
    expect(await answers()).toEqual(Array(3).fill([422, SUM_TOO_LARGE]));
    await costs((Number.MAX_SAFE_INTEGER - 1) / 2);
    expect((await answers()).map(([status]) => status)).toEqual([200, 200, 200]);
  });

  test('is refused even where only costs with adjustments exceed it', async () => {
    await costs((Number.MAX_SAFE_INTEGER - 1) / 2, 1);
    expect(await answers()).toEqual(Array(3).fill([422, SUM_TOO_LARGE]));
  });

  test('has the file of its shipments, which are exact each', async () => {
    await costs(Number.MAX_SAFE_INTEGER - 1);
    const file = await world.gateway.call(calls.exportClientCharges, asked(client.clientId, { filter: JANUARY }));
    expect([file.status, linesOf(file.bytes).length]).toEqual([200, labels.length]);
  });
});
