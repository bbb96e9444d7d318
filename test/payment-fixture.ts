import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { type FakePaymentServer, startFakePaymentServer } from './fake-payment-server.ts';
import { createPaymentClient } from './payment-client.ts';
import { type PrepaidFixture, startPrepaidFixture } from './prepaid-fixture.ts';
import type { TestClient } from './test-gateway.ts';

/** Fake payment provider, proxy and client of the current test; available after `setUpPaymentTests`. */
export let server: FakePaymentServer;
export let world: PrepaidFixture;
export let by: TestClient;

/** Payment actions of that client. */
export const payer = createPaymentClient(
  () => world,
  () => by,
);

/** Gives a file's tests a payment provider and a gateway, and each test a prepaid client. */
export function setUpPaymentTests(): void {
  beforeAll(async () => {
    server = await startFakePaymentServer();
    world = await startPrepaidFixture(server.settings);
  });
  beforeEach(async () => {
    by = await world.client();
    world.mails.length = 0;
    world.jobs.queued.length = 0;
  });
  afterAll(async () => {
    expect(await counterDrift(world.gateway.owner)).toEqual([]);
    await world?.stop();
    await server?.stop();
  });
}
