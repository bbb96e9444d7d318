import { expect } from 'vitest';
import { addDays, localDay } from '#shared/kit/days.ts';
import { cancelFulfillment, labelFulfillment, prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { createStockFixture, type StockFixture } from '#test/fixtures/stock-fixture.ts';
import type { StepOf } from './model-steps.ts';
import type { ModelWorld } from './model-world.ts';

/** Units in the stock of each client of a model world: more than its orders can take. */
const UNITS = 500;

/** Creates a product of a client that is in stock. */
export async function stockedProduct(world: ModelWorld, by: TestClient): Promise<StockFixture> {
  const { headers } = world.servers.provider;
  const fixture = await createStockFixture(
    world.gateway,
    (endpoint, input) => world.gateway.call(endpoint, { ...input, headers } as never),
    by,
  );
  await fixture.receive(UNITS);
  return fixture;
}

/** Receives units that become critical in some days and expire in twice as many, or takes the free units of a lot away. */
export async function changeStock(
  { gateway, now }: ModelWorld,
  fixture: StockFixture,
  clientId: number,
  { take, pick, units, days }: Omit<StepOf<'stock'>, 'do' | 'who'>,
): Promise<void> {
  if (!take) {
    const [criticality, expiry] = [days, 2 * days]
      .sort((a, b) => a - b)
      .map((n) => addDays(localDay(new Date(now)), n));
    await fixture.receive(units, `L${expiry}`, { criticality, expiry });
    return;
  }
  const lots = await gateway.owner<{ lot: string; free: number }>(
    'SELECT lot, units - reserved AS free FROM stock_lots WHERE client_id = $1 AND units > reserved ORDER BY id',
    [clientId],
  );
  const chosen = lots[pick % lots.length];
  if (chosen) await fixture.receive(-chosen.free, chosen.lot);
}

/** Prepares, labels or cancels one of the fulfillment orders of the world. */
export async function workAtWarehouse(
  { gateway, clients, servers }: ModelWorld,
  { pick, action }: StepOf<'warehouse'>,
): Promise<void> {
  const orders = await gateway.owner<{ clientId: number; id: number }>(
    `SELECT client_id AS "clientId", id FROM fulfillment_orders WHERE client_id = ANY($1) ORDER BY id`,
    [clients.map(({ clientId }) => clientId)],
  );
  const params = orders[pick % orders.length];
  if (!params) return;
  const { headers } = servers.provider;
  const calls = {
    prepare: () => gateway.call(prepareFulfillment, { headers, params, body: {} }),
    close: () => gateway.call(prepareFulfillment, { headers, params, body: { items: [], close: true } }),
    label: () => gateway.call(labelFulfillment, { headers, params, body: {} }),
    cancel: () => gateway.call(cancelFulfillment, { headers, params, body: { reason: 'Dañado' } }),
  };
  const { status, body } = await calls[action]();
  expect([200, 409, 422], JSON.stringify(body)).toContain(status);
}
