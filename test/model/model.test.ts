import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRoutes } from '#server/bulk/batch/batch.routes.ts';
import { counterDrift } from '#server/db/counter-drift.ts';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { pendingRoutes } from '#server/orders/pending/pending.routes.ts';
import { statisticsRoutes } from '#server/orders/statistics/statistics.routes.ts';
import { holidayRoutes } from '#server/provider/holiday/holiday.routes.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import { findStockDrift } from '#test/app/stock-drift.ts';
import { startProviderClient } from '#test/callers/provider-client.ts';
import { startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { warehouseFeatures } from '#test/fixtures/stock-fixture.ts';
import { startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { scaled } from '#test/test-scale.ts';
import {
  wrongDeliveryResults,
  wrongEvents,
  wrongPayments,
  wrongPrices,
  wrongStatistics,
  wrongUploads,
} from './model-checks.ts';
import { EXAMPLES } from './model-examples.ts';
import { wrongAtNight, wrongPromises } from './model-holidays.ts';
import { wrongLabels } from './model-label-checks.ts';
import { wrongPending } from './model-pending.ts';
import { wrongProvinces, wrongStates } from './model-state-checks.ts';
import { stepArbitrary } from './model-steps.ts';
import { type ModelServers, ModelWorld } from './model-world.ts';

let servers: ModelServers;
beforeAll(async () => {
  const payments = await startFakePaymentServer();
  const prepaid = await startPrepaidFixture(payments.settings, [
    modificationRoutes,
    statisticsRoutes,
    batchRoutes,
    labelRoutes,
    pendingRoutes,
    holidayRoutes,
    ...warehouseFeatures,
  ]);
  servers = { payments, prepaid, provider: await startProviderClient(prepaid.gateway.deps, prepaid.gateway) };
});
afterAll(async () => {
  await servers?.prepaid.stop();
  await servers?.payments.stop();
});

/** Orders in 'Con problema' without an active shipment. */
const OVER_IN_TROUBLE = `SELECT o.tracking_id FROM orders o WHERE o.client_id = ANY($1) AND o.state_group = 'con_problema'
  AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = o.client_id AND s.order_pk = o.id
    AND (s.state_code IS NULL OR s.state_code NOT IN
      ('entregado', 'entregado_danio', 'devuelto', 'siniestrado', 'extraviado', 'expirado', 'cancelado')))`;

/** Counts corrections of orders that the warehouse prepares. */
const STOCKED_AND_CORRECTED = `SELECT count(*)::int AS n FROM event_corrections c
  JOIN shipments s ON s.client_id = c.client_id AND s.id = c.shipment_id
  WHERE c.client_id = ANY($1) AND s.delivery_mode = 3`;

/** Creates a world of two new clients with an order each, and one that the warehouse prepares. */
async function begin(): Promise<ModelWorld> {
  const { gateway } = servers.prepaid;
  const clients = [
    await gateway.addClient({ logistica_inversa: true, fulfillment: true }),
    await gateway.addClient({ prepago: true, logistica_inversa: true, fulfillment: true }),
  ] as const;
  // Each world begins at the same time, before the days that the last one entered.
  await gateway.owner('DELETE FROM calendar_days');
  const world = new ModelWorld(servers, clients);
  gateway.setTime(new Date(world.now));
  await world.create(0, 2, 1);
  await world.create(0, 1, 3);
  await world.create(1, 1, 1);
  return world;
}

test('orders, payments and files stay consistent after any sequence of actions', {
  timeout: scaled(300_000, 7_200_000),
}, async () => {
  const { owner } = servers.prepaid.gateway;
  const played = {
    hidden: 0,
    holidays: 0,
    recorded: 0,
    confirmed: 0,
    uploads: 0,
    printed: 0,
    corrected: 0,
    stocked: 0,
  };
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 6, maxLength: 18 }), async (steps) => {
      const world = await begin();
      for (const one of steps) {
        await world.play(one);
        expect(await wrongPending(world)).toEqual([]);
        expect(await wrongPromises(world)).toEqual([]);
      }
      await world.end();
      expect(await wrongAtNight(world)).toEqual([]);
      const ids = world.clients.map(({ clientId }) => clientId);
      expect(await findInconsistencies(owner, ids)).toEqual([]);
      expect(await wrongEvents(world)).toEqual([]);
      expect(await wrongPayments(world)).toEqual([]);
      expect(await wrongPrices(world)).toEqual([]);
      expect(await wrongUploads(world)).toEqual([]);
      expect(await wrongStatistics(world)).toEqual([]);
      expect(await wrongDeliveryResults(world)).toEqual([]);
      expect(await wrongLabels(world)).toEqual([]);
      played.printed += world.printedLabels.size;
      played.hidden += world.hidings;
      played.holidays += world.holidays;
      expect(await wrongStates(world)).toEqual([]);
      expect(await wrongProvinces(world)).toEqual([]);
      expect(await findStockDrift(owner)).toEqual([]);
      // A month later no ended order has an open incident.
      await world.night(31);
      expect(await wrongStates(world)).toEqual([]);
      expect(await wrongPending(world)).toEqual([]);
      const problems = await owner(OVER_IN_TROUBLE, [ids]);
      expect(problems).toEqual([]);
      played.recorded += world.sentEvents.filter(({ result }) => result === 'recorded').length;
      played.confirmed += servers.prepaid.mails.splice(0).length;
      played.uploads += world.uploads.length;
      played.corrected += world.corrected.size;
      const [stocked] = await owner<{ n: number }>(STOCKED_AND_CORRECTED, [ids]);
      played.stocked += stocked?.n ?? 0;
    }),
    { numRuns: scaled(28, 2000), examples: EXAMPLES, endOnFailure: true },
  );
  expect(await counterDrift(owner)).toEqual([]);
  // The examples alone do each of these.
  for (const [what, times] of Object.entries(played)) expect(times, what).toBeGreaterThan(0);
});
