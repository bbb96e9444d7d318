import { beforeAll, describe, expect, test } from 'vitest';
import { PRICE_TOO_LARGE } from '#shared/kit/amount.ts';
import { localDay } from '#shared/kit/days.ts';
import { money } from '#shared/kit/text/format.ts';
import { rate } from '#shared/money/rates.ts';
import { listTariffs, publishClientTariff } from '#shared/money/staff-tariffs.ts';
import { quoteModification, requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readShipment } from '#shared/orders/shipments.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import { listQueue } from '#shared/orders/staff-queues.ts';
import { confirmMeasured, readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder, orderEdit, shipment } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { hire, type Person } from '#test/fixtures/staff-fixture.ts';

const { app, mail } = await sharedApp();
const staff = createStaffClient(app);

const WAITS =
  'Las medidas superan por mucho lo declarado: no se cobran hasta que una persona las confirme en la cola «Medidas por confirmar»';

/** A sender whose tariff bills differences beyond 10 %. */
let sender: Sender;
let clientId: number;
let person: Person;
beforeAll(async () => {
  sender = await signUp(app, mail);
  const found = await staff(listClients, { query: { filter: { search: sender.username } } });
  clientId = found.body.results[0]?.client_id ?? 0;
  const tariffs = await staff(listTariffs, { query: { limit: 50 } });
  const general = tariffs.body.results.find(({ in_force }) => in_force);
  const own = { ...general, valid_from: localDay(new Date()), measured_tolerance_percent: 10 };
  expect((await staff(publishClientTariff, { params: { clientId }, body: own as never })).status).toBe(200);
  person = await hire(app, mail, 'operations');
});

/** Declared: 30 × 20 × 10 cm, 900 g. */
async function createShipment(declared: Record<string, unknown> = {}): Promise<string> {
  const { body } = await app.call(createOrder, {
    token: sender.token,
    body: newOrder({ shipments: [shipment(declared)] }),
  });
  return `${body.results.tracking_id}-1`;
}

/** Collects and measures a shipment, by a key. @returns the result with its reason */
async function measure(label: string, measured: object) {
  const events = [
    providerEvent(label, 'retirado', new Date()),
    providerEvent(label, 'controlado', new Date(), { ...measured }),
  ];
  const { body } = await staff(recordEvents, { body: { events } });
  return { eventId: events[1]?.event_id ?? '', result: body.results[1]?.result, reason: body.results[1]?.reason };
}

const MM = { weight: 900, length: 300, width: 200, height: 100 };
const seen = ({ weight, length = null, width = null, height = null }: Record<string, number | null>) => ({
  weight,
  length,
  width,
  height,
});
const costOf = async (label: string) => (await staff(readShipmentCost, { params: { label } })).body.results;
const waiting = async (label: string) => {
  const query = { limit: 1000, filter: { client: String(clientId) } };
  const { body } = await staff(listQueue, { params: { queue: 'measurements' }, query });
  return body.results.filter(({ name }) => name === label).length;
};
const confirm = (label: string, body: object) =>
  person.browser.call(confirmMeasured, { params: { label }, body: body as never });

test('millimetres sent as centimetres charge nothing until a person confirms them, and the answer says so', async () => {
  const label = await createShipment();
  const { total } = await costOf(label);
  expect(await measure(label, MM)).toMatchObject({ result: 'recorded', reason: WAITS });
  expect(await costOf(label)).toMatchObject({
    total,
    adjustment: 0,
    measured: { ...MM, adjustment: 0 },
    measured_waits: true,
  });
  const shown = await app.call(readShipment, { token: sender.token, params: { id: label } });
  expect(shown.body.results).toMatchObject({ shipping_cost: total, adjustment: 0 });
  expect(await waiting(label)).toBe(1);

  const { waiting_adjustment } = await costOf(label);
  const { status, body } = await confirm(label, MM);
  expect([status, body.message]).toEqual([
    200,
    `Las medidas se confirmaron. El ajuste es de ${money(waiting_adjustment ?? 0)}`,
  ]);
  const [declared, real] = [total, (await costOf(await createShipment({ ...MM }))).total];
  expect(await costOf(label)).toMatchObject({ total: real, adjustment: real - declared, measured_waits: false });
  expect(waiting_adjustment).toBe(real - declared);
  expect(await waiting(label)).toBe(0);
  const again = await confirm(label, MM);
  expect([again.status, again.body.message]).toEqual([409, 'El envío no tiene medidas por confirmar']);
});

test('a key confirms no measurement, and nobody confirms another one than was seen', async () => {
  const label = await createShipment();
  await measure(label, MM);
  const byKey = await staff(confirmMeasured, { params: { label }, body: MM as never });
  expect([byKey.status, byKey.body.message]).toEqual([
    403,
    'Las medidas las confirma una persona con su propio usuario, no una clave',
  ]);
  const other = await confirm(label, { ...MM, height: 101 });
  expect([other.status, other.body.message]).toEqual([
    409,
    'Las medidas cambiaron mientras las mirabas. Volvé a leerlas',
  ]);
  expect(await waiting(label)).toBe(1);
});

test('a corrected measurement is billed at once if it is near what was declared, and else waits too', async () => {
  const label = await createShipment();
  const first = await measure(label, MM);
  const correct = async (corrects: string, measured: object) => {
    const event_id = `${corrects}-c`;
    const body = { corrects, event_id, state: 'controlado', correction_reason: 'Eran milímetros', ...measured };
    return (await staff(correctEvent, { params: { label }, body })).body.message;
  };
  expect(await correct(first.eventId, { ...MM, height: 110 })).toBe(`El evento se corrigió. ${WAITS}`);
  expect(await correct(`${first.eventId}-c`, { weight: 3400, length: 40, width: 30, height: 20 })).toBe(
    'El evento se corrigió',
  );
  expect(await waiting(label)).toBe(0);
  expect((await costOf(label)).adjustment).toBeGreaterThan(0);
});

test('an address in another zone is quoted with the charge that stays while a measurement waits', async () => {
  const label = await createShipment();
  await measure(label, { weight: 3400 });
  const { adjustment } = await costOf(label);
  expect(adjustment).toBeGreaterThan(0);
  expect((await measure(label, { weight: 900_000 })).reason).toBe(WAITS);
  const address = { address_city: 'Ushuaia', address_state: 'Tierra del Fuego', address_zip_code: '9410' };
  const params = { id: label.slice(0, -2) };
  const asked = { token: sender.token, params, body: orderEdit(address) as never };
  const { cost_after } = (await app.call(quoteModification, asked)).body.results;
  const { id } = (await app.call(requestModification, asked)).body.results;
  const decision = { params: { clientId, id }, body: { approved: true } };
  expect((await person.browser.call(decideModification, decision)).status).toBe(200);
  expect((await costOf(label)).total).toBe(cost_after);
  expect((await costOf(label)).measured?.adjustment).toBe(adjustment);
});

test('a confirmed measurement doesn’t confirm the next one, and its charge stays meanwhile', async () => {
  const label = await createShipment();
  await measure(label, { weight: 90_000 });
  expect((await confirm(label, seen({ weight: 90_000 }))).status).toBe(200);
  const { adjustment } = await costOf(label);
  expect(adjustment).toBeGreaterThan(0);
  expect((await measure(label, { weight: 900_000 })).reason).toBe(WAITS);
  expect(await costOf(label)).toMatchObject({ adjustment, measured_waits: true });
});

test('a measurement waits nowhere and charges nothing while the tariff bills no differences', async () => {
  const other = await signUp(app, mail);
  const { body } = await app.call(createOrder, { token: other.token, body: newOrder() });
  const label = `${body.results.tracking_id}-1`;
  expect(await measure(label, MM)).toMatchObject({ result: 'recorded', reason: null });
  expect(await costOf(label)).toMatchObject({ adjustment: 0, measured_waits: false });
});

describe('with a tariff of 9,999,999 pesos a kilogram', () => {
  const LARGE = { length: 9999, width: 9999, height: 9999 };
  let extreme: Sender;
  beforeAll(async () => {
    extreme = await signUp(app, mail);
    const found = await staff(listClients, { query: { filter: { search: extreme.username } } });
    const params = { clientId: found.body.results[0]?.client_id ?? 0 };
    const tariffs = await staff(listTariffs, { query: { limit: 50 } });
    const general = tariffs.body.results.find(({ in_force }) => in_force);
    const zones = general?.zones.map((zone) => ({ ...zone, extra_kg_price: 9_999_999 }));
    const own = { ...general, zones, valid_from: localDay(new Date()), measured_tolerance_percent: 10 };
    expect((await staff(publishClientTariff, { params, body: own as never })).status).toBe(200);
  });
  const order = (declared: object) => {
    const body = newOrder({ shipments: [shipment({ ...declared })] });
    return app.call(createOrder, { token: extreme.token, body });
  };

  test('neither a quote nor an order has a price that isn’t exact', async () => {
    const shipment = { ...LARGE, real_weight: '1', gross_price: 100 };
    const quoted = await app.call(rate, {
      token: extreme.token,
      body: { delivery_mode: 1, zip_code: '1059', province: 'CABA', packages: [shipment] } as never,
    });
    expect([quoted.status, quoted.body.errors]).toEqual([422, [{ field: 'packages', message: PRICE_TOO_LARGE }]]);
    const ordered = await order(LARGE);
    expect([ordered.status, ordered.body.errors]).toEqual([422, [{ field: 'shipments', message: PRICE_TOO_LARGE }]]);
  });

  test('a measurement whose price isn’t exact can’t be confirmed, only corrected', async () => {
    const label = `${(await order({})).body.results.tracking_id}-1`;
    const { total } = await costOf(label);
    expect((await measure(label, { weight: 900, ...LARGE })).reason).toBe(WAITS);
    const refused = await confirm(label, { weight: 900, ...LARGE });
    expect([refused.status, refused.body.message]).toEqual([422, PRICE_TOO_LARGE]);
    expect(await costOf(label)).toMatchObject({ total, adjustment: 0, measured_waits: true });
  });
});
