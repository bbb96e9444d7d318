import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rateRoutes } from '#server/money/rate/rate.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { rate } from '#shared/money/rates.ts';
import { listTariffs, publishTariff } from '#shared/money/staff-tariffs.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, rateRoutes]));
});
afterEach(() => gateway.setTime(null));
afterAll(() => gateway?.stop());

const TODAY = '2025-06-01';
const today = () => gateway.setTime(new Date(`${TODAY}T15:00:00Z`));
/** Sets the clock to midnight of the next day in Buenos Aires. */
const tomorrow = () => gateway.setTime(new Date('2025-06-02T03:00:00Z'));

type Wire = Awaited<ReturnType<typeof tariffs>>[number];
const tariffs = async () => (await staff(listTariffs, { query: { limit: 50 } })).body.results;
/** Returns the tariff in force as the provider reads it, with changes. */
async function tariffWith(change: (tariff: Wire) => void = () => {}, valid_from = TODAY) {
  const current = (await tariffs()).find(({ in_force }) => in_force);
  const tariff = structuredClone(current) as Wire;
  change(tariff);
  return { ...tariff, valid_from };
}
const publish = (body: object) => staff(publishTariff, { body: body as never });

test('the first tariff is read in pesos and grams', async () => {
  const [opening] = await tariffs();
  expect(opening).toMatchObject({
    valid_from: '2000-01-01',
    in_force: true,
    insurance: { per_mille: 10, minimum: 600 },
    tax_percent: 21,
  });
  expect(opening?.zones[0]).toMatchObject({ name: 'Ciudad de Buenos Aires', provinces: ['C'], extra_kg_price: 580 });
  expect(opening?.zones[0]?.brackets[0]).toEqual({ up_to_weight: 500, price: 4200 });
});

test('a tariff from tomorrow on doesn’t change today’s quotes, and existing orders keep their prices', async () => {
  today();
  const by = await gateway.addClient();
  const quote = async () => {
    const shipment = { width: 20, height: 10, length: 30, real_weight: '2', gross_price: 0 };
    const body = { delivery_mode: 1, zip_code: '1425', province: 'Capital Federal', packages: [shipment] };
    return (await gateway.call(rate, { by, body: body as never })).body.results.final_value;
  };
  const price = async (id: string) => (await gateway.call(readOrder, { by, params: { id } })).body.results.rate_value;
  const made = (await gateway.call(createOrder, { by, body: newOrder() })).body.results.tracking_id;
  const [quoted, paid] = [await quote(), await price(made)];

  const dearer = await tariffWith(({ zones }) => {
    for (const { brackets } of zones) for (const bracket of brackets) bracket.price *= 2;
  }, '2025-06-02');
  const { status, body } = await publish(dearer);
  expect([status, body.message]).toEqual([200, 'La tarifa se guardó']);
  expect(body.results).toMatchObject({ valid_from: '2025-06-02', in_force: false });
  expect(await quote()).toBe(quoted);
  tomorrow();
  expect(await quote()).toBeCloseTo(quoted * 2, 2);
  expect(await price(made)).toBe(paid);
  expect((await tariffs()).map(({ in_force }) => in_force)).toEqual([true, false]);
});

test('of two people who began with the same versions one publishes, and the other one is told', async () => {
  today();
  const known_versions = (await tariffs()).length;
  const bodies = await Promise.all(
    [10.5, 27].map((tax_percent) => tariffWith((tariff) => Object.assign(tariff, { tax_percent, known_versions }))),
  );
  const answers = await Promise.all(bodies.map(publish));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toContain('Otra persona publicó una tarifa');
  expect(await tariffs()).toHaveLength(known_versions + 1);
  const again = await publish({ ...(bodies[0] as object), known_versions: known_versions + 1 } as never);
  expect(again.status).toBe(200);
});

test('a second tariff for one day replaces the first', async () => {
  today();
  const first = await publish(await tariffWith((tariff) => Object.assign(tariff, { tax_percent: 10.5 })));
  const second = await publish(await tariffWith((tariff) => Object.assign(tariff, { tax_percent: '27' })));
  expect([first, second].map(({ body }) => body.results.in_force)).toEqual([true, true]);
  const [later, earlier] = (await tariffs()).filter(({ valid_from }) => valid_from === TODAY);
  expect([later?.tax_percent, later?.in_force]).toEqual([27, true]);
  expect([earlier?.tax_percent, earlier?.in_force]).toEqual([10.5, false]);
});

test('a tariff that was read can be sent again, with province letters in any case', async () => {
  today();
  const sent = await tariffWith(({ zones }) => {
    for (const zone of zones) zone.provinces = zone.provinces.map((letter) => letter.toLowerCase());
  });
  const { zones, insurance, tax_percent } = await tariffWith();
  const { body } = await publish(sent);
  expect(body.results).toMatchObject({ valid_from: TODAY, in_force: true, zones, insurance, tax_percent });
});

describe('an incomplete or contradictory tariff is refused:', () => {
  const required = 'Este dato es obligatorio';
  const zone = (change: (zone: Wire['zones'][number]) => void) => (tariff: Wire) =>
    change(tariff.zones[0] as Wire['zones'][number]);
  const wrongs: [string, (tariff: Wire) => void, string, string][] = [
    ['no zones', (t) => Object.assign(t, { zones: null }), 'zones', 'El valor no es válido'],
    ['a zone without provinces', zone((z) => Object.assign(z, { provinces: [] })), 'zones.0.provinces', required],
    [
      'an unknown province letter',
      zone((z) => Object.assign(z, { provinces: ['I'] })),
      'zones.0.provinces.0',
      'La provincia no existe',
    ],
    [
      'a province twice',
      zone((z) => Object.assign(z, { provinces: ['C', 'X'] })),
      'zones.2.provinces.2',
      'Córdoba ya está en otra zona',
    ],
    [
      'two zones of one name',
      ({ zones }) => Object.assign(zones[2] as object, { name: zones[1]?.name.toUpperCase() }),
      'zones.2.name',
      'Otra zona tiene este nombre',
    ],
    [
      'two missing provinces',
      ({ zones }) => {
        Object.assign(zones[6] as object, { provinces: ['Z'] });
        Object.assign(zones[5] as object, { provinces: ['Q', 'U'] });
      },
      'zones',
      'Faltan provincias: Río Negro, Tierra del Fuego',
    ],
    ['a zone without a name', zone((z) => Object.assign(z, { name: '' })), 'zones.0.name', required],
    ['no brackets', zone((z) => Object.assign(z, { brackets: [] })), 'zones.0.brackets', required],
    [
      'weights that don’t rise',
      zone(({ brackets }) => Object.assign(brackets[1] as object, { up_to_weight: 500 })),
      'zones.0.brackets.1.up_to_weight',
      'Debe ser mayor que el tramo anterior',
    ],
    [
      'prices that fall',
      zone(({ brackets }) => Object.assign(brackets[1] as object, { price: 1 })),
      'zones.0.brackets.1.price',
      'No puede ser menor que el tramo anterior',
    ],
    [
      'a price of three decimals',
      zone(({ brackets }) => Object.assign(brackets[0] as object, { price: 1.005 })),
      'zones.0.brackets.0.price',
      'Ingresá hasta dos decimales',
    ],
    [
      'a price below zero',
      zone((z) => Object.assign(z, { extra_kg_price: -1 })),
      'zones.0.extra_kg_price',
      'Poné pesos de 0 a 9.999.999',
    ],
    ['no last price', zone((z) => Object.assign(z, { extra_kg_price: '' })), 'zones.0.extra_kg_price', required],
    [
      'days of nothing',
      zone((z) => Object.assign(z, { min_days: 0 })),
      'zones.0.min_days',
      'Poné días enteros de 1 a 90',
    ],
    [
      'a maximum of days below the minimum',
      zone((z) => Object.assign(z, { min_days: 5, max_days: 4 })),
      'zones.0.max_days',
      'No puede ser menor que el mínimo',
    ],
    [
      'an insurance rate with too many decimals',
      (t) => Object.assign(t.insurance, { per_mille: 0.3 }),
      'insurance.per_mille',
      'Poné un número de 0 a 1000, entero o con medio',
    ],
    ['no insurance', (t) => Object.assign(t, { insurance: null }), 'insurance', 'El valor no es válido'],
    [
      'an IVA over a hundred',
      (t) => Object.assign(t, { tax_percent: 100.5 }),
      'tax_percent',
      'Poné un número de 0 a 100, entero o con medio',
    ],
    ['no IVA', (t) => Object.assign(t, { tax_percent: null }), 'tax_percent', required],
  ];
  test.each(wrongs)('%s', async (_what, change, field, message) => {
    today();
    const before = await tariffs();
    const { status, body } = await publish(await tariffWith(change));
    expect(status).toBe(422);
    expect(body.errors?.[0]).toEqual({ field, message });
    expect(await tariffs()).toEqual(before);
  });

  test.each([
    ['2025-05-31', 'Elegí una fecha desde hoy'],
    ['2025-02-30', 'La fecha no es válida'],
    ['01/07/2099', 'La fecha no es válida'],
    ['', required],
  ])('from %j on', async (valid_from, message) => {
    today();
    const { status, body } = await publish(await tariffWith(() => {}, valid_from));
    expect([status, body.errors]).toEqual([422, [{ field: 'valid_from', message }]]);
  });

  test('all errors at once', async () => {
    const { body } = await publish({ zones: [{}], insurance: {} });
    expect(body.errors?.map(({ field }) => field).sort()).toEqual(
      ['insurance.minimum', 'insurance.per_mille', 'tax_percent', 'valid_from']
        .concat(
          ['brackets', 'extra_kg_price', 'max_days', 'min_days', 'name', 'provinces'].map((key) => `zones.0.${key}`),
        )
        .sort(),
    );
  });
});
