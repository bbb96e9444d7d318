import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { type EventBody, eventBody, type ListedRow, listEvents } from '#shared/orders/event-list/list-events.ts';
import { readEventRows } from '#shared/orders/event-list/read-rows.ts';
import { generateTrackingId } from '#shared/orders/rules/code/tracking-id.ts';
import { MAX_EVENTS, recordEvents } from '#shared/orders/staff-events.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';

let world: ShipmentFixture;
let first: TestClient;
let second: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes]);
  first = await world.gateway.addClient();
  second = await world.gateway.addClient();
});
afterAll(() => world?.gateway.stop());

/** Creates shipments of a client in orders of 100. */
async function shipments(client: TestClient, count: number): Promise<string[]> {
  const labels: string[] = [];
  while (labels.length < count)
    labels.push(...(await world.order(client, Math.min(100, count - labels.length))).labels);
  return labels;
}

/** Reads a pasted list with one state for all rows. */
const read = (text: string, at: number | null = null): ListedRow[] =>
  listEvents(
    readEventRows(text).map((row) => ({ ...row, source: 'Pegado' })),
    { state: 'retirado', at, reason: '' },
    NOW.getTime(),
  );

/** Sends the events of a list in calls of `MAX_EVENTS`. @returns the result of each */
async function send(events: readonly EventBody[]): Promise<{ result: string; reason: string | null }[]> {
  const results = [];
  for (let from = 0; from < events.length; from += MAX_EVENTS) {
    const part = events.slice(from, from + MAX_EVENTS);
    const { body } = await world.gateway.call(recordEvents, {
      headers: world.provider.headers,
      body: { events: part },
    });
    results.push(...body.results);
  }
  return results;
}

const eventsOf = (rows: readonly ListedRow[], now = NOW.getTime()) =>
  rows.flatMap(({ event }) => (event ? [eventBody(event, now)] : []));

const recordedAs = (state: string) =>
  world.gateway.owner<{ label: string; client_id: string; times: string }>(
    `SELECT s.label, s.client_id::text, count(*)::text AS times FROM shipment_events e
     JOIN shipments s ON s.id = e.shipment_id WHERE e.state = $1 GROUP BY s.label, s.client_id`,
    [state],
  );

test('a thousand pasted labels of two clients, with all that people paste, are recorded once each', async () => {
  const [mine, theirs] = [await shipments(first, 600), await shipments(second, 600)];
  const unknown = `${generateTrackingId((size) => new Uint8Array(size).fill(29))}-1`;
  const lines = mine.flatMap((label, index) => [
    // Of every tenth label the code was scanned.
    index % 10 === 0 ? `https://remito.example/seguimiento/${label}` : label.toLowerCase(),
    theirs[index] ?? '',
  ]);
  lines.splice(3, 0, '', '   ', '7,3E+10', mine[0] ?? '', 'García', unknown, theirs[0]?.slice(0, 11) ?? '');
  const rows = read(lines.join('\r\n'));
  expect(rows.filter(({ double }) => double).map(({ row, problem }) => [row, problem])).toEqual([
    [7, 'Ya está en la lista: Pegado, fila 1'],
  ]);
  const wrong = rows.filter(({ event, double }) => !event && !double);
  expect(wrong.map(({ row, text }) => [row, text])).toEqual([
    [6, '7,3E+10'],
    [8, 'García'],
    [10, theirs[0]?.slice(0, 11)],
  ]);

  const events = eventsOf(rows);
  const results = await send(events);
  const refused = results.flatMap(({ result, reason }, index) =>
    result === 'recorded' ? [] : [[events[index]?.shipment_id, reason]],
  );
  expect(refused).toEqual([[unknown, 'No existe ese envío']]);
  const recorded = await recordedAs('Retirado');
  expect(recorded).toHaveLength(1200);
  expect(new Set(recorded.map(({ times }) => times))).toEqual(new Set(['1']));
  const clientOf = new Map(recorded.map(({ label, client_id }) => [label, Number(client_id)]));
  expect(mine.every((label) => clientOf.get(label) === first.clientId)).toBe(true);
  expect(theirs.every((label) => clientOf.get(label) === second.clientId)).toBe(true);

  // The answer got lost: the same events are sent again.
  const again = await send(events);
  expect(again.map(({ result }) => result)).toEqual(
    events.map(({ shipment_id }) => (shipment_id === unknown ? 'refused' : 'repeated')),
  );
  expect(await recordedAs('Retirado')).toHaveLength(1200);
});

test('a list with a time that is pasted again is repeated, whoever reads it and when', async () => {
  const labels = await shipments(first, 3);
  const at = NOW.getTime() - MINUTE_MS;
  const results = async (text: string, now: number) =>
    (await send(eventsOf(read(text, at), now))).map(({ result, reason }) => reason ?? result);
  expect(await results(labels.join('\n'), NOW.getTime())).toEqual(['recorded', 'recorded', 'recorded']);
  expect(await results(labels.toReversed().join('\n').toLowerCase(), NOW.getTime() + 5000)).toEqual([
    'repeated',
    'repeated',
    'repeated',
  ]);
  expect(await results(`${labels[0]};;;Otro motivo`, NOW.getTime())).toEqual([
    'Ese event_id ya se usó para otro evento',
  ]);
});
