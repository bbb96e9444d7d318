import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { providerRoutes } from '#server/provider/settings/provider.routes.ts';
import { orderLabels } from '#shared/orders/labels.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { decideModification, undoModification } from '#shared/orders/staff-modifications.ts';
import { printShipmentPdf, printShipmentZpl } from '#shared/orders/staff-shipment/staff-label.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { readZpl } from '#test/callers/read-zpl.ts';
import { orderEdit } from '#test/fixtures/order-factory.ts';
import { type CreatedOrder, NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { labelRoutes } from './label.routes.ts';
import { printForProvider } from './provider-print.ts';

let world: ShipmentFixture;
let client: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes, labelRoutes, modificationRoutes, providerRoutes]);
  client = await world.gateway.addClient();
});
afterAll(() => world?.gateway.stop());

const call: ShipmentFixture['gateway']['call'] = (...input) => world.gateway.call(...input);

const byProvider = (label = '') => ({ headers: world.provider.headers, params: { label } });
const printPdf = async (label?: string) => {
  const { status, bytes } = await call(printShipmentPdf, byProvider(label));
  expect(status).toBe(200);
  return readPdf(bytes);
};
const printZpl = async (label?: string) => {
  const { status, bytes } = await call(printShipmentZpl, byProvider(label));
  expect(status).toBe(200);
  return readZpl(new TextDecoder().decode(bytes)).map(({ text }) => text);
};
const printBySender = async ({ id, order_id }: CreatedOrder, by = client) =>
  expect((await call(orderLabels, { by, params: { id: String(id), orderId: order_id } })).status).toBe(200);
const read = async (label?: string) => (await call(readStaffShipment, byProvider(label))).body.results;
const detail = async (id: string) => (await call(readOrder, { by: client, params: { id } })).body.results;

/** Changes the address of an order whose shipment is collected. @returns the request's id */
async function changeAddress(tracking: string, number: string) {
  const body = orderEdit({ address_street_number: number }) as never;
  const asked = await call(requestModification, { by: client, params: { id: tracking }, body });
  expect(asked.status, asked.body.message).toBe(200);
  const decided = await call(decideModification, {
    headers: world.provider.headers,
    params: { clientId: client.clientId, id: asked.body.results.id },
    body: { approved: true },
  });
  expect(decided.status, decided.body.message).toBe(200);
  return asked.body.results.id;
}

/** Creates an order whose shipment was printed and collected. */
async function collected() {
  const order = await world.order(client);
  await printBySender(order);
  await world.provider.sendEvents(providerEvent(order.labels[0] ?? '', 'retirado', NOW));
  return { ...order, label: order.labels[0] ?? '' };
}

describe('a label that the provider prints', () => {
  test('is the shipment’s, in PDF on a page of its own and in ZPL', async () => {
    const { labels, order_id } = await world.order(client, 2);
    const [first = '', second = ''] = labels;
    const { pages } = await printPdf(second);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.codes.map(({ text }) => text)).toContain(second);
    for (const text of [order_id, 'Ana Gómez']) expect(pages[0]?.text).toContain(text);
    const zpl = await printZpl(first);
    expect(zpl).toHaveLength(1);
    expect(zpl[0]).toContain(first);
    expect(zpl[0]).not.toContain(second);
  });

  test('isn’t the sender’s print, promises no day, and is recorded with who printed it', async () => {
    const { tracking_id, labels } = await world.order(client);
    const before = await detail(tracking_id);
    await printPdf(labels[0]);
    world.gateway.setTime(new Date('2026-03-20T12:01:00Z'));
    await printZpl(labels[0]);
    world.gateway.setTime(NOW);
    expect(await detail(tracking_id)).toEqual(before);
    const stored = await world.gateway.owner(
      `SELECT printed, promised_on, label_version,
         (SELECT count(*)::int FROM label_deliveries d WHERE d.shipment_id = s.id) AS deliveries
       FROM shipments s WHERE label = $1`,
      [labels[0]],
    );
    expect(stored).toEqual([{ printed: false, promised_on: null, label_version: 0, deliveries: 0 }]);
    const print = { id: expect.any(Number), by: 'tests', version: 1, relabelled: false };
    expect((await read(labels[0])).provider_prints).toEqual([
      { ...print, format: 'zpl', at: '2026-03-20T09:01:00-03:00' },
      { ...print, format: 'pdf', at: '2026-03-20T09:00:00-03:00' },
    ]);
    const audit = await world.gateway.owner(
      `SELECT client_id, actor_kind, details FROM audit_log WHERE action = 'ops.label.print' AND target = $1 ORDER BY at`,
      [labels[0]],
    );
    expect(audit).toEqual(
      ['pdf', 'zpl'].map((format) => ({
        client_id: client.clientId,
        actor_kind: 'key',
        details: { format, relabelled: false },
      })),
    );
  });

  test('before the collection leaves an outdated label to the sender', async () => {
    const order = await world.order(client);
    await printBySender(order);
    const body = orderEdit() as never;
    await call(requestModification, { by: client, params: { id: order.tracking_id }, body });
    await printPdf(order.labels[0]);
    const after = await detail(order.tracking_id);
    expect([after.printed_by_client, after.label_outdated]).toEqual([false, true]);
    expect(await read(order.labels[0])).toMatchObject({ printed: false, provider_prints: [{ relabelled: false }] });
  });
});

/** Renders a shipment's label as ZPL. Nothing is recorded before it is read. */
const startPrint = async (label: string) =>
  (
    await printForProvider(
      world.gateway.deps,
      { actor: { kind: 'key', id: 1, name: 'tests' }, scopes: null, restricted: false },
      label,
      'zpl',
      AbortSignal.timeout(60_000),
    )
  ).body as Readable;

describe('a collected shipment with an outdated label', () => {
  test('stops asking for a new one once the provider printed it, until its address changes again', async () => {
    const { tracking_id, label } = await collected();
    await changeAddress(tracking_id, '2001');
    const before = await detail(tracking_id);
    expect(await read(label)).toMatchObject({ printed: true, relabel: true, provider_prints: [] });
    const [zpl = ''] = await printZpl(label);
    expect(zpl).toContain('2001');
    expect(zpl).toMatch(/^v2$/m);
    expect(await read(label)).toMatchObject({
      printed: true,
      relabel: false,
      provider_prints: [{ relabelled: true, version: 2, by: 'tests' }],
    });
    expect(await detail(tracking_id)).toEqual(before);
    world.gateway.setTime(new Date('2026-03-20T12:01:00Z'));
    await printPdf(label);
    expect((await read(label)).provider_prints.map(({ relabelled }) => relabelled)).toEqual([false, true]);
    await changeAddress(tracking_id, '2002');
    expect(await read(label)).toMatchObject({ relabel: true });
    expect((await printZpl(label))[0]).toMatch(/^v3$/m);
    world.gateway.setTime(NOW);
    expect(await counterDrift(world.gateway.owner)).toEqual([]);
  });

  test('that was relabelled keeps the change: its approval can’t be undone any more', async () => {
    const { tracking_id, label } = await collected();
    const params = { clientId: client.clientId, id: await changeAddress(tracking_id, '2004') };
    world.gateway.setTime(new Date(NOW.getTime() + 2000));
    await printZpl(label);
    const { status, body } = await call(undoModification, { headers: world.provider.headers, params });
    world.gateway.setTime(NOW);
    expect([status, body.message]).toEqual([
      409,
      'Ya no se puede deshacer: la etiqueta se imprimió después de la decisión',
    ]);
  });

  test('asks for a new one if its approval is undone while the label is rendered', async () => {
    const { tracking_id, label } = await collected();
    const id = await changeAddress(tracking_id, '2005');
    const file = await startPrint(label);
    const params = { clientId: client.clientId, id };
    const undone = await call(undoModification, { headers: world.provider.headers, params });
    expect(undone.status, undone.body.message).toBe(200);
    expect(await read(label)).toMatchObject({ relabel: false });
    expect(await text(file)).toContain('2005');
    expect(await read(label)).toMatchObject({ relabel: true, provider_prints: [{ relabelled: true, version: 2 }] });
    await printZpl(label);
    expect(await read(label)).toMatchObject({ relabel: false });
    expect(await counterDrift(world.gateway.owner)).toEqual([]);
  });

  test('keeps asking if its address changes while the old label is rendered', async () => {
    const { tracking_id, label } = await collected();
    const file = await startPrint(label);
    await changeAddress(tracking_id, '2006');
    await text(file);
    expect(await read(label)).toMatchObject({ relabel: true, provider_prints: [{ relabelled: false, version: 1 }] });
  });

  test('keeps asking if another shipment is printed', async () => {
    const { tracking_id, label } = await collected();
    await changeAddress(tracking_id, '2003');
    await printPdf((await collected()).label);
    expect(await read(label)).toMatchObject({ relabel: true, provider_prints: [] });
  });
});

test('a label that the sender may not print is refused with the reason, and nothing is recorded', async () => {
  const cancelled = await world.shipment(client);
  await call(cancelShipment, { by: client, params: { id: cancelled } });
  const unpaid = await world.shipment(await world.gateway.addClient({ prepago: true }));
  for (const [label, reason] of [
    [cancelled, 'No se puede imprimir: el envío está cancelado'],
    [unpaid, 'No se puede imprimir: falta pagar la orden'],
  ] as const) {
    for (const print of [printShipmentPdf, printShipmentZpl]) {
      const { status, body } = await call(print, byProvider(label));
      expect([status, (body as { message?: string }).message]).toEqual([422, reason]);
    }
    expect((await read(label)).provider_prints).toEqual([]);
  }
});

test('an unknown label isn’t found, and a sender can’t print by the provider’s call', async () => {
  const label = await world.shipment(client);
  for (const unknown of [label.replace(/-1$/, '-2'), '00000000000-1', 'x']) {
    expect((await call(printShipmentPdf, byProvider(unknown))).status, unknown).toBe(404);
  }
  expect((await call(printShipmentPdf, { by: client, params: { label } })).status).toBe(401);
  expect((await read(label)).provider_prints).toEqual([]);
});
