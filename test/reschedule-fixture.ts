import { afterAll, beforeAll, expect } from 'vitest';
import type { Mail } from '#server/integrations/mail/mailer.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { rescheduleRoutes } from '#server/orders/reschedule/reschedule.routes.ts';
import { rescheduleMails, sendRescheduleMail } from '#server/orders/reschedule/reschedule-mail.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { requestReschedule } from '#shared/orders/reschedules.ts';
import { readShipment } from '#shared/orders/shipments.ts';
import { decideReschedule, listReschedules } from '#shared/orders/staff-reschedules.ts';
import { createFakeJobs } from './fake-jobs.ts';
import { parcelEvent } from './provider-client.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from './shipment-fixture.ts';
import type { TestClient } from './test-gateway.ts';
import { workingDay } from './working-day.ts';

export const jobs = createFakeJobs();
export let world: ShipmentFixture;
export let client: TestClient;
export let other: TestClient;

/** Starts the gateway before the tests of a file, with two clients, and stops it after them. */
export function setUpRescheduleTests(): void {
  beforeAll(async () => {
    world = await startShipmentFixture([orderRoutes, shipmentRoutes, rescheduleRoutes], { jobs });
    client = await world.gateway.addClient();
    other = await world.gateway.addClient();
  });
  afterAll(() => world?.gateway.stop());
}

/** Events of a parcel whose delivery failed. */
export const FAILED = ['retirado', 'en_curso', 'no_entregado'];

/** Creates an order of one parcel with these events. */
export async function parcel(...states: string[]) {
  const { labels, ...made } = await world.order(client, 1);
  const label = labels[0] ?? '';
  for (const [index, state] of states.entries()) {
    const at = new Date(NOW.getTime() - HOUR_MS + index * MINUTE_MS);
    expect(await world.provider.sendEvents(parcelEvent(label, state, at))).toEqual(['recorded']);
  }
  return { ...made, label };
}

export const ask = (id: string, body: object = {}, by = client, headers = {}) =>
  world.gateway.call(requestReschedule, {
    by,
    headers,
    params: { id },
    body: { date: workingDay(3, NOW), note: 'Después de las 18', ...body },
  });
export const decide = (clientId: number, id: number, body: object) =>
  world.gateway.call(decideReschedule, { headers: world.provider.headers, params: { clientId, id }, body });
export const waiting = async (filter: Record<string, string> = {}) =>
  (await world.gateway.call(listReschedules, { headers: world.provider.headers, query: { limit: 1000, filter } })).body
    .results;
export const shipment = async (id: string) =>
  (await world.gateway.call(readShipment, { by: client, params: { id } })).body.results;

/** Sends the queued mails. */
export async function mailed(): Promise<Mail[]> {
  const sent: Mail[] = [];
  const mailer = { ...world.gateway.deps.mailer, send: async (mail: Mail) => void sent.push(mail) };
  for (const key of jobs.take(rescheduleMails)) await sendRescheduleMail({ ...world.gateway.deps, mailer }, key);
  return sent;
}
