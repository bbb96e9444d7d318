import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { rate } from '#shared/money/rates.ts';
import { listTariffs, publishTariff } from '#shared/money/staff-tariffs.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { listPickupPoints, savePickupPoint } from '#shared/provider/staff-pickup-points.ts';
import { loadExamples, readSetup } from '#shared/provider/staff-setup.ts';
import { listTerms, publishTerms } from '#shared/provider/staff-terms.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { bulkText, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';

const NO_TARIFF = 'Todavía no hay tarifas cargadas: avisale al proveedor';

const QUOTE = {
  delivery_mode: 1,
  zip_code: '5000',
  province: 'Córdoba',
  packages: [{ width: 20, height: 10, length: 30, real_weight: '0.9', gross_price: 15_000 }],
};

type TariffBody = NonNullable<CallInput<typeof publishTariff>['body']>;

let mail: FakeMailServer;
let app: TestApp;
let staff: ReturnType<typeof createStaffClient>;
let sender: Sender;
const lines: string[] = [];
beforeAll(async () => {
  mail = await startFakeMailServer();
  const settings = { SMTP_URL: mail.url, LOG_LEVEL: 'warn' };
  app = await startTestApp(settings, { fresh: true, onLog: (line) => lines.push(line) });
  staff = createStaffClient(app);
  sender = await signUp(app, mail);
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

const setup = async () => (await staff(readSetup)).body.results;
const missing = async () => (await setup()).steps.filter(({ done }) => !done);
const requiredIds = async () => (await missing()).filter(({ required }) => required).map(({ id }) => id);
const order = (delivery_mode = 1) => app.call(createOrder, { token: sender.token, body: newOrder({ delivery_mode }) });
const quoted = () => app.call(rate, { token: sender.token, body: QUOTE as never });

describe('a new installation', () => {
  test('has no tariff, no terms and no pickup points', async () => {
    for (const call of [listTariffs, listTerms, listPickupPoints])
      expect((await staff(call)).body.results, call.path).toEqual([]);
  });

  test('logs the missing data and the commands to enter them', () => {
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ missing }) => missing);
    expect(warnings.map(({ missing, how }) => [missing, how])).toEqual([
      ['terms', 'npm run ops -- terminos terminos.html'],
      ['tariff', 'npm run ops -- tarifa tarifa.json --desde AAAA-MM-DD'],
      ['pickup_points', expect.stringContaining('npm run ops -- punto CÓDIGO --nombre')],
    ]);
    expect(warnings[0].msg).toBe('to be entered before the first order: npm run ops -- faltantes');
  });

  test('reports the missing data to the provider, with the settings that are unset', async () => {
    expect((await setup()).ready).toBe(false);
    expect((await missing()).map(({ id, required }) => [id, required])).toEqual([
      ['administrator', false],
      ['terms', true],
      ['tariff', true],
      ['pickup_points', true],
      ['BRAND_NAME', false],
      ['BRAND_SUPPORT', false],
      ['MAIL_FROM', false],
      ['MERCADOPAGO_ACCESS_TOKEN', false],
      ['mail_test', false],
    ]);
  });

  test('refuses a sender’s quote and order with a reason and stores nothing', async () => {
    for (const { status, body } of [await quoted(), await order()])
      expect([status, body.message]).toEqual([422, NO_TARIFF]);
    expect((await order(2)).body.errors).toEqual([
      { field: 'delivery_mode', message: 'No hay puntos de retiro en Ciudad Autónoma de Buenos Aires' },
    ]);
    expect((await app.call(listOrders, { token: sender.token })).body.results).toEqual([]);
  });

  test('refuses each row of a file with that reason', async () => {
    const { body } = await upload(app, sender.token, bulkText(manyCells(2)));
    const batch = await finished(app, sender.token, body.results.id);
    expect(batch.estado).toBe('Procesado');
    expect(batch.logs).toHaveLength(2);
    for (const row of batch.logs) expect(JSON.stringify(row)).toContain(NO_TARIFF);
  });
});

test('a tariff that is valid later doesn’t count today', async () => {
  const { tariff } = await loadExampleTariff();
  expect((await staff(publishTariff, { body: { ...tariff, valid_from: '2099-01-31' } })).status).toBe(200);
  expect(await requiredIds()).toContain('tariff');
  expect((await staff(listTariffs)).body.results).toMatchObject([{ in_force: false }]);
  expect((await order()).body.message).toBe(NO_TARIFF);
});

test('entered data are no longer missing, and the first order has a price', async () => {
  const { tariff } = await loadExampleTariff();
  const today = new Date(Date.now() - 3 * HOUR_MS).toISOString().slice(0, 10);
  await staff(publishTariff, { body: { ...tariff, valid_from: today } });
  expect(await requiredIds()).toEqual(['terms', 'pickup_points']);
  expect((await order()).status).toBe(200);
  expect((await quoted()).body.results.final_value).toBeGreaterThan(0);
  const { results } = (await app.call(listOrders, { token: sender.token })).body;
  expect(results).toHaveLength(1);

  await staff(publishTerms, { body: { text: '<h2>Condiciones</h2><p>Las de siempre.</p>' } });
  expect(await requiredIds()).toEqual(['pickup_points']);
  expect((await order()).body.code).toBe('terms_required');

  const point = { name: 'Sucursal', street: 'Av. Colón 620', city: 'Córdoba', province: 'X', zip_code: '5000' };
  await staff(savePickupPoint, { params: { code: 'X5000' }, body: { ...point, active: true } as never });
  expect(await setup()).toMatchObject({ ready: true });
});

test('examples never replace data that the provider has entered', async () => {
  const { body } = await staff(loadExamples);
  expect(body.results).toEqual({ tariffs: 0, terms: 0, pickup_points: 0 });
  expect((await staff(listPickupPoints)).body.results).toHaveLength(1);
});

/** Loads the examples in a new installation. @returns the example tariff */
async function loadExampleTariff() {
  const other = await startTestApp({}, { fresh: true });
  const ask = createStaffClient(other);
  expect((await ask(loadExamples)).body.results).toEqual({ tariffs: 1, terms: 1, pickup_points: 48 });
  expect((await ask(readSetup)).body.results.ready).toBe(true);
  expect((await ask(loadExamples)).body.results).toEqual({ tariffs: 0, terms: 0, pickup_points: 0 });
  const [row] = (await ask(listTariffs)).body.results;
  await other.stop();
  expect(row).toMatchObject({ in_force: true, valid_from: expect.stringMatching(/^20[2-9]\d-/) });
  return { tariff: row as never as TariffBody };
}

test('an administrator has a second factor only while the app or a passkey is kept', async () => {
  const step = async () => (await setup()).steps.find(({ id }) => id === 'administrator')?.done;
  const [{ id = 0 } = {}] = await app.owner<{ id: number }>(
    `INSERT INTO staff (email, role, created_at, activated_at) VALUES ('a@b.example', 'admin', current_moment(), current_moment()) RETURNING id`,
  );
  expect(await step()).toBe(false);
  await app.owner(
    `INSERT INTO staff_factors (staff_id, kind, name, credential_id, public_key, counter, transports, created_at, confirmed_at)
     VALUES ($1, 'passkey', 'Llave', 'x', '', 0, '{}', current_moment(), current_moment())`,
    [id],
  );
  expect(await step()).toBe(true);
  await app.owner('DELETE FROM staff_factors');
  expect(await step()).toBe(false);
});
