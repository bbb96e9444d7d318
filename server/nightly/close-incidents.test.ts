import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import type { Database } from '#server/db/database.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { readClientIds } from '#server/people/domain/client-ids.store.ts';
import { maskStep } from '#server/people/personal-data/mask-receivers.ts';
import { DAY_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import { countOrders, listOrders, readOrder } from '#shared/orders/orders.ts';
import { findInconsistencies } from '#test/app/consistency.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { NOW, type ShipmentFixture, startShipmentFixture } from '#test/fixtures/shipment-fixture.ts';
import { closeIncidents } from './close-incidents.ts';
import { runNightlyMaintenance } from './nightly.ts';

const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

let world: ShipmentFixture;
let client: TestClient;
let other: TestClient;
beforeAll(async () => {
  world = await startShipmentFixture([orderRoutes, shipmentRoutes]);
  client = await world.gateway.addClient();
  other = await world.gateway.addClient();
});
afterAll(async () => {
  expect(await counterDrift(world.gateway.owner)).toEqual([]);
  await world?.gateway.stop();
});

const groups = async (by: TestClient) => {
  const { body } = await world.gateway.call(countOrders, { by });
  return Object.fromEntries(body.results.map(({ state, total }) => [state, total]));
};
const listed = async (by: TestClient, state: string) =>
  (await world.gateway.call(listOrders, { by, query: { filter: { state } } })).body.results.map(({ id }) => id);

async function night(at: Date): Promise<void> {
  world.gateway.setTime(at);
  await runNightlyMaintenance(world.gateway.deps, new AbortController().signal);
}

/** Creates an order of two shipments: the first is lost, the second is returned to its sender. */
async function lost(by: TestClient): Promise<number> {
  const { id, labels } = await world.order(by, 2);
  const [first = '', second = ''] = labels;
  const minute = (n: number) => new Date(NOW.getTime() - n * MINUTE_MS);
  await world.provider.sendEvents(
    providerEvent(first, 'retirado', minute(9)),
    providerEvent(first, 'extraviado', minute(8)),
    providerEvent(second, 'retirado', minute(9)),
    providerEvent(second, 'devolucion', minute(8)),
    providerEvent(second, 'devuelto', minute(7)),
  );
  return id;
}

test('an order with a lost shipment leaves Con problema 30 days after its last event', async () => {
  const [id, theirs] = [await lost(client), await lost(other)];
  expect(await groups(client)).toEqual({ con_problema: 1 });
  const before = (await world.gateway.call(readOrder, { by: client, params: { id: String(id) } })).body.results;
  expect(before).toMatchObject({ order_state: { name: 'Con Incidencia' }, can_request_edit: false, printable: false });
  await night(after(29.9));
  expect(await listed(client, 'con_problema')).toEqual([id]);

  const published: unknown[] = [];
  const silence = world.gateway.deps.bus.subscribe((whose, event) => published.push([whose, event.kind, event.id]));
  await night(after(30.1));
  silence();
  expect(await groups(client)).toEqual({ final: 1 });
  expect(await listed(client, 'final')).toEqual([id]);
  expect(await listed(other, 'final')).toEqual([theirs]);
  expect(published.sort()).toEqual(
    [
      [client.clientId, 'order', id],
      [other.clientId, 'order', theirs],
    ].sort(),
  );
  const now = (await world.gateway.call(readOrder, { by: client, params: { id: String(id) } })).body.results;
  expect(now).toEqual({ ...before, states_token: now.states_token });
  expect(await findInconsistencies(world.gateway.owner, [client.clientId, other.clientId])).toEqual([]);
});

test('an order with an unfinished problem stays in Con problema', async () => {
  const { id, labels } = await world.order(client, 2);
  const [first = '', second = ''] = labels;
  await world.provider.sendEvents(
    providerEvent(first, 'retirado', NOW),
    providerEvent(first, 'extraviado', new Date(NOW.getTime() + 1)),
    providerEvent(second, 'demorado', NOW),
  );
  await night(after(90));
  expect(await listed(client, 'con_problema')).toEqual([id]);
});

test('incidents are closed step by step, also behind a step of others and those of one moment', async () => {
  const by = await world.gateway.addClient();
  const { deps, owner } = world.gateway;
  const due = [await lost(by), await lost(by), await lost(by)];
  const others = [await world.order(by), await world.order(by), await world.order(by)];
  await world.provider.sendEvents(...others.map(({ labels }) => providerEvent(labels[0] ?? '', 'demorado', NOW)));
  // The others, which have the highest ids, are the oldest; the due ones are of one microsecond.
  await owner(
    `UPDATE orders SET updated_at = $2::timestamptz + CASE WHEN id = ANY ($3) THEN interval '7 microseconds'
       ELSE interval '-1 hour' END WHERE client_id = $1`,
    [by.clientId, NOW, due],
  );
  world.gateway.setTime(after(31));
  expect(await closeIncidents(deps, by.clientId, AbortSignal.abort(), 2)).toBe(0);
  expect(await closeIncidents(deps, by.clientId, new AbortController().signal, 2)).toBe(3);
  expect((await listed(by, 'final')).sort()).toEqual(due.sort());
});

test('a night that is stopped fails, so that its job runs again', async () => {
  const { deps } = world.gateway;
  const last = (await deps.db.withProvider(readClientIds)).at(-1);
  const node = new AbortController();
  const db: Database = {
    ...deps.db,
    withClient: (clientId, work) => {
      if (clientId === last) node.abort();
      return deps.db.withClient(clientId, work);
    },
  };
  await expect(runNightlyMaintenance({ ...deps, db }, node.signal)).rejects.toThrow('stopped');
});

test('receivers of an order with a lost shipment are masked by the age of its shipments', async () => {
  const by = await world.gateway.addClient();
  const id = await lost(by);
  const open = await world.order(by);
  await world.provider.sendEvents(providerEvent(open.labels[0] ?? '', 'demorado', NOW));
  expect(await groups(by)).toEqual({ con_problema: 2 });
  const due = { before: after(1), now: after(2) };
  expect(await world.gateway.deps.db.withClient(by.clientId, (trx) => maskStep(trx, due))).toBe(1);
  const [row] = await world.gateway.owner('SELECT receiver_name, state_group FROM orders WHERE id = $1', [id]);
  expect(row).toEqual({ receiver_name: 'Dato borrado', state_group: 'con_problema' });
});
