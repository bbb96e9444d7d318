import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { miscounted } from '#server/db/miscounted.ts';
import { batchRoutes } from '#server/features/batch/batch.routes.ts';
import { labelRoutes } from '#server/features/label/label.routes.ts';
import { modificationRoutes } from '#server/features/modification/modification.routes.ts';
import { statisticsRoutes } from '#server/features/statistics/statistics.routes.ts';
import { inconsistencies } from './consistency.ts';
import { effort } from './effort.ts';
import { wrongLabels } from './life-labels.ts';
import { wrongProvinces, wrongStates } from './life-states.ts';
import { step } from './life-steps.ts';
import { wrongEvents, wrongPayments, wrongPrices, wrongStatistics, wrongUploads } from './life-verdicts.ts';
import { type Stage, World } from './life-world.ts';
import { startPaymentServer } from './payment-server.ts';
import { startPrepaid } from './prepaid.ts';
import { startProvider } from './provider.ts';

let stage: Stage;
beforeAll(async () => {
  const payments = await startPaymentServer();
  const prepaid = await startPrepaid(payments.settings, [
    modificationRoutes,
    statisticsRoutes,
    batchRoutes,
    labelRoutes,
  ]);
  stage = { payments, prepaid, provider: await startProvider(prepaid.gateway.deps, prepaid.gateway) };
});
afterAll(async () => {
  await stage?.prepaid.stop();
  await stage?.payments.stop();
});

/** Orders in 'Con problema' of which nothing is on its way. */
const OVER_IN_TROUBLE = `SELECT o.tracking_id FROM orders o WHERE o.client_id = ANY($1) AND o.state_group = 'con_problema'
  AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = o.client_id AND s.order_pk = o.id
    AND (s.state_code IS NULL OR s.state_code NOT IN
      ('entregado', 'entregado_danio', 'devuelto', 'siniestrado', 'extraviado', 'expirado', 'cancelado')))`;

/** Two new clients, each with an order to begin with. */
async function begin(): Promise<World> {
  const { gateway } = stage.prepaid;
  const clients = [
    await gateway.addClient({ logistica_inversa: true }),
    await gateway.addClient({ prepago: true, logistica_inversa: true }),
  ] as const;
  const world = new World(stage, clients);
  gateway.setTime(new Date(world.now));
  await world.create(0, 2, 1);
  await world.create(1, 1, 1);
  return world;
}

test('whatever happens to orders, payments and files, in whatever order, everything follows from what happened', {
  timeout: effort(300_000, 7_200_000),
}, async () => {
  const { owner } = stage.prepaid.gateway;
  const played = { recorded: 0, confirmed: 0, uploaded: 0, printed: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
      const world = await begin();
      for (const one of steps) await world.play(one);
      await world.end();
      const ids = world.clients.map(({ clientId }) => clientId);
      expect(await inconsistencies(owner, ids)).toEqual([]);
      expect(await wrongEvents(world)).toEqual([]);
      expect(await wrongPayments(world)).toEqual([]);
      expect(await wrongPrices(world)).toEqual([]);
      expect(await wrongUploads(world)).toEqual([]);
      expect(await wrongStatistics(world)).toEqual([]);
      expect(await wrongLabels(world)).toEqual([]);
      played.printed += world.papers.size;
      expect(await wrongStates(world)).toEqual([]);
      expect(await wrongProvinces(world)).toEqual([]);
      // A month later nothing that has ended is a problem any more.
      await world.night(31);
      expect(await wrongStates(world)).toEqual([]);
      const problems = await owner(OVER_IN_TROUBLE, [ids]);
      expect(problems).toEqual([]);
      played.recorded += world.told.filter(({ said }) => said === 'recorded').length;
      played.confirmed += stage.prepaid.mails.splice(0).length;
      played.uploaded += world.uploaded.length;
    }),
    { numRuns: effort(100, 2000), endOnFailure: true },
  );
  expect(await miscounted(owner)).toEqual([]);
  // Else the sequences would prove nothing.
  expect(played.recorded).toBeGreaterThan(80);
  expect(played.confirmed).toBeGreaterThan(3);
  expect(played.uploaded).toBeGreaterThan(8);
  expect(played.printed).toBeGreaterThan(40);
});
