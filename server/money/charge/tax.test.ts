import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { staffShipmentRoutes } from '#server/orders/staff-shipment/staff-shipment.routes.ts';
import { providerRoutes } from '#server/provider/settings/provider.routes.ts';
import { localDay } from '#shared/kit/days.ts';
import * as calls from '#shared/money/staff-charges.ts';
import { listTariffs, publishClientTariff, type StaffTariff } from '#shared/money/staff-tariffs.ts';
import { readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { chargeRoutes } from './charge.routes.ts';

let world: ShipmentFixture;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes, staffShipmentRoutes, chargeRoutes, providerRoutes]);
});
afterAll(() => world?.gateway.stop());

const query = { filter: { month: '2026-03' } };
const cents = (pesos: number) => Math.round(pesos * 100);

/** Gives a client the general tariff with another IVA. */
async function tax(client: TestClient, percent: number) {
  const { headers } = world.provider;
  const { body } = await world.gateway.call(listTariffs, { headers, query: { limit: 50 } });
  const general = body.results.find(({ in_force }) => in_force) as StaffTariff;
  world.gateway.setTime(NOW);
  const { status, body: answer } = await world.gateway.call(publishClientTariff, {
    headers,
    params: { clientId: client.clientId },
    body: { ...general, valid_from: localDay(NOW), tax_percent: percent } as never,
  });
  expect(status, JSON.stringify(answer)).toBe(200);
}

/** Collects shipments whose prices don't divide without a remainder. @returns their labels */
async function collected(client: TestClient, values: readonly number[]) {
  const shipments = values.map((items_value, index) => shipment({ items_value, weight: 700 + 900 * index }));
  const { labels } = await world.order(client, values.length, { shipments }, NOW);
  for (const label of labels) await world.provider.sendEvents(providerEvent(label, 'retirado', NOW));
  return labels;
}

const chargesOf = async ({ clientId }: TestClient) =>
  (await world.gateway.call(calls.listClientCharges, { headers: world.provider.headers, params: { clientId }, query }))
    .body;

test.each([21, 10.5, 0])(
  'a charge has the net amount and the IVA of its tariff, with %s per cent of IVA',
  async (percent) => {
    const client = await world.gateway.addClient();
    await tax(client, percent);
    await collected(client, [1, 99_999, 123_457, 7777]);
    const { results, sums } = await chargesOf(client);
    expect(results).toHaveLength(4);
    for (const { shipment_id, net, tax, total } of results) {
      const { headers } = world.provider;
      const { body } = await world.gateway.call(readShipmentCost, { headers, params: { label: shipment_id } });
      const { parts, tariff } = body.results;
      expect(tariff.tax_percent).toBe(percent);
      expect([cents(net), tax, total]).toEqual([
        cents((parts?.shipping ?? 0) + (parts?.insurance ?? 0)),
        parts?.tax,
        body.results.total,
      ]);
    }
    const sum = (key: 'net' | 'tax' | 'total') => results.reduce((total, one) => total + cents(one[key]), 0);
    expect([cents(sums.net), cents(sums.tax), cents(sums.total)]).toEqual([sum('net'), sum('tax'), sum('total')]);
  },
);

test('the month of all clients sums the net amounts of tariffs with different IVA', async () => {
  const [one, two] = [await world.gateway.addClient(), await world.gateway.addClient()];
  await tax(two, 10.5);
  for (const [index, client] of [one, two].entries()) {
    await collected(client, [50_001, 333]);
    await world.gateway.owner('UPDATE clients SET nombre_empresa = $2 WHERE client_id = $1', [
      client.clientId,
      `Con IVA ${index}`,
    ]);
  }
  const { headers } = world.provider;
  const filter = { ...query.filter, search: 'con iva' };
  const { results, sums } = (await world.gateway.call(calls.listCharges, { headers, query: { filter } })).body;
  const own = [(await chargesOf(one)).sums, (await chargesOf(two)).sums];
  expect(results.map(({ net, tax, total }) => [net, tax, total])).toEqual(
    own.map(({ net, tax, total }) => [net, tax, total]),
  );
  expect(cents(sums.net)).toBe(own.reduce((total, { net }) => total + cents(net), 0));
  expect(cents(sums.net) + cents(sums.tax)).toBe(cents(sums.total));
  const file = await world.gateway.call(calls.exportCharges, { headers, query: { filter } });
  const [header = '', first = ''] = new TextDecoder().decode(file.bytes).split('\r\n');
  expect(header).toContain('"Costos con IVA";"Ajustes con IVA";"Neto";"IVA";"Total"');
  expect(first.split(';').slice(-3)).toEqual(
    [own[0]?.net, own[0]?.tax, own[0]?.total].map((pesos) => (pesos ?? 0).toFixed(2).replace('.', ',')),
  );
});
