import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordEvents } from '#shared/orders/staff-events.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { startCorrections } from '#test/fixtures/correction-fixture.ts';
import { on } from '#test/fixtures/shipment-fixture.ts';

let fixture: Awaited<ReturnType<typeof startCorrections>>;
let client: TestClient;
beforeAll(async () => {
  fixture = await startCorrections();
});
beforeEach(async () => {
  fixture.gateway.setTime(on(2));
  client = await fixture.gateway.addClient({ logistica_inversa: true });
});
afterAll(() => fixture?.gateway.stop());

test('an event with a state that the table lacks is refused with the nearest one, unless the call accepts it', async () => {
  const { label } = await fixture.shipment(client, []);
  const event = providerEvent(label, 'Retirdo', on(3));
  const call = async (accept_unknown?: boolean) =>
    (await fixture.staff(recordEvents, { body: { events: [event], ...(accept_unknown && { accept_unknown }) } })).body
      .results[0];
  expect(await call()).toMatchObject({
    result: 'refused',
    reason: 'El estado «Retirdo» no existe. ¿Quisiste decir «Retirado»? Para registrarlo igual, enviá accept_unknown',
  });
  expect(await fixture.history(label)).toHaveLength(1);
  expect(await call(true)).toMatchObject({ result: 'recorded' });
  // A repeated event stays repeated, whatever the call accepts.
  expect(await call()).toMatchObject({ result: 'repeated' });
  const corrected = await fixture.correct(label, event.event_id, { state: 'retirado' });
  expect(corrected.body.results.state).toBe('Retirado');
  await fixture.expectRecounted(client);
});
