import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentStateList } from '#shared/orders/lookups.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { publicStates, readOrderStates, type StateHistory } from '#shared/orders/shipments.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { shipmentRoutes } from './shipment.routes.ts';

let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, shipmentRoutes]);
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());
afterEach(() => gateway.setTime(null));

async function create(from = gateway, by = client, changes: Record<string, unknown> = {}) {
  const { body } = await from.call(createOrder, { by, body: newOrder(changes) });
  const read = await from.call(readOrder, { by, params: { id: body.results.tracking_id } });
  return read.body.results;
}

const look = (trackingId: string, token: string, from = gateway) =>
  from.call(publicStates, { params: { trackingId, token } });

test('the public history of an order shows its shipments’ states and no personal data', async () => {
  gateway.setTime(new Date('2026-01-01T02:30:00Z'));
  const { tracking_id, states_token } = await create(gateway, client, { shipments: [shipment(), shipment()] });
  await gateway.owner(
    `INSERT INTO shipment_events (client_id, shipment_id, at, state, state_code, reason)
     SELECT client_id, id, e.at::timestamptz, e.state, e.code, e.reason FROM shipments, (VALUES
       ('2026-01-04 12:00Z', 'En Curso', 'en_curso', NULL),
       ('2026-01-03 12:00Z', 'EN UN LUGAR NUEVO', NULL, NULL),
       ('2026-01-02 12:00Z', 'Despachado', 'despachado', NULL),
       ('2026-01-05 12:00Z', 'No Entregado', 'no_entregado', 'Destinatario ausente')
     ) AS e (at, state, code, reason) WHERE label = $1`,
    [`${tracking_id}-2`],
  );
  const { status, body } = await look(tracking_id, states_token);
  expect(status).toBe(200);
  const first = { desde: '31/12/2025 23:30', state: 'Registrado', reason: null, corrected: null };
  const at = (day: string, state: string, reason: string | null = null) => ({
    desde: `${day}/01/2026 09:00`,
    state,
    reason: reason && { description: reason },
    corrected: null,
  });
  expect(body).toEqual({
    results: {
      shippings: [
        { shipment_id: `${tracking_id}-1`, steps: [{ name: 'Ingreso', states: [first] }] },
        {
          shipment_id: `${tracking_id}-2`,
          steps: [
            { name: 'Ingreso', states: [first] },
            { name: 'En camino', states: [at('02', 'Despachado'), at('03', 'Hay una novedad en tu envío')] },
            { name: 'Entrega', states: [at('04', 'En Curso'), at('05', 'No Entregado', 'Destinatario ausente')] },
          ],
        },
      ],
    },
  });
});

describe('free text of the driver', () => {
  const SPOKEN = ['Atendió Marta Paz, DNI 31987654, tel 11 4999-8877', 'Marta Paz no atendió'] as const;

  async function spokenOrder() {
    const { tracking_id, states_token } = await create();
    await gateway.owner(
      `INSERT INTO shipment_events (client_id, shipment_id, at, state, state_code, reason)
       SELECT client_id, id, e.at::timestamptz, e.state, e.code, e.reason FROM shipments, (VALUES
         ('2099-01-02 12:00Z', 'ENTREGADO', 'entregado', $2),
         ('2099-01-03 12:00Z', $3, NULL, NULL),
         ('2099-01-04 12:00Z', 'No Entregado', 'no_entregado', 'DIRECCION INCORRECTA')
       ) AS e (at, state, code, reason) WHERE label = $1`,
      [`${tracking_id}-1`, ...SPOKEN],
    );
    return { tracking_id, states_token };
  }
  const linesOf = (body: { results: StateHistory }) =>
    body.results.shippings.flatMap(({ steps }) =>
      steps.flatMap(({ states }) => states.slice(-3).map(({ state, reason }) => [state, reason?.description ?? null])),
    );

  test('isn’t public: a known reason stays, others are omitted, an unknown state is neutral', async () => {
    const { tracking_id, states_token } = await spokenOrder();
    const { body } = await look(tracking_id, states_token);
    expect(linesOf(body)).toEqual([
      ['Registrado', null],
      ['Entregado', null],
      ['Hay una novedad en tu envío', null],
      ['No Entregado', 'Dirección incorrecta'],
    ]);
  });

  test('is read by the client in its own order, by tracking id and by number, and by no other client', async () => {
    const { tracking_id } = await spokenOrder();
    const { id } = (await gateway.call(readOrder, { by: client, params: { id: tracking_id } })).body.results;
    for (const key of [tracking_id, String(id)]) {
      const { body } = await gateway.call(readOrderStates, { by: client, params: { id: key } });
      expect(linesOf(body)).toEqual([
        ['Registrado', null],
        ['ENTREGADO', SPOKEN[0]],
        [SPOKEN[1], null],
        ['No Entregado', 'DIRECCION INCORRECTA'],
      ]);
    }
    const other = await gateway.addClient();
    for (const key of [tracking_id, String(id), 'nada']) {
      expect((await gateway.call(readOrderStates, { by: other, params: { id: key } })).status).toBe(404);
    }
    expect((await gateway.call(readOrderStates, { params: { id: tracking_id } })).status).toBe(401);
  });
});

describe('a request without the right token', () => {
  test('is refused like a request for an unknown order', async () => {
    const [mine, others] = [await create(), await create()];
    const answers = [
      await look(mine.tracking_id, others.states_token),
      await look(mine.tracking_id, 'x'),
      await look('0000000000X', mine.states_token),
      await look('nothing', 'x'),
      await look(String(mine.id), mine.states_token),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ bytes }) => new TextDecoder().decode(bytes))).size).toBe(1);
  });

  test('with the fixed token is refused unless the contract is strict', async () => {
    const settings = { PUBLIC_STATES_TOKEN: 'fixed-token' };
    const [loose, strict] = [
      await startTestGateway([orderRoutes, shipmentRoutes], settings),
      await startTestGateway([orderRoutes, shipmentRoutes], { ...settings, STRICT_CONTRACT: '1' }),
    ];
    try {
      const one = await create(loose, await loose.addClient());
      const two = await create(strict, await strict.addClient());
      expect((await look(one.tracking_id, 'fixed-token', loose)).status).toBe(404);
      expect((await look(two.tracking_id, 'fixed-token', strict)).status).toBe(200);
      expect(two.states_token).toBeUndefined();
    } finally {
      await loose.stop();
      await strict.stop();
    }
  });
});

test('tokens stay valid during a rotation of the secret', async () => {
  const { tracking_id, states_token } = await create();
  const { config } = gateway.deps;
  const kept = config.JWT_SECRET;
  Object.assign(config, { JWT_SECRET: 'another secret of thirty-two characters', JWT_SECRET_PREVIOUS: kept });
  expect((await look(tracking_id, states_token)).status).toBe(200);
  Object.assign(config, { JWT_SECRET_PREVIOUS: '' });
  expect((await look(tracking_id, states_token)).status).toBe(404);
  Object.assign(config, { JWT_SECRET: kept });
});

test('public histories have a rate limit of sixty a minute', async () => {
  const throttled = await startTestGateway([orderRoutes, shipmentRoutes], { THROTTLE: 'normal' });
  try {
    throttled.setTime(new Date('2026-01-01T12:00:00Z'));
    const statuses = [];
    for (let look = 0; look < 61; look++) {
      statuses.push((await throttled.call(publicStates, { params: { trackingId: 'nothing', token: 'x' } })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
    throttled.setTime(new Date('2026-01-01T12:01:00Z'));
    expect((await look('nothing', 'x', throttled)).status).toBe(404);
  } finally {
    await throttled.stop();
  }
});

test('the list of states has every state with its code', async () => {
  const { body } = await gateway.call(shipmentStateList, { by: client });
  expect(body.results).toContainEqual({ id: 'li_registrada', name: 'Logística Inversa Registrada' });
  expect(new Set(body.results.map(({ id }) => id)).size).toBe(41);
});
