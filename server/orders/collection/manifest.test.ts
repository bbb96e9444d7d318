import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { cancelShipment } from '#shared/orders/shipments.ts';
import { correctEvent } from '#shared/orders/staff-events.ts';
import { listManifests } from '#shared/orders/staff-manifests.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { type CollectionFixture, scansOf, startCollectionFixture } from '#test/fixtures/collection-fixture.ts';
import { NOW } from '#test/fixtures/shipment-fixture.ts';

let world: CollectionFixture;
beforeAll(async () => {
  world = await startCollectionFixture();
});
afterAll(() => world?.gateway.stop());

/** Creates a client with an open manifest of printed orders. */
async function opened(shipments: readonly number[] = [1, 2]) {
  const client = await world.gateway.addClient();
  const labels = await world.printed(client, shipments);
  const address = await world.addressOf(client);
  const { status, body } = await world.open(client.clientId, address);
  expect(status, body.message).toBe(200);
  return { client, labels, address, number: body.results.number, manifest: body.results };
}

const collectionOf = async ({ clientId }: TestClient) =>
  (await world.list({ client: String(clientId) })).results.map(({ orders, bulks, listed }) => [orders, bulks, listed]);

describe('the collections', () => {
  test('count printed shipments by client and address until they are collected', async () => {
    const client = await world.gateway.addClient();
    const [order] = [await world.order(client)];
    expect(await collectionOf(client)).toEqual([]);
    await world.print(client, order);
    const [label = ''] = await world.printed(client, [2]);
    expect(await collectionOf(client)).toEqual([[2, 3, 0]]);
    await world.provider.sendEvents(providerEvent(label, 'retirado', NOW));
    expect(await collectionOf(client)).toEqual([[2, 2, 0]]);
    await world.gateway.call(cancelShipment, { by: client, params: { id: order.labels[0] ?? '' } });
    expect(await collectionOf(client)).toEqual([[1, 1, 0]]);
  });

  test('show the phone of the first user who is still in the company', async () => {
    const { client } = await opened();
    const phone = async () => (await world.list({ client: String(client.clientId) })).results[0]?.phone;
    expect(await phone()).toBe('1144445555');
    await world.gateway.owner(
      `INSERT INTO users (client_id, username, email, first_name, last_name, phone, password_hash, created_at)
       SELECT client_id, username || 'b', 'b' || email, 'Beto', 'Paz', '1166667777', '-', created_at + interval '1 day'
       FROM users WHERE client_id = $1`,
      [client.clientId],
    );
    expect(await phone()).toBe('1144445555');
    await world.gateway.owner(
      `UPDATE users SET removed_at = current_moment() WHERE client_id = $1 AND first_name = 'Ana'`,
      [client.clientId],
    );
    expect(await phone()).toBe('1166667777');
  });

  test('sum up to the totals of all clients', async () => {
    await opened();
    const { results, totals } = await world.list();
    for (const key of ['orders', 'bulks', 'weight', 'listed'] as const) {
      expect(
        results.reduce((sum, one) => sum + one[key], 0),
        key,
      ).toBe(totals[key]);
    }
  });
});

describe('a manifest', () => {
  test('lists the free shipments of an address with their totals, and a later one lists later shipments', async () => {
    const { client, labels, address, number, manifest } = await opened([1, 2]);
    expect(number).toMatch(/^COL-2026-\d{6}$/);
    expect(manifest).toMatchObject({ state: 'abierto', orders: 2, bulks: 3, created_by: 'tests' });
    expect(manifest.parcels.map(({ shipment_id }) => shipment_id)).toEqual(labels);
    expect(manifest.parcels.map(({ n, packages, status }) => [n, packages, status])).toEqual([
      [1, 1, 'waiting'],
      [1, 2, 'waiting'],
      [2, 2, 'waiting'],
    ]);
    expect(manifest.weight).toBe(manifest.parcels.reduce((sum, { weight }) => sum + weight, 0));
    expect(await collectionOf(client)).toEqual([[2, 3, 3]]);
    expect((await world.open(client.clientId, address)).status).toBe(409);
    const later = await world.printed(client);
    const second = await world.open(client.clientId, address);
    expect(second.body.results.parcels.map(({ shipment_id }) => shipment_id)).toEqual(later);
  });

  test('that is cancelled frees its shipments, and takes no hand-over', async () => {
    const { client, labels, address, number } = await opened();
    expect((await world.cancel(number)).status).toBe(200);
    const cancelled = await world.read(number);
    expect(cancelled).toMatchObject({ state: 'anulado', cancel_reason: 'Sin chofer' });
    expect(new Set(cancelled.parcels.map(({ status }) => status))).toEqual(new Set(['free']));
    expect((await world.cancel(number)).status).toBe(409);
    expect((await world.handOver(number, scansOf(labels))).status).toBe(409);
    expect((await world.open(client.clientId, address)).body.results.bulks).toBe(3);
  });

  test('is on the last page of a list that ends before the asked page', async () => {
    const { client, number } = await opened();
    const { body } = await world.gateway.call(listManifests, {
      headers: world.provider.headers,
      query: { page: 99, limit: 1, filter: { client: String(client.clientId) } },
    });
    expect(body.pagination).toEqual({ page: 1, pages: 1, total: 1, limit: 1 });
    expect(body.results.map((one) => one.number)).toEqual([number]);
  });

  test('can’t be opened for another client’s address', async () => {
    const { client } = await opened();
    const other = await opened();
    expect((await world.open(client.clientId, other.address)).status).toBe(404);
  });
});

describe('a hand-over', () => {
  test('records what was scanned, and names what is missing and surplus', async () => {
    const { client, labels, address, number } = await opened([1, 1, 1]);
    const [first = '', second = '', third = ''] = labels;
    const [surplus = ''] = await world.printed(client);
    const { status, body } = await world.handOver(number, scansOf([first, second, first, surplus]));
    expect(status, body.message).toBe(200);
    expect(body.message).toBe('Se retiraron 2 de 3 bultos: falta 1, sobra 1');
    expect(body.scans.map(({ result }) => result)).toEqual(['collected', 'collected', 'collected']);
    expect(body.results).toMatchObject({ state: 'entregado', collected: 2, surplus: 1, closed_by: 'tests' });
    expect(body.results.parcels.filter((one) => one.status === 'missing').map((one) => one.shipment_id)).toEqual([
      third,
    ]);
    expect(body.results.surplus_parcels.map(({ shipment_id }) => shipment_id)).toEqual([surplus]);
    expect(await world.statesOf(surplus)).toEqual(['Registrado', 'Retirado']);
    expect(await world.statesOf(third)).toEqual(['Registrado']);
    const next = await world.open(client.clientId, address);
    expect(next.body.results.parcels.map(({ shipment_id }) => shipment_id)).toEqual([third]);
  });

  test('keeps a shipment as missing that is collected, or cancelled, later', async () => {
    const { client, labels, number } = await opened([1, 1, 1]);
    const [taken = '', missing = '', cancelled = ''] = labels;
    await world.handOver(number, scansOf([taken]));
    const later = new Date(NOW.getTime() + MINUTE_MS);
    world.gateway.setTime(later);
    await world.provider.sendEvents(providerEvent(missing, 'retirado', later));
    await world.gateway.call(cancelShipment, { by: client, params: { id: cancelled } });
    world.gateway.setTime(NOW);
    const shipments = new Map((await world.read(number)).parcels.map((one) => [one.shipment_id, one]));
    expect(labels.map((label) => shipments.get(label)?.status)).toEqual(['collected', 'missing', 'missing']);
    expect([shipments.get(missing)?.state, shipments.get(cancelled)?.state]).toEqual(['Retirado', 'Cancelado']);
  });

  test('that is repeated answers the same and changes nothing; a later one adds its scans', async () => {
    const { labels, number } = await opened([1, 1, 1]);
    const [first = '', second = '', third = ''] = labels;
    const scans = scansOf([first, second, 'x', third.replace(/-1$/, '-7')]);
    const once = await world.handOver(number, scans);
    const again = await world.handOver(
      number,
      scans.toReversed().map((scan) => ({ ...scan, at: NOW.toISOString() })),
    );
    expect({ ...again.body, scans: again.body.scans.toReversed() }).toEqual(once.body);
    expect(await world.statesOf(first)).toEqual(['Registrado', 'Retirado']);
    const { closed_at } = once.body.results;
    world.gateway.setTime(new Date(NOW.getTime() + MINUTE_MS));
    const late = await world.handOver(number, scansOf([third]));
    world.gateway.setTime(NOW);
    expect(late.body.results).toMatchObject({ closed_at, collected: 3 });
    expect(late.body.results.parcels.map(({ status }) => status)).toEqual(['collected', 'collected', 'collected']);
  });

  test('takes the manifest’s own number for all its shipments', async () => {
    const { labels, number } = await opened([2, 1]);
    const { body } = await world.handOver(number, scansOf([number]));
    expect(body.message).toBe('Se retiraron 3 de 3 bultos');
    for (const label of labels) expect(await world.statesOf(label)).toEqual(['Registrado', 'Retirado']);
  });

  test('refuses shipments of another client, cancelled and unreadable ones, each with a sentence', async () => {
    const { client, labels, number } = await opened([1, 1, 1, 1]);
    const [first = '', cancelled = '', before = '', unscanned = ''] = labels;
    const other = await opened();
    const [foreign = ''] = other.labels;
    await world.gateway.call(cancelShipment, { by: client, params: { id: cancelled } });
    await world.provider.sendEvents(providerEvent(before, 'retirado', NOW));
    const tracking = unscanned.slice(0, -2);
    const codes = [first, foreign, cancelled, before, 'xyz', tracking, '0000000000A-1', other.number];
    const checked = await world.check(number, codes);
    const { body } = await world.handOver(number, scansOf(codes));
    expect(body.scans.map(({ result, reason }) => [result, reason])).toEqual([
      ['collected', null],
      ['refused', expect.stringMatching(/^Es de otro cliente, .+: apartalo$/)],
      ['refused', 'El envío está cancelado: no se retira'],
      ['collected_before', 'Ya estaba retirado'],
      ['refused', 'No es la etiqueta de un bulto: escaneala de nuevo o escribí su código'],
      ['refused', 'Es el código de la orden: escaneá el código de barras de la etiqueta del bulto'],
      ['refused', expect.any(String)],
      ['refused', `Es el manifiesto ${other.number}, no éste`],
    ]);
    expect(checked.map(({ reason }) => reason)).toEqual(body.scans.map(({ reason }) => reason));
    const statuses = new Map(body.results.parcels.map(({ shipment_id, status }) => [shipment_id, status]));
    const expected = ['collected', 'ended', 'collected_before', 'missing'];
    expect(labels.map((label) => statuses.get(label))).toEqual(expected);
    expect(await world.statesOf(foreign)).toEqual(['Registrado']);
    expect((await world.read(other.number)).state).toBe('abierto');
  });

  test('without a shipment that can be collected leaves the manifest open', async () => {
    const { number } = await opened();
    const { status, body } = await world.handOver(number, scansOf(['xyz']));
    expect([status, body.message]).toEqual([422, expect.stringContaining('anulá el manifiesto')]);
    expect((await world.read(number)).state).toBe('abierto');
  });

  test('of a scanner with a wrong clock is recorded between the shipment’s last event and now', async () => {
    const { labels, number } = await opened([1, 1]);
    const [late = '', early = ''] = labels;
    const before = new Date(NOW.getTime() - MINUTE_MS);
    await world.provider.sendEvents(providerEvent(early, 'pendiente_retiro', before));
    const at = (ms: number) => new Date(NOW.getTime() + ms);
    const scans = [...scansOf([late], at(HOUR_MS)), ...scansOf([early], at(-HOUR_MS))];
    expect((await world.handOver(number, scans)).body.scans.map(({ result }) => result)).toEqual([
      'collected',
      'collected',
    ]);
    expect(await world.statesOf(early)).toEqual(['Registrado', 'Pendiente de Retiro', 'Retirado']);
  });

  test('is recorded at the opening of the manifest if the scanner’s clock shows a day before', async () => {
    const client = await world.gateway.addClient();
    const days = (count: number) => new Date(NOW.getTime() + count * DAY_MS);
    world.gateway.setTime(days(-3));
    const [label = ''] = await world.printed(client);
    world.gateway.setTime(days(-1));
    const { number } = (await world.open(client.clientId, await world.addressOf(client))).body.results;
    world.gateway.setTime(NOW);
    expect((await world.handOver(number, scansOf([label], days(-2)))).status).toBe(200);
    const [event] = await world.gateway.owner<{ at: Date }>(
      `SELECT e.at FROM shipment_events e JOIN shipments s ON s.client_id = e.client_id AND s.id = e.shipment_id
       WHERE s.label = $1 AND e.state_code = 'retirado'`,
      [label],
    );
    expect(event?.at).toEqual(days(-1));
  });

  test('refuses a shipment whose collection with the manifest was corrected, so that no scan is lost', async () => {
    const { client, address, labels, number } = await opened([1, 1]);
    const [wrong = '', taken = ''] = labels;
    await world.handOver(number, scansOf([wrong, taken]));
    const corrected = await world.gateway.call(correctEvent, {
      headers: world.provider.headers,
      params: { label: wrong },
      body: { corrects: `${number}/${wrong}`, event_id: `${number} x`, correction_reason: 'Quedó en el local' },
    });
    expect(corrected.status, corrected.body.message).toBe(200);
    const again = await world.handOver(number, scansOf([wrong, taken]));
    expect(again.body.scans.map(({ result, reason }) => [result, reason])).toEqual([
      ['refused', 'Su retiro con este manifiesto se corrigió: va en otro manifiesto'],
      ['collected', null],
    ]);
    expect(await world.check(number, [wrong])).toMatchObject([
      { result: 'refused', reason: again.body.scans[0]?.reason },
    ]);
    const next = (await world.open(client.clientId, address)).body.results;
    expect(next.parcels.map(({ shipment_id }) => shipment_id)).toEqual([wrong]);
    const { body } = await world.handOver(next.number, scansOf([wrong]));
    expect(body.scans.map(({ result }) => result)).toEqual(['collected']);
    expect((await world.statesOf(wrong)).at(-1)).toBe('Retirado');
  });
});
