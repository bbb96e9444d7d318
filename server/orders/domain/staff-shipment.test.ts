import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentLabel } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { clientShipments, readStaffShipment } from '#shared/orders/staff-shipments.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { type createStaffClient, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, receiver, shipment } from '#test/fixtures/order-factory.ts';

let gateway: TestGateway;
let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  ({ gateway, staff } = await startStaffGateway([orderRoutes, labelRoutes]));
});
afterAll(() => gateway?.stop());

const START = Date.parse('2025-05-05T12:00:00Z');
const moment = (seconds: number) => new Date(START + seconds * 1000);
const at = (seconds: number) => gateway.setTime(moment(seconds));

/** Creates an order of one shipment. @returns its label */
async function create(by: TestClient, changes: Record<string, unknown> = {}): Promise<string> {
  const { body } = await gateway.call(createOrder, { by, body: newOrder(changes) });
  return `${body.results.tracking_id}-1`;
}

interface Client extends TestClient {
  id: number;
  labels: string[];
}

/** Creates a client with one order of one shipment at each of these seconds. The clock stays at the last of them. */
async function clientWith(...seconds: number[]): Promise<Client> {
  const client = await gateway.addClient();
  const labels = [];
  for (const second of seconds) {
    at(second);
    labels.push(await create(client));
  }
  return { ...client, id: client.clientId, labels };
}

async function read({ id }: { id: number | string }, query: object = {}) {
  const { status, body } = await staff(clientShipments, { params: { clientId: id }, query });
  return { status, body, cursor: body.cursor, labels: body.results?.map(({ shipment_id }) => shipment_id) };
}

const TOUCH = 'UPDATE shipments SET updated_at = $2 WHERE label = $1';
const MOVE = 'UPDATE shipments SET state_code = $2, state = $2, updated_at = $3 WHERE label = $1';
/** Changes a shipment as an event would. */
const move = (label: string | undefined, code: string, second: number) =>
  gateway.owner(MOVE, [label, code, moment(second)]);

test('a shipment contains all data for its transport and its history', async () => {
  const client = await clientWith(60);
  at(120);
  const label = await create(client, {
    order_id: 'PEDIDO-9',
    delivery_mode: 2,
    receiver: receiver({ receiver_name: 'Lucía Paz' }),
    shipments: [shipment({ weight: 1500, items_value: 101 })],
  });
  const { status, body } = await staff(readStaffShipment, { params: { label } });
  expect(status).toBe(200);
  const { history, provider_prints, ...one } = body.results;
  expect(one).toMatchObject({
    client_id: client.id,
    shipment_id: label,
    tracking_id: label.slice(0, 11),
    order_id: 'PEDIDO-9',
    delivery_mode: { id: '2', name: 'Retiro en punto de entrega' },
    state: 'Registrado',
    state_code: 'registrado',
    printed: false,
    registered: '2025-05-05T09:02:00-03:00',
    weight: 1500,
    length: 30,
    width: 20,
    height: 10,
    value: 101,
    receiver: { receiver_name: 'Lucía Paz', address_zip_code: '1059', document: '20123456' },
    sender_address: { street_name: 'Lavalle', zip_code: '1047' },
    pickup_point_code: expect.stringMatching(/^C\d{4}$/),
    items: [{ item: 'NO_INFORMADO', sku: 'NO_INFORMADO', quantity: 1, product_id: null }],
  });
  expect(provider_prints).toEqual([]);
  expect(history).toEqual([
    {
      at: '2025-05-05T09:02:00-03:00',
      state: 'Registrado',
      state_code: 'registrado',
      reason: null,
      event_id: null,
      measured: null,
      superseded: false,
      correction: null,
      reported_by: { kind: 'portal', name: null },
    },
  ]);
  expect((await read(client)).body.results.at(-1)).toEqual(one);
});

test('a shipment is found by its label in any spelling; an unknown one is not found', async () => {
  const { id, labels } = await clientWith(1);
  const [label = ''] = labels;
  const { body } = await staff(readStaffShipment, { params: { label: label.toLowerCase() } });
  expect(body.results).toMatchObject({ shipment_id: label, client_id: id });
  for (const unknown of [label.replace('-1', '-2'), label.slice(0, 11), '00000000000-1', 'x', '7'])
    expect((await staff(readStaffShipment, { params: { label: unknown } })).status).toBe(404);
});

describe('a client’s shipments', () => {
  test('are listed once each, page by page, least recently changed first', async () => {
    const client = await clientWith(1, 2, 3, 4, 5);
    at(100);
    const first = await read(client, { limit: 3 });
    const second = await read(client, { limit: 3, cursor: first.cursor });
    expect([...first.labels, ...second.labels]).toEqual(client.labels);
    expect((await read(client, { cursor: second.cursor })).body).toEqual({ results: [], cursor: second.cursor });
  });

  test('are listed again only if they change', async () => {
    const client = await clientWith(1, 2, 3);
    at(100);
    const { cursor } = await read(client);
    await move(client.labels[1], 'retirado', 101);
    at(200);
    const changed = await read(client, { cursor });
    expect(changed.labels).toEqual([client.labels[1]]);
    expect((await read(client, { cursor: changed.cursor })).labels).toEqual([]);
  });

  test('are not missed if a change becomes visible after a later one', async () => {
    const client = await clientWith(1, 2);
    const [slow, quick] = client.labels;
    at(100);
    const { cursor } = await read(client);
    let commit = () => {};
    const decided = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const touched = gateway.deps.db.withClient(client.id, async (trx) => {
      await runText(trx, TOUCH, [slow, moment(101)]);
      await decided;
    });
    await gateway.owner(TOUCH, [quick, moment(102)]);
    at(103);
    const early = await read(client, { cursor });
    expect(early.labels).toEqual([quick]);
    commit();
    await touched;
    const late = await read(client, { cursor: early.cursor });
    expect(late.labels).toEqual([slow, quick]);
    at(113);
    const settled = await read(client, { cursor: late.cursor });
    expect((await read(client, { cursor: settled.cursor })).labels).toEqual([]);
  });

  test('are listed to the end even if the last seconds’ changes fill several pages', async () => {
    const client = await clientWith(1, 2, 3, 4);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; page < 5; page++) {
      const answer = await read(client, { limit: 1, ...(cursor && { cursor }) });
      seen.push(...answer.labels);
      cursor = answer.cursor;
    }
    expect(seen).toEqual(client.labels);
    // After the end, changes that may have become visible late are listed once more.
    expect((await read(client, { cursor })).labels).toEqual(client.labels);
    at(14);
    const settled = await read(client, { cursor });
    expect((await read(client, { cursor: settled.cursor })).labels).toEqual([]);
  });

  test('can be filtered by state and by whether they are final; an unknown state isn’t final', async () => {
    const client = await clientWith(1, 2, 3);
    const [delivered, strange, fresh] = client.labels;
    await move(delivered, 'entregado', 4);
    await gateway.owner('UPDATE shipments SET state_code = NULL WHERE label = $1', [strange]);
    const by = async (filter: object) => (await read(client, { filter })).labels;
    expect(await by({ state: 'entregado' })).toEqual([delivered]);
    expect(await by({ live: '0' })).toEqual([delivered]);
    expect(await by({ live: '1' })).toEqual([strange, fresh]);
    expect(await by({ live: '1', state: 'entregado' })).toEqual([]);
  });

  test('can be filtered by an unlisted postal code', async () => {
    const client = await clientWith(1, 2);
    const [, unlisted] = client.labels;
    await gateway.owner(
      'UPDATE orders SET zip_unlisted = true FROM shipments s WHERE s.order_pk = orders.id AND s.label = $1',
      [unlisted],
    );
    const { labels, body } = await read(client, { filter: { zip_unlisted: '1' } });
    expect(labels).toEqual([unlisted]);
    expect(body.results[0]?.zip_unlisted).toBe(true);
    expect((await read(client, { filter: { zip_unlisted: '0' } })).labels).toEqual([client.labels[0]]);
  });

  test('can be filtered by a printed label, which the cursor doesn’t record', async () => {
    const client = await clientWith(1, 2);
    const [, printed] = client.labels;
    at(100);
    const { cursor } = await read(client);
    await gateway.call(shipmentLabel, { by: client, params: { id: printed ?? '', shipmentId: printed ?? '' } });
    const labelled = await read(client, { filter: { printed: '1' } });
    expect(labelled.body.results.map(({ shipment_id, printed }) => [shipment_id, printed])).toEqual([[printed, true]]);
    expect((await read(client, { filter: { printed: '0' } })).labels).toEqual([client.labels[0]]);
    expect((await read(client, { cursor })).labels).toEqual([]);
  });

  test('don’t include another client’s', async () => {
    const [mine, others] = [await clientWith(1), await clientWith(2)];
    expect((await read(mine)).labels).toEqual(mine.labels);
    expect((await read(others)).labels).toEqual(others.labels);
  });

  test('of an unknown client are not found; a client without shipments has an empty list', async () => {
    const idle = await clientWith();
    expect((await read(idle)).body).toEqual({ results: [], cursor: null });
    for (const id of [idle.id + 1, '0', 'abc', '99999999999999999999']) expect((await read({ id })).status).toBe(404);
  });

  test.each([
    [{ cursor: 'cualquiera' }, 'cursor', 'El cursor no es válido'],
    [{ cursor: Buffer.from('1.2.3.4').toString('base64url') }, 'cursor', 'El cursor no es válido'],
    [{ cursor: Buffer.from("0.0' OR 1=1").toString('base64url') }, 'cursor', 'El cursor no es válido'],
    [{ filter: { state: 'entregdo' } }, 'filter.state', 'El estado no existe'],
  ])('with the query %j are refused on the field', async (query, field, message) => {
    const { status, body } = await read(await clientWith(), query);
    expect([status, (body as { errors?: unknown }).errors]).toEqual([422, [{ field, message }]]);
  });

  test('after a cursor in the far future are none, and the limit is clamped', async () => {
    const client = await clientWith(1, 2);
    const cursor = Buffer.from('9999999999999999.9999999999999').toString('base64url');
    expect((await read(client, { cursor })).labels).toEqual([]);
    expect((await read(client, { limit: 0 })).labels).toHaveLength(1);
    expect((await read(client, { limit: 'x' })).labels).toHaveLength(2);
  });
});
