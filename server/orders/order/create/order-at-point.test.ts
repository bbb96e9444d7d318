import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { buyerRoutes } from '#server/orders/buyer/buyer.routes.ts';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { findBuyers } from '#shared/orders/buyers.ts';
import { orderLabels } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { findPickupPoints } from '#shared/orders/pickup-points.ts';
import { savePickupPoint } from '#shared/provider/staff-pickup-points.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, receiver } from '#test/fixtures/order-factory.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
let by: TestClient;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, buyerRoutes, labelRoutes]));
});
beforeEach(async () => {
  by = await gateway.addClient();
});
afterAll(async () => {
  expect(await counterDrift(gateway.owner)).toEqual([]);
  await gateway?.stop();
});

const { address: _, ...PERSON } = receiver();

/** Creates an order to a pickup point, without an address. */
const orderTo = (code: string, changes: Record<string, unknown> = {}) =>
  gateway.call(createOrder, {
    by,
    body: newOrder({ delivery_mode: 2, pickup_point_code: code, receiver: PERSON, ...changes }),
  });
const detail = async (id: number) => (await gateway.call(readOrder, { by, params: { id: String(id) } })).body.results;
const save = (code: string, body: object) => staff(savePickupPoint, { params: { code }, body });
const near = async (zip_code: string) => {
  const { status, body } = await gateway.call(findPickupPoints, { by, query: { zip_code } });
  return { status, codes: (body.results ?? []).map(({ code }) => code), points: body.results };
};
const errorsOf = ({ status, body }: Awaited<ReturnType<typeof orderTo>>) => [
  status,
  ...(body.errors ?? []).map(({ field, message }) => `${field}: ${message}`),
];

test('observations stay with an order to a point, in the receiver or in an address that is otherwise ignored', async () => {
  const other_info = 'Avisar por WhatsApp';
  for (const noted of [
    { ...PERSON, other_info },
    { ...PERSON, address: { street_name: 'Mitre', other_info } },
  ]) {
    const { body } = await orderTo('C1428', { receiver: noted });
    const { shippings } = await detail(body.results.id);
    expect(shippings[0]?.receiver).toMatchObject({
      address_street_name: 'Av. Cabildo',
      address_other_info: other_info,
    });
  }
});

test('a code that is neither a text nor a number is refused on its field', async () => {
  for (const code of [{ toString: 1 }, [['C1428']], true]) {
    const [status, problem] = errorsOf(await orderTo(code as never, { receiver: receiver() }));
    expect([status, problem], JSON.stringify(code)).toEqual([422, expect.stringMatching(/^pickup_point_code: /)]);
  }
});

describe('the points near a postal code', () => {
  test('are sorted by distance where the code has a point with coordinates, across provinces', async () => {
    const { points, codes } = await near('1428');
    expect(codes).toHaveLength(10);
    expect(codes.slice(0, 4)).toEqual(['C1428', 'C1414', 'C1425', 'B1602']);
    expect(points[0]).toEqual({
      code: 'C1428',
      name: 'Punto Av. Cabildo',
      street: 'Av. Cabildo 2280',
      zip_code: '1428',
      city: 'Ciudad Autónoma de Buenos Aires',
      province: 'Ciudad Autónoma de Buenos Aires',
      hours: 'Lun a sáb 8:30 a 20 h',
      lat: -34.5602,
      lon: -58.4571,
      distance_km: 0,
    });
    expect(points.slice(1, 4).map(({ distance_km }) => distance_km)).toEqual([4.6, 4.7, 4.7]);
  });

  test('are those of its province by the code elsewhere; a CPA counts as its digits and letter, which have to agree', async () => {
    expect((await near('8316')).codes).toEqual(['Q8300']);
    expect((await near('8316')).points[0]?.distance_km).toBeNull();
    expect((await near('R8399ABC')).codes).toEqual(['R8400', 'R8500']);
    expect((await near('R8316ABC')).codes).toEqual([]);
    expect((await near('5010')).codes).toEqual(['X5000', 'X5800', 'X5900']);
  });

  test('include a point of the code itself before its coordinates are known, and none that is closed', async () => {
    await save('COR-2', { name: 'Kiosco', street: 'Deán Funes 1', city: 'Córdoba', province: 'X', zip_code: '5000' });
    expect((await near('5000')).codes.slice(0, 2)).toEqual(['X5000', 'COR-2']);
    await save('COR-2', { active: false });
    expect((await near('5000')).codes).not.toContain('COR-2');
  });

  test('need a valid postal code', async () => {
    expect([(await near('')).status, (await near('12')).status]).toEqual([422, 422]);
  });
});

describe('an order to a chosen pickup point', () => {
  test('needs no address: it gets that of the point, and the price of the point’s province', async () => {
    const { status, body } = await orderTo('v9410');
    expect(status, JSON.stringify(body)).toBe(200);
    const order = await detail(body.results.id);
    expect(order.pickup_point).toEqual({
      code: 'V9410',
      name: 'Punto Ushuaia',
      address: 'San Martín 720, Ushuaia',
      chosen: true,
      hours: 'Lun a vie 10 a 19 h',
      lat: -54.807,
      lon: -68.306,
    });
    expect(order.receiver).toMatchObject({
      address_street_name: 'San Martín',
      address_street_number: '720',
      address_between_1: '',
      address_zip_code: '9410',
      address_city: 'Ushuaia',
      address_state: 'Tierra del Fuego',
    });
    const there = receiver({}, { zip_code: '9410', state: 'Tierra del Fuego', city: 'Ushuaia' });
    const assigned = await gateway.call(createOrder, { by, body: newOrder({ delivery_mode: 2, receiver: there }) });
    const other = await detail(assigned.body.results.id);
    expect(order.rate_value).toBe(other.rate_value);
    expect(other.pickup_point).toMatchObject({ code: 'V9410', chosen: false });
  });

  test('ignores an address in the body, even a wrong one', async () => {
    const { status, body } = await orderTo('X5000', { receiver: receiver({}, { zip_code: 'nada', street_name: '' }) });
    expect(status).toBe(200);
    expect((await detail(body.results.id)).receiver).toMatchObject({ address_zip_code: '5000' });
  });

  test.each([
    ['NADA-1', {}, [422, 'pickup_point_code: No hay un punto de retiro con el código NADA-1: elegí otro']],
    [
      'X5000',
      { delivery_mode: 1 },
      [422, 'pickup_point_code: El punto de retiro se elige sólo con el modo Retiro en punto de entrega'],
    ],
    ['x'.repeat(41), {}, [422, 'pickup_point_code: Ingrese hasta 40 caracteres']],
    [
      'NADA-1',
      { receiver: { ...PERSON, document: '' } },
      [
        422,
        'receiver.document: Este dato es obligatorio',
        'pickup_point_code: No hay un punto de retiro con el código NADA-1: elegí otro',
      ],
    ],
  ])('is refused at %s %j', async (code, changes, expected) => {
    expect(errorsOf(await orderTo(code, changes))).toEqual(expected);
  });

  test('is refused if the point was closed after it was shown', async () => {
    expect((await near('3300')).codes).toContain('N3300');
    await save('N3300', { active: false });
    expect(errorsOf(await orderTo('N3300'))).toEqual([
      422,
      'pickup_point_code: Punto Posadas ya no recibe envíos: elegí otro punto de retiro',
    ]);
    await save('N3300', { active: true });
    expect((await orderTo('N3300')).status).toBe(200);
  });

  test('without a code needs an address, as before', async () => {
    for (const code of ['', '  ']) {
      const { status, body } = await orderTo(code);
      expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['receiver.address']]);
      const full = await orderTo(code, { receiver: receiver() });
      expect(full.status).toBe(200);
      expect((await detail(full.body.results.id)).pickup_point?.chosen).toBe(false);
    }
    expect((await orderTo('', { receiver: { ...PERSON, address: null } })).status).toBe(422);
  });

  test('prints the point with its hours, and no other address', async () => {
    const { body } = await orderTo('Q8300');
    const { id, order_id } = body.results;
    const { bytes } = await gateway.call(orderLabels, { by, params: { id: String(id), orderId: order_id } });
    const [page] = (await readPdf(bytes)).pages;
    const text = page?.text.replaceAll('\u00A0', ' ') ?? '';
    expect(text).toContain('Punto Neuquén');
    expect(text).toContain('Av. Argentina 250');
    expect(text).toContain('Lun a vie 10 a 19 h');
    expect(text).toContain('Ana Gómez');
    expect(text.match(/Argentina/g)).toHaveLength(1);
  });

  test('makes its buyer known without an address', async () => {
    await orderTo('Q8300', { receiver: { ...PERSON, document: '33444555' } });
    const search = { by, query: { by: 'document' as const, q: '33444' } };
    expect((await gateway.call(findBuyers, search)).body.results).toMatchObject([{ first_name: 'Ana', addresses: [] }]);
    const other = await gateway.addClient();
    expect((await gateway.call(findBuyers, { ...search, by: other })).body.results).toEqual([]);
  });
});
