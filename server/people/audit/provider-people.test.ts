import { expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { assignQueueItem, listQueue } from '#shared/orders/staff-queues.ts';
import { exportActivity, listActivity } from '#shared/people/activity.ts';
import { listAllActivity } from '#shared/people/staff-activity.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { hire } from '#test/fixtures/staff-fixture.ts';

const { app, mail } = await sharedApp();
const staff = createStaffClient(app);

test('a company reads that an incident of its shipment was assigned, and not to whom', async () => {
  const [{ token }, person] = [await signUp(app, mail), await hire(app, mail, 'support')];
  const { body } = await app.call(createOrder, { token, body: newOrder() });
  const label = `${body.results.tracking_id}-1`;
  const events = ['retirado', 'demorado'].map((state) => providerEvent(label, state, new Date()));
  await staff(recordEvents, { body: { events } });
  const waiting = await staff(listQueue, { params: { queue: 'incidents' }, query: { limit: '1000' } });
  const { client_id = 0, thing_id = 0 } = waiting.body.results.find(({ name }) => name === label) ?? {};
  const params = { queue: 'incidents', clientId: client_id, id: thing_id } as const;
  expect((await staff(assignQueueItem, { params, body: { staff_id: person.id, instead_of: null } })).status).toBe(200);

  const filter = { action: 'ops.queue.assign' };
  const own = await app.call(listActivity, { token, query: { filter } });
  expect(own.body.results).toMatchObject([{ target: label, details: { queue: 'incidents' } }]);
  expect(own.body.results[0]?.details).not.toHaveProperty('staff');
  const file = new TextDecoder().decode((await app.call(exportActivity, { token, query: { filter } })).bytes);
  expect(file).toContain(`"${label}";"Cola: `);
  expect(file).not.toContain('persona');
  const all = await staff(listAllActivity, { query: { filter: { ...filter, client: String(client_id) } } });
  expect(all.body.results).toMatchObject([{ details: { staff: person.id } }]);
});
