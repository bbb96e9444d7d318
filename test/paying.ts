import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { miscounted } from '#server/db/miscounted.ts';
import type { TestClient } from './gateway.ts';
import { payerOf } from './payer.ts';
import { type PaymentServer, startPaymentServer } from './payment-server.ts';
import { type Prepaid, startPrepaid } from './prepaid.ts';

/** The provider of payments, what stands before it, and the client of the test that runs; there once `startPaying` was called. */
export let server: PaymentServer;
export let world: Prepaid;
export let by: TestClient;

/** What that client does with its payments. */
export const payer = payerOf(
  () => world,
  () => by,
);

/** Gives the tests of a file a provider of payments and a gateway, and each test a prepaid client of its own. */
export function startPaying(): void {
  beforeAll(async () => {
    server = await startPaymentServer();
    world = await startPrepaid(server.settings);
  });
  beforeEach(async () => {
    by = await world.client();
    world.mails.length = 0;
    world.jobs.held.length = 0;
  });
  afterAll(async () => {
    expect(await miscounted(world.gateway.owner)).toEqual([]);
    await world?.stop();
    await server?.stop();
  });
}
