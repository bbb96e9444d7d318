import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { shipmentLabel } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listShipments } from '#shared/orders/shipments.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { readDeliveryResults } from '#shared/orders/statistics.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, receiver } from '#test/fixtures/order-factory.ts';
import { statisticsRoutes } from './statistics.routes.ts';

/** September 2026 begins on a Tuesday; the 7th is a Monday without holidays in the following three weeks. */
const day = (date: string, time = '10:00') => new Date(`2026-09-${date}T${time}:00-03:00`);
const SEPTEMBER = { from_date: '2026-09-01', to_date: '2026-09-30' };
const SALTA = { state: 'Salta', zip_code: '4400' };

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let client: TestClient;
beforeAll(async () => {
  const routes = [orderRoutes, shipmentRoutes, labelRoutes, modificationRoutes, statisticsRoutes];
  ({ gateway, staff } = await startStaffGateway(routes));
});
beforeEach(async () => {
  gateway.setTime(day('07'));
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());

/** Creates an order on a day, prints its label and returns the label. */
async function sent(on: string, address = {}, by = client): Promise<string> {
  gateway.setTime(day(on));
  const { body } = await gateway.call(createOrder, { by, body: newOrder({ receiver: receiver({}, address) }) });
  const label = `${body.results.tracking_id}-1`;
  await gateway.call(shipmentLabel, { by, params: { id: label, shipmentId: label } });
  return label;
}

/** Records events of a shipment, each visit at its buyer's after the departure of that morning. Returns the ids of the given events. */
async function record(label: string, ...events: [state: string, on: string, reason?: string][]): Promise<string[]> {
  gateway.setTime(day('28'));
  const rows = events.flatMap(([state, on, reason]) => [
    ...(state === 'retirado' ? [] : [providerEvent(label, 'en_curso', day(on, '08:00'))]),
    { ...providerEvent(label, state, day(on)), ...(reason && { reason }) },
  ]);
  const { body } = await staff(recordEvents, { body: { events: rows } });
  expect(body.results.map(({ reason }) => reason)).toEqual(rows.map(() => null));
  return rows.filter(({ state }) => state !== 'en_curso').map(({ event_id }) => event_id);
}

const results = async (filter: Record<string, string> = SEPTEMBER, by = client) =>
  (await gateway.call(readDeliveryResults, { by, query: { filter } })).body.results;
const labelsOf = async (filter: Record<string, string>, by = client) =>
  (await gateway.call(listShipments, { by, query: { filter } })).body.results
    .map(({ shipment_id }) => shipment_id)
    .sort();

test('the figures say what was on time, at the first visit, in how many working days, and why it failed', async () => {
  const onTime = await sent('07');
  const late = await sent('07');
  const failed = await sent('07', SALTA);
  await sent('07');
  await record(onTime, ['retirado', '07'], ['entregado', '08']);
  await record(late, ['retirado', '07'], ['no_entregado', '09', 'Destinatario ausente'], ['entregado', '14']);
  await record(failed, ['retirado', '07'], ['no_entregado', '09', 'Dirección incorrecta']);
  const { total, provinces, before } = await results();
  expect(before).toEqual({ from: '2026-08-02', to: '2026-08-31' });
  expect(total).toMatchObject({
    ended: 2,
    delivered: 2,
    promised: 2,
    on_time: 1,
    first_visit: 1,
    failed: 2,
    median_days: 1,
    p90_days: 5,
    failures: [
      { reason: 'Destinatario ausente', total: 1 },
      { reason: 'Dirección incorrecta', total: 1 },
    ],
    before: { ended: 0, median_days: null, failures: [] },
  });
  expect(provinces.map(({ name, ended, failed }) => [name, ended, failed])).toEqual([
    ['Ciudad Autónoma de Buenos Aires', 2, 1],
    ['Salta', 0, 1],
  ]);
});

test('each figure opens the list of its shipments', async () => {
  const onTime = await sent('07');
  const late = await sent('08');
  const failed = await sent('08', SALTA);
  await record(onTime, ['retirado', '07'], ['entregado', '08']);
  await record(late, ['retirado', '08'], ['no_entregado', '10', 'Destinatario ausente'], ['entregado', '17']);
  await record(failed, ['retirado', '08'], ['no_entregado', '10', 'Zona peligrosa']);
  expect(await labelsOf({ ...SEPTEMBER, result: 'terminado' })).toEqual([onTime, late].sort());
  expect(await labelsOf({ ...SEPTEMBER, result: 'a_tiempo' })).toEqual([onTime]);
  expect(await labelsOf({ ...SEPTEMBER, result: 'tarde' })).toEqual([late]);
  expect(await labelsOf({ ...SEPTEMBER, result: 'primera_visita' })).toEqual([onTime]);
  expect(await labelsOf({ ...SEPTEMBER, result: 'con_falla' })).toEqual([late, failed].sort());
  expect(await labelsOf({ ...SEPTEMBER, result: 'con_falla', province: 'Salta' })).toEqual([failed]);
  expect(await labelsOf({ ...SEPTEMBER, failure: 'Destinatario ausente' })).toEqual([late]);
  expect(await labelsOf({ result: 'entregado', to_date: '2026-09-07' })).toEqual([onTime]);
  expect(await labelsOf({ province: 'Sin provincia' })).toEqual([]);
  expect(await labelsOf({ result: 'nunca' })).toEqual([]);
  expect(await labelsOf({ failure: 'Perro' })).toEqual([]);
  expect(await labelsOf({ province: 'Narnia' })).toEqual([]);
});

test('a corrected event takes its result back', async () => {
  const label = await sent('07');
  const [, delivered = ''] = await record(label, ['retirado', '07'], ['entregado', '08']);
  expect((await results()).total).toMatchObject({ ended: 1, on_time: 1 });
  const body = { corrects: delivered, event_id: `fix-${label}`, correction_reason: 'Era otro paquete' };
  const { status } = await staff(correctEvent, { params: { label }, body });
  expect(status).toBe(200);
  expect((await results()).total).toMatchObject({ ended: 0, on_time: 0 });
  await record(label, ['entregado', '25']);
  expect((await results()).total).toMatchObject({ ended: 1, promised: 1, on_time: 0 });
});

test('the period before has as many days, and a period has at most a year', async () => {
  const earlier = await sent('07');
  await record(earlier, ['retirado', '07'], ['entregado', '08']);
  const { total, before } = await results({ from_date: '2026-09-08', to_date: '2026-09-10' });
  expect(before).toEqual({ from: '2026-09-05', to: '2026-09-07' });
  expect(total).toMatchObject({ ended: 0, before: { ended: 1, on_time: 1, median_days: 1 } });
  const query = { filter: { from_date: '2025-09-01', to_date: '2026-09-02' } };
  const refused = await gateway.call(readDeliveryResults, { by: client, query });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain('Elegí un período de hasta un año');
});

test('other clients’ deliveries are neither counted nor listed', async () => {
  await record(await sent('07'), ['retirado', '07'], ['entregado', '08']);
  const other = await gateway.addClient();
  expect((await results(SEPTEMBER, other)).total).toMatchObject({ ended: 0, failures: [], before: { ended: 0 } });
  expect(await labelsOf({ ...SEPTEMBER, result: 'entregado' }, other)).toEqual([]);
});
