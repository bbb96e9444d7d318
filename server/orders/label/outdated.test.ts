import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { counterDrift } from '#server/db/counter-drift.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { providerRoutes } from '#server/provider/settings/provider.routes.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { batchOrderZpl, orderLabels, shipmentLabel } from '#shared/orders/labels.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { cancelShipment, listShipments, readShipment } from '#shared/orders/shipments.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { readZpl } from '#test/callers/read-zpl.ts';
import { orderEdit } from '#test/fixtures/order-factory.ts';
import { type CreatedOrder, NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { labelRoutes } from './label.routes.ts';

let world: ShipmentFixture;
let client: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes, labelRoutes, modificationRoutes, providerRoutes]);
  client = await world.gateway.addClient();
});
afterAll(() => world?.gateway.stop());

const call: ShipmentFixture['gateway']['call'] = (...input) => world.gateway.call(...input);

const print = async ({ id, order_id }: CreatedOrder) =>
  call(orderLabels, { by: client, params: { id: String(id), orderId: order_id } });

async function printed(shipments = 1): Promise<CreatedOrder> {
  const order = await world.order(client, shipments);
  expect((await print(order)).status).toBe(200);
  return order;
}

/** Prints an order as ZPL, which is a delivery. @returns the texts of each label */
async function printZpl({ id }: CreatedOrder): Promise<string[]> {
  const { bytes } = await call(batchOrderZpl, { by: client, body: { orders_id: [String(id)] } });
  return readZpl(new TextDecoder().decode(bytes)).map(({ text }) => text);
}

const edit = async (id: string, changes: Record<string, unknown> = {}) => {
  const answer = await call(requestModification, { by: client, params: { id }, body: orderEdit(changes) as never });
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.results;
};

const detail = async (id: string) => (await call(readOrder, { by: client, params: { id } })).body.results;
const staffRead = async (label = '') =>
  (await call(readStaffShipment, { headers: world.provider.headers, params: { label } })).body.results;

/** Returns the label flags of an order in a state group; null if the group doesn't contain the order. */
async function rowIn(group: string, tracking: string) {
  const query = { filter: { state: group, tracking } };
  const [row] = (await call(listOrders, { by: client, query })).body.results;
  return row ? { printed: row.printed_by_client, outdated: row.label_outdated } : null;
}

const stored = async (label = '') => {
  const [row] = await world.gateway.owner<{ printed: boolean; label_outdated: boolean }>(
    'SELECT printed, label_outdated FROM shipments WHERE label = $1',
    [label],
  );
  return row;
};

describe('a printed label whose order changes before collection', () => {
  test('is outdated, counts as not printed, and its order returns to Por imprimir', async () => {
    const { tracking_id, labels } = await printed(2);
    expect(await rowIn('en_camino', tracking_id)).toEqual({ printed: true, outdated: false });
    await edit(tracking_id);
    expect(await rowIn('por_imprimir', tracking_id)).toEqual({ printed: false, outdated: true });
    expect(await rowIn('en_camino', tracking_id)).toBeNull();
    const order = await detail(tracking_id);
    expect([order.printed_by_client, order.label_outdated]).toEqual([false, true]);
    expect(order.shippings.map((one) => [one.printed_by_client, one.label_outdated])).toEqual([
      [false, true],
      [false, true],
    ]);
    const query = { filter: { shipment: labels[0] } };
    const [row] = (await call(listShipments, { by: client, query })).body.results;
    expect([row?.printed_by_client, row?.label_outdated]).toEqual([false, true]);
    const shipment = (await call(readShipment, { by: client, params: { id: labels[0] ?? '' } })).body.results;
    expect([shipment.printed_by_client, shipment.label_outdated]).toEqual([false, true]);
    expect(await staffRead(labels[0])).toMatchObject({ printed: false, relabel: false });
    expect(await counterDrift(world.gateway.owner)).toEqual([]);
  });

  test('is current again once it is printed again, with the next version and the new address', async () => {
    const order = await printed();
    const before = await printZpl(order);
    expect(before[0]).toMatch(/^v1$/m);
    await edit(order.tracking_id, { address_street_name: 'Paraná' });
    const [after = ''] = await printZpl(order);
    expect(after).toContain('Paraná');
    expect(after).toMatch(/^v2$/m);
    expect(await rowIn('en_camino', order.tracking_id)).toEqual({ printed: true, outdated: false });
    expect((await printZpl(order))[0]).toMatch(/^v2$/m);
    const kept = await world.gateway.owner(
      `SELECT d.format, d.version, octet_length(d.fingerprint) AS bytes, count(DISTINCT d.fingerprint)::int AS contents
       FROM label_deliveries d JOIN shipments s ON s.id = d.shipment_id WHERE s.label = $1 GROUP BY 1, 2, 3
       ORDER BY 2, 1`,
      [order.labels[0]],
    );
    expect(kept).toEqual([
      { format: 'pdf', version: 1, bytes: 32, contents: 1 },
      { format: 'zpl', version: 1, bytes: 32, contents: 1 },
      { format: 'zpl', version: 2, bytes: 32, contents: 1 },
    ]);
  });

  test('is current again if the change is undone', async () => {
    const { tracking_id } = await printed();
    await edit(tracking_id);
    await edit(tracking_id, { address_street_number: '1234' });
    expect(await rowIn('en_camino', tracking_id)).toEqual({ printed: true, outdated: false });
  });

  test('stays current if only the e-mail changes, which labels don’t contain', async () => {
    const { tracking_id } = await printed();
    await edit(tracking_id, { address_street_number: '1234', email: 'otra@example.com' });
    expect(await rowIn('en_camino', tracking_id)).toEqual({ printed: true, outdated: false });
  });

  test('is the only outdated one if the order’s other label wasn’t printed', async () => {
    const { tracking_id, labels } = await world.order(client, 2);
    const [one = ''] = labels;
    await call(shipmentLabel, { by: client, params: { id: one, shipmentId: one } });
    await edit(tracking_id);
    const { shippings, label_outdated } = await detail(tracking_id);
    expect(label_outdated).toBe(true);
    expect(shippings.map((shipping) => shipping.label_outdated)).toEqual([true, false]);
  });

  test('is outdated once another shipment of its order is cancelled, because it says how many travel', async () => {
    const order = await printed(3);
    const numbers = async () => (await printZpl(order)).map((text) => /^(\d)\/(\d)$/m.exec(text)?.[0]);
    expect(await numbers()).toEqual(['1/3', '2/3', '3/3']);
    await call(cancelShipment, { by: client, params: { id: order.labels[1] ?? '' } });
    expect((await detail(order.tracking_id)).shippings.map((one) => one.label_outdated)).toEqual([true, false, true]);
    expect(await numbers()).toEqual(['1/2', '2/2']);
    expect((await detail(order.tracking_id)).label_outdated).toBe(false);
  });

  test('needn’t be printed again once its shipment is cancelled', async () => {
    const { tracking_id, labels } = await printed(2);
    await call(shipmentLabel, { by: client, params: { id: labels[1] ?? '', shipmentId: labels[1] ?? '' } });
    await edit(tracking_id);
    await call(cancelShipment, { by: client, params: { id: labels[0] ?? '' } });
    expect((await detail(tracking_id)).shippings.map((one) => one.label_outdated)).toEqual([false, true]);
  });

  test('is outdated at once if the order changes while the label is rendered', async () => {
    const order = await world.order(client, 1);
    const { withClient } = world.gateway.deps.db;
    let changed = false;
    // The first transaction reads the rows; the change commits before the transaction that records the delivery.
    world.gateway.deps.db.withClient = async (id, work) => {
      const result = await withClient(id, work);
      if (!changed && id === client.clientId) {
        changed = true;
        await edit(order.tracking_id);
      }
      return result;
    };
    try {
      expect((await print(order)).status).toBe(200);
    } finally {
      world.gateway.deps.db.withClient = withClient;
    }
    expect(await rowIn('por_imprimir', order.tracking_id)).toEqual({ printed: false, outdated: true });
  });
});

describe('after collection', () => {
  const decide = (id: number) =>
    call(decideModification, {
      headers: world.provider.headers,
      params: { clientId: client.clientId, id },
      body: { approved: true, reason: '' },
    });

  test('the sender’s flag doesn’t change, and the provider sees that the shipment needs a new label', async () => {
    const { tracking_id, labels } = await printed();
    await world.provider.sendEvents(providerEvent(labels[0] ?? '', 'retirado', NOW));
    const { id } = await edit(tracking_id);
    expect(await staffRead(labels[0])).toMatchObject({ relabel: false });
    expect((await decide(id)).status).toBe(200);
    expect(await rowIn('en_camino', tracking_id)).toEqual({ printed: true, outdated: false });
    expect((await detail(tracking_id)).shippings[0]?.label_outdated).toBe(false);
    expect(await staffRead(labels[0])).toMatchObject({ printed: true, relabel: true });
  });

  test('an outdated label is no longer the sender’s to print, but the provider’s', async () => {
    const { tracking_id, labels } = await printed();
    await edit(tracking_id);
    await world.provider.sendEvents(providerEvent(labels[0] ?? '', 'retirado', NOW));
    expect(await rowIn('en_camino', tracking_id)).toEqual({ printed: true, outdated: false });
    expect(await staffRead(labels[0])).toMatchObject({ relabel: true });
  });
});

describe('a label that was delivered before fingerprints were stored', () => {
  const forget = ({ id }: CreatedOrder) =>
    world.gateway.owner('UPDATE shipments SET label_fingerprint = NULL, label_version = 0 WHERE order_pk = $1', [id]);

  test('counts as current', async () => {
    const order = await printed();
    await forget(order);
    await world.provider.sendEvents(providerEvent(order.labels[0] ?? '', 'planificado', NOW));
    expect(await rowIn('en_camino', order.tracking_id)).toEqual({ printed: true, outdated: false });
  });

  test('is outdated once its order changes', async () => {
    const order = await printed();
    await forget(order);
    await edit(order.tracking_id);
    expect(await rowIn('por_imprimir', order.tracking_id)).toEqual({ printed: false, outdated: true });
    expect((await printZpl(order))[0]).toMatch(/^v2$/m);
  });
});

test('masking makes no label outdated and deletes the fingerprints of the masked receiver', async () => {
  const order = await printed();
  const end = providerEvent(order.labels[0] ?? '', 'entregado', NOW);
  await world.provider.sendEvents(providerEvent(order.labels[0] ?? '', 'retirado', NOW), end);
  await world.gateway.deps.db.withClient(client.clientId, (trx) =>
    runText(trx, `UPDATE orders SET masked_at = current_moment(), receiver_name = 'X' WHERE id = $1`, [order.id]),
  );
  await world.provider.sendEvents(
    providerEvent(order.labels[0] ?? '', 'retirado', new Date(NOW.getTime() - MINUTE_MS)),
  );
  expect(await stored(order.labels[0])).toEqual({ printed: true, label_outdated: false });
  const kept = await world.gateway.owner(
    `SELECT FROM label_deliveries d JOIN shipments s ON s.id = d.shipment_id
     WHERE s.order_pk = $1 AND (d.fingerprint IS NOT NULL OR s.label_fingerprint IS NOT NULL)`,
    [order.id],
  );
  expect(kept).toEqual([]);
});
