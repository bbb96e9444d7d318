import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import { importPickupPoints, listPickupPoints, savePickupPoint } from '#shared/provider/staff-pickup-points.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { createStaffClient, keyName, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, receiver } from '#test/fixtures/order-factory.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let client: TestClient;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes]));
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const save = (code: string, body: object) => staff(savePickupPoint, { params: { code }, body });
const find = async (filter: object) => (await staff(listPickupPoints, { query: { filter } })).body.results;
const BARILOCHE = {
  name: 'Kiosco Cumbre',
  street: 'Mitre 10',
  city: 'San Carlos de Bariloche',
  province: 'Río Negro',
  zip_code: 'R8401ABC',
};

const order = (zip_code: string, state: string) => {
  const to = receiver({}, { zip_code, state, city: state });
  return gateway.call(createOrder, { by: client, body: newOrder({ delivery_mode: 2, receiver: to }) });
};
const orderTo = async (zip_code: string, state: string) => (await order(zip_code, state)).body.results.tracking_id;
const pointOf = async (id: string) =>
  (await gateway.call(readOrder, { by: client, params: { id } })).body.results.pickup_point;

test('pickup points are listed by code and found by part of code, name or city', async () => {
  const { body } = await staff(listPickupPoints, { query: { limit: 2 } });
  expect(body.pagination).toMatchObject({ total: 48, pages: 24 });
  expect(body.results[0]).toEqual({
    code: 'A4400',
    name: 'Punto Salta',
    street: 'Caseros 750',
    city: 'Salta',
    province: 'A',
    zip_code: '4400',
    hours: 'Lun a vie 10 a 19 h',
    lat: -24.789,
    lon: -65.413,
    active: true,
  });
  expect((await find({ search: 'cordoba' })).map(({ code }) => code)).toEqual(['X5000']);
  expect((await find({ search: 'x50' })).map(({ code }) => code)).toEqual(['X5000']);
  expect(await find({ search: '%' })).toEqual([]);
});

test('a new pickup point gets the new orders nearest to it; existing orders keep their points', async () => {
  const before = await orderTo('8401', 'Río Negro');
  const { status, body } = await save('bari-2', BARILOCHE);
  expect(status).toBe(200);
  expect(body).toEqual({
    message: 'El punto de retiro se guardó',
    results: {
      code: 'BARI-2',
      ...BARILOCHE,
      province: 'R',
      zip_code: '8401',
      active: true,
      hours: '',
      lat: null,
      lon: null,
    },
  });
  expect((await pointOf(await orderTo('8401', 'Río Negro')))?.code).toBe('BARI-2');
  expect((await pointOf(before))?.code).toBe('R8400');
});

test('coordinates may be written with a decimal comma', async () => {
  const { body } = await save('COMA', { ...BARILOCHE, lat: '-41,1335', lon: '-71,31' });
  expect(body.results).toMatchObject({ lat: -41.1335, lon: -71.31 });
});

test('empty hours and coordinates are removed, by the screen but not by a file', async () => {
  const place = { ...BARILOCHE, hours: 'Lun a vie 9 a 13 h', lat: '-41.1335', lon: '-71.31' };
  await save('VACIO', place);
  await staff(importPickupPoints, { body: { text: 'codigo;nombre;horario;latitud;longitud\nVACIO;Otro;;;\n' } });
  const [kept] = await find({ search: 'VACIO' });
  expect(kept).toMatchObject({ name: 'Otro', hours: 'Lun a vie 9 a 13 h', lat: -41.1335, lon: -71.31 });
  await save('VACIO', { hours: '', lat: '', lon: '' });
  const [emptied] = await find({ search: 'VACIO' });
  expect(emptied).toMatchObject({ name: 'Otro', hours: '', lat: null, lon: null });
});

test('a new point with the code of another one is refused, and the other stays as it is', async () => {
  await save('UNO', BARILOCHE);
  const { status, body } = await save('uno', { ...BARILOCHE, name: 'Pisado', only_new: true });
  const message = 'Ya hay un punto con este código: Kiosco Cumbre';
  expect([status, body.errors]).toEqual([422, [{ field: 'code', message }]]);
  expect((await find({ search: 'UNO' }))[0]?.name).toBe('Kiosco Cumbre');
  expect((await save('DOS', { ...BARILOCHE, only_new: true })).status).toBe(200);
});

test('of two people who change different fields of a pickup point at once, both changes are kept', async () => {
  await save('JUNTOS', BARILOCHE);
  for (let round = 0; round < 10; round++) {
    const [name, hours] = [`Kiosco ${round}`, `De 9 a ${10 + round}`];
    await Promise.all([save('JUNTOS', { name }), save('JUNTOS', { hours })]);
    expect((await find({ search: 'JUNTOS' }))[0]).toMatchObject({ name, hours });
  }
});

test('an inactive pickup point isn’t assigned any more; absent fields keep their values', async () => {
  const before = await orderTo('4700', 'Catamarca');
  const { body } = await save('k4700', { active: false });
  expect(body.results).toMatchObject({
    code: 'K4700',
    name: 'Punto San Fernando del Valle de Catamarca',
    active: false,
  });
  const refused = await order('4700', 'Catamarca');
  expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([422, 'No hay puntos de retiro en Catamarca']);
  expect((await pointOf(before))?.code).toBe('K4700');
  expect((await find({ active: '0' })).map(({ code }) => code)).toEqual(['K4700']);
  await save('K4700', { active: '1', name: 'Otro nombre', hours: 'Lun a vie 8 a 12 h' });
  expect((await pointOf(before))?.hours).toBe('Lun a vie 8 a 12 h');
  expect((await pointOf(await orderTo('4700', 'Catamarca')))?.name).toBe('Otro nombre');
});

describe('a pickup point is refused on its fields', () => {
  const required = 'Este dato es obligatorio';
  test.each([
    ['NUEVO', {}, { name: required, street: required, city: required, province: required, zip_code: required }],
    ['NUEVO', { ...BARILOCHE, zip_code: '12' }, { zip_code: 'El código postal no es válido' }],
    ['NUEVO', { ...BARILOCHE, province: 'Montevideo' }, { province: 'La provincia no existe' }],
    ['NUEVO', { ...BARILOCHE, province: 'C' }, { province: 'El código postal R8401ABC es de Río Negro' }],
    [
      'NUEVO',
      { ...BARILOCHE, province: 'C', zip_code: '9410' },
      { province: 'El código postal 9410 es de Tierra del Fuego' },
    ],
    ['X5000', { province: 'C' }, { province: 'El código postal 5000 es de Córdoba' }],
    ['NUEVO', { ...BARILOCHE, name: 'x'.repeat(81) }, { name: 'Ingrese hasta 80 caracteres' }],
    [
      'NUEVO',
      { ...BARILOCHE, lat: -71.3, lon: -41.1 },
      { lat: 'La latitud tiene que estar entre -56 y -21', lon: 'La longitud tiene que estar entre -74 y -53' },
    ],
    ['NUEVO', { ...BARILOCHE, lat: '-41.13' }, { lon: required }],
    ['NUEVO', { ...BARILOCHE, lon: '-71.3' }, { lat: required }],
    ['NUEVO', { ...BARILOCHE, hours: 'x'.repeat(121) }, { hours: 'Ingrese hasta 120 caracteres' }],
    ['NUEVO', { ...BARILOCHE, active: 'quizás' }, { active: 'El valor no es válido' }],
    [
      'X5000',
      { zip_code: 'C1425ABC' },
      { province: 'El código postal C1425ABC es de Ciudad Autónoma de Buenos Aires' },
    ],
  ])('%s %j', async (code, body, errors) => {
    const before = await find({ search: code });
    const answer = await save(code, body);
    expect(answer.status).toBe(422);
    expect(Object.fromEntries((answer.body.errors ?? []).map(({ field, message }) => [field, message]))).toEqual(
      errors,
    );
    expect(await find({ search: code })).toEqual(before);
  });

  test('an invalid code is not found', async () => {
    for (const code of ['con espacio', 'á', 'x'.repeat(41)]) expect((await save(code, BARILOCHE)).status).toBe(404);
  });
});

test('another province of a point changes prices: only whoever publishes tariffs moves it, after a confirmation', async () => {
  await save('MUDANZA', BARILOCHE);
  const { body } = await staff(createKey, { body: { name: keyName(), scopes: ['points'] } });
  const withoutTariffs = createStaffClient(gateway, body.results.key);
  const moved = { province: 'C', zip_code: '1425' };
  const effect =
    'El punto Kiosco Cumbre está en Río Negro. Si lo pasás a Ciudad Autónoma de Buenos Aires, las órdenes que se retiran ahí tendrían el precio de Ciudad Autónoma de Buenos Aires';
  const put = { params: { code: 'MUDANZA' }, body: { ...moved, confirm_prices: true } };
  const refused = await withoutTariffs(savePickupPoint, put);
  const reason = 'Sólo puede hacerlo quien además publica tarifas: pedíselo a un administrador';
  expect([refused.status, refused.body.message]).toEqual([403, `${effect}. ${reason}`]);
  const file = await staff(importPickupPoints, { body: { text: 'codigo;provincia;cp\nMUDANZA;C;1425\n' } });
  expect(file.body.results).toMatchObject([{ result: 'refused', reason: `provincia: ${effect}. Cambialo aparte` }]);
  const asked = await save('MUDANZA', moved);
  expect([asked.status, asked.body.code]).toEqual([409, 'price_confirmation_required']);
  expect((await find({ search: 'MUDANZA' }))[0]).toMatchObject({ province: 'R', zip_code: '8401' });
  expect((await save('MUDANZA', { ...moved, confirm_prices: true })).body.results).toMatchObject(moved);
});
