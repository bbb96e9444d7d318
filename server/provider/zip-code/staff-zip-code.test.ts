import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateRoutes } from '#server/money/rate/rate.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { rate } from '#shared/money/rates.ts';
import { findZipCodes } from '#shared/orders/lookups.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { findPickupPoints } from '#shared/orders/pickup-points.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { addLocality, importLocalities, listLocalities, removeLocality } from '#shared/provider/staff-zip-codes.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { createStaffClient, keyName, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, receiver } from '#test/fixtures/order-factory.ts';
import { staffZipCodeRoutes } from './staff-zip-code.routes.ts';
import { zipCodeRoutes } from './zip-code.routes.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let client: TestClient;
/** A caller who may change postal codes, but publish no tariffs. */
let withoutTariffs: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([zipCodeRoutes, staffZipCodeRoutes, orderRoutes, rateRoutes]));
  client = await gateway.addClient();
  const { body } = await staff(createKey, { body: { name: keyName(), scopes: ['read', 'points'] } });
  withoutTariffs = createStaffClient(gateway, body.results.key);
});
afterAll(() => gateway?.stop());

const search = async (text: string) =>
  (await staff(listLocalities, { query: { filter: { search: text }, limit: 5 } })).body;
const seenBySenders = async (code: string) =>
  (await gateway.call(findZipCodes, { by: client, query: { filter: { code } } })).body.results.map(({ city }) => city);

test('localities are found by the beginning of their code or by part of their city', async () => {
  const { results, pagination } = await search('1425');
  expect(results.every(({ zip_code }) => zip_code === '1425')).toBe(true);
  expect(pagination.total).toBeGreaterThan(0);
  expect((await search('cordob')).results).toContainEqual(expect.objectContaining({ city: 'Córdoba', province: 'X' }));
  expect((await search('%')).results).toEqual([]);
});

test('an added locality is offered to senders, and a removed one no more', async () => {
  const place = { zip_code: 'R8411ABC', city: 'Villa Traful', province: 'Río Negro' };
  const { body } = await staff(addLocality, { body: place });
  expect(body.results).toEqual({ zip_code: '8411', city: 'Villa Traful', province: 'R' });
  expect(await seenBySenders('8411')).toContain('Villa Traful');
  const again = await staff(addLocality, { body: { ...place, city: 'VILLA TRAFUL' } });
  expect([again.status, again.body.message]).toEqual([409, 'Esa localidad ya está en la lista']);
  const removed = { ...place, city: 'villa traful', confirm_prices: true };
  expect((await staff(removeLocality, { body: removed })).status).toBe(200);
  expect(await seenBySenders('8411')).not.toContain('Villa Traful');
  expect((await staff(removeLocality, { body: place })).status).toBe(404);
});

test('a removed locality leaves one of the same name and code in another province', async () => {
  const place = { zip_code: '8413', city: 'Dos Provincias' };
  for (const province of ['R', 'Q']) await staff(addLocality, { body: { ...place, province, confirm_prices: true } });
  expect((await staff(removeLocality, { body: { ...place, province: 'Q' } })).status).toBe(200);
  expect((await search('8413')).results).toEqual([{ ...place, province: 'R' }]);
});

test('a code of another province, an unknown province and a missing city are refused at their fields', async () => {
  for (const [changes, field] of [
    [{ zip_code: 'X8411ABC' }, 'zip_code'],
    [{ zip_code: '0411' }, 'zip_code'],
    [{ province: 'Montevideo' }, 'province'],
    [{ city: ' ' }, 'city'],
  ] as const) {
    const body = { zip_code: '8411', city: 'Villa Traful', province: 'R', ...changes };
    const { status, body: refusal } = await staff(addLocality, { body });
    expect([status, refusal.errors?.map((error) => error.field)]).toEqual([422, [field]]);
  }
});

test('a list adds what is new, and reports each wrong row with its line', async () => {
  const text = 'cp;localidad;provincia\n8412;Paraje Uno;R\n8412;Paraje Dos;Río Negro\n;Sin código;R\n5000;Córdoba;X';
  const { body } = await staff(importLocalities, { body: { text } });
  expect(body).toEqual({
    message: 'Se agregaron 2 localidades',
    results: { read: 3, added: 2, problems: [{ line: 4, message: "El código postal '' no es válido" }] },
  });
  expect((await staff(importLocalities, { body: { text } })).body.results.added).toBe(0);
  expect(await seenBySenders('8412')).toEqual(['Paraje Dos', 'Paraje Uno']);
});

describe('a province that a postal code can’t have', () => {
  const USHUAIA = { zip_code: '9410', city: 'Puerto Madero Sur', province: 'C' };
  const EFFECT =
    'El código postal 9410 hoy es de Tierra del Fuego. Con este cambio también podría ser de Ciudad Autónoma de Buenos Aires, y las cotizaciones y órdenes a 9410 podrían tener el precio de Ciudad Autónoma de Buenos Aires';
  const ONLY_TARIFFS = 'Sólo puede hacerlo quien además publica tarifas: pedíselo a un administrador';

  /** Returns how a quote and an order to a postal code in the city are answered. */
  const toTheCity = async (zip_code: string) => {
    const to = receiver({}, { zip_code });
    const shipment = { width: 20, height: 10, length: 30, real_weight: '0.9', gross_price: 15_000 };
    const quote = { delivery_mode: 1, zip_code, province: 'CABA', packages: [shipment] };
    const answers = [
      await gateway.call(rate, { by: client, body: quote }),
      await gateway.call(createOrder, { by: client, body: newOrder({ receiver: to }) }),
    ];
    return answers.map(({ status }) => status);
  };
  const removal = { ...USHUAIA, confirm_prices: true };

  test('is refused to whoever may publish no tariffs, confirmed or not, and orders keep the price of their province', async () => {
    for (const confirm_prices of [false, true]) {
      const { status, body } = await withoutTariffs(addLocality, { body: { ...USHUAIA, confirm_prices } });
      const message = `${EFFECT}. ${ONLY_TARIFFS}`;
      expect([status, body.code, body.errors]).toEqual([403, 'permission_required', [{ field: 'province', message }]]);
    }
    expect(await toTheCity('9410')).toEqual([422, 422]);
    expect(await toTheCity('C9410ABC')).toEqual([422, 422]);
  });

  test('is added by whoever may, after a confirmation that names the effect on prices, but never to a CPA', async () => {
    const asked = await staff(addLocality, { body: USHUAIA });
    const message = `${EFFECT}. Confirmá el cambio de precios`;
    expect([asked.status, asked.body.code, asked.body.message]).toEqual([409, 'price_confirmation_required', message]);
    expect(await toTheCity('9410')).toEqual([422, 422]);
    const confirmed = await staff(addLocality, { body: { ...USHUAIA, confirm_prices: true } });
    expect(confirmed.body.results).toEqual(USHUAIA);
    expect(await toTheCity('9410')).toEqual([200, 200]);
    expect(await toTheCity('C9410ABC')).toEqual([422, 422]);
    expect((await staff(removeLocality, { body: removal })).status).toBe(200);
    expect(await toTheCity('9410')).toEqual([422, 422]);
  });

  test('is refused for an unlisted code by the range of its digits', async () => {
    const answers = await Promise.all(
      [
        { zip_code: '1999', city: 'Moreno', province: 'C' },
        { zip_code: 'C9429ABC', city: 'Tolhuin', province: 'C' },
        { zip_code: '7999', city: 'Tandil', province: 'X' },
      ].map((body) => withoutTariffs(addLocality, { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    const { status } = await withoutTariffs(addLocality, { body: { zip_code: '7999', city: 'Tandil', province: 'B' } });
    expect(status).toBe(200);
  });

  test('doesn’t become possible by removing the listed one first', async () => {
    const rosario = { zip_code: '2999', city: 'Pueblo Único', province: 'S' };
    await withoutTariffs(addLocality, { body: rosario });
    const refused = await withoutTariffs(removeLocality, { body: rosario });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringMatching(
        /^El código postal 2999 hoy es de Santa Fe\. Con este cambio también podría ser de Buenos Aires, /,
      ),
    ]);
    expect((await staff(removeLocality, { body: rosario })).status).toBe(409);
    expect((await withoutTariffs(addLocality, { body: { ...rosario, city: 'Otro pueblo' } })).status).toBe(200);
    // Another locality of the same province is left.
    expect((await withoutTariffs(removeLocality, { body: rosario })).status).toBe(200);
  });

  test('is a problem of its row in a list, and the other rows are added', async () => {
    const text =
      'cp;localidad;provincia\n9410;Puerto Madero Sur;C\n9410;Barrio Nuevo;V\n1998;Moreno;C\n8416;Paraje Tres;R';
    const { body } = await staff(importLocalities, { body: { text } });
    expect(body.results).toEqual({
      read: 2,
      added: 2,
      problems: [
        {
          line: 2,
          message:
            'El código postal 9410 es de Tierra del Fuego. Si el archivo está bien, lo agrega un administrador, porque cambia precios',
        },
        {
          line: 4,
          message:
            'El código postal 1998 es de Buenos Aires. Si el archivo está bien, lo agrega un administrador, porque cambia precios',
        },
      ],
    });
    expect(await toTheCity('9410')).toEqual([422, 422]);
  });

  test('of two provinces added at once to an unlisted code, one needs the confirmation', async () => {
    const answers = await Promise.all(
      ['R', 'Q'].map((province) =>
        withoutTariffs(addLocality, { body: { zip_code: '8999', city: 'Confluencia', province } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('shows no pickup points for a CPA whose letter contradicts its digits', async () => {
    const near = async (zip_code: string) =>
      (await gateway.call(findPickupPoints, { by: client, query: { zip_code } })).body.results.length;
    expect(await near('V9410ABC')).toBeGreaterThan(0);
    expect(await near('C9410ABC')).toBe(0);
  });
});
