import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { rateRoutes } from '#server/money/rate/rate.routes.ts';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { recountPromises } from '#server/orders/maintenance/nightly.ts';
import { recountItems } from '#server/orders/maintenance/recount-items.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { pendingRoutes } from '#server/orders/pending/pending.routes.ts';
import { queueRoutes } from '#server/orders/queue/queue.routes.ts';
import { rescheduleRoutes } from '#server/orders/reschedule/reschedule.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { applyCalendar, calendarChanges } from '#server/provider/holiday/apply-calendar.ts';
import { holidayRoutes } from '#server/provider/holiday/holiday.routes.ts';
import { shipmentLabel } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readShipment } from '#shared/orders/shipments.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { addHoliday, removeHoliday } from '#shared/provider/staff-holidays.ts';
import { findInconsistencies } from './consistency.ts';
import { createFakeJobs } from './fake-jobs.ts';
import { type createOperatorClient, startOperatorGateway } from './operator-client.ts';
import { newOrder } from './order-factory.ts';
import { parcelEvent } from './provider-client.ts';
import type { TestClient, TestGateway } from './test-gateway.ts';

/** September 2026 begins on a Tuesday and has no holiday; parcels to the city take one to two days. */
export const at = (date: string, time = '10:00') => new Date(`2026-09-${date}T${time}:00-03:00`);

export const jobs = createFakeJobs();
export let gateway: TestGateway;
export let operator: ReturnType<typeof createOperatorClient>;
export let client: TestClient;
/** Starts the gateway before the tests of a file; each test begins on Monday 7 September without entered days or promises. */
export function setUpHolidayTests(): void {
  beforeAll(async () => {
    const features = [
      orderRoutes,
      shipmentRoutes,
      labelRoutes,
      modificationRoutes,
      pendingRoutes,
      rateRoutes,
      queueRoutes,
    ];
    ({ gateway, operator } = await startOperatorGateway([...features, rescheduleRoutes, holidayRoutes], { jobs }));
  });
  beforeEach(async () => {
    await gateway.owner('DELETE FROM calendar_days');
    await gateway.owner('UPDATE shipments SET due_on = NULL, promised_on = NULL');
    jobs.queued.length = 0;
    gateway.setTime(at('07'));
    client = await gateway.addClient();
  });
  afterAll(() => gateway?.stop());
}

/** Runs the queued jobs. */
export async function work(): Promise<void> {
  for (const change of jobs.take(calendarChanges)) {
    await applyCalendar(gateway.deps, change, new AbortController().signal);
  }
}

export const add = (date: string, name = 'Puente', works = false) =>
  operator(addHoliday, { body: { date, name, works } });
export const remove = (date: string) => operator(removeHoliday, { params: { date } });

export async function create(by = client) {
  const { tracking_id, id } = (await gateway.call(createOrder, { by, body: newOrder() })).body.results;
  return { id, label: `${tracking_id}-1` };
}

export async function print(label: string, by = client) {
  expect((await gateway.call(shipmentLabel, { by, params: { id: label, shipmentId: label } })).status).toBe(200);
}

/** Creates an order and prints its label. */
export async function printed(by = client) {
  const order = await create(by);
  await print(order.label, by);
  return order;
}

export const dueOf = async (label: string, by = client) =>
  (await gateway.call(readShipment, { by, params: { id: label } })).body.results.due?.date ?? null;

export const send = async (label: string, ...events: [state: string, at: Date, reason?: string][]) => {
  const sent = events.map(([state, time, reason = '']) => parcelEvent(label, state, time, { reason }));
  const { body } = await operator(recordEvents, { body: { events: sent } });
  expect(body.results.map(({ reason }) => reason)).toEqual(events.map(() => null));
  return sent.map(({ event_id }) => event_id);
};

/** The night finds nothing to correct, and orders agree with their histories. */
export async function consistent(): Promise<void> {
  const { signal } = new AbortController();
  expect(await recountPromises(gateway.deps, client.clientId, signal)).toBe(0);
  expect(await recountItems(gateway.deps, client.clientId, signal)).toBe(0);
  expect(await findInconsistencies(gateway.owner, [client.clientId])).toEqual([]);
}
