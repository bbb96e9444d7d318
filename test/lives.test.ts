import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { miscounted } from '#server/db/miscounted.ts';
import { modificationRoutes } from '#server/features/modification/modification.routes.ts';
import { orderRoutes } from '#server/features/order/order.routes.ts';
import { shipmentRoutes } from '#server/features/shipment/shipment.routes.ts';
import { statisticsRoutes } from '#server/features/statistics/statistics.routes.ts';
import { localDay } from '#shared/days.ts';
import { decideModification } from '#shared/ops/modifications.ts';
import { cancelOrder, createOrder, requestModification } from '#shared/orders.ts';
import { REVERSE_MODE } from '#shared/rules/delivery-modes.ts';
import { SHIPMENT_STATES, type ShipmentStateCode } from '#shared/rules/shipment-states.ts';
import { type Direction, next } from '#shared/rules/shipment-transitions.ts';
import { cancelShipment, returnShipment } from '#shared/shipments.ts';
import { shipmentTotals } from '#shared/statistics.ts';
import { inconsistencies } from './consistency.ts';
import { type Gateway, startGateway, type TestClient } from './gateway.ts';
import { newOrder, orderEdit, receiver, shipment } from './new-order.ts';
import { type Provider, parcelEvent, startProvider } from './provider.ts';

let gateway: Gateway;
let provider: Provider;
beforeAll(async () => {
  gateway = await startGateway([orderRoutes, shipmentRoutes, modificationRoutes, statisticsRoutes]);
  provider = await startProvider(gateway.deps, gateway);
});
afterAll(() => gateway?.stop());

const HOUR = 3_600_000;
// A quarter before a month ends in Buenos Aires.
const BEGIN = Date.parse('2026-03-01T02:45:00Z');

const WORDS = ['EN UN LUGAR NUEVO', 'Retirado', 'en curso', 'No Entregado: ausente', 'x'.repeat(60)];
const PROVINCES = [
  { address_state: 'Salta', address_zip_code: '4400' },
  { address_state: 'Córdoba', address_zip_code: '5000' },
  { address_state: 'Capital Federal', address_zip_code: '1059' },
];

const pick = fc.nat(11);
const events = fc.array(
  fc.record({
    pick,
    parcel: fc.nat(2),
    /** A state that may follow, any state, or a text. */
    state: fc.oneof(
      { weight: 5, arbitrary: fc.record({ follow: fc.nat(40) }) },
      { weight: 2, arbitrary: fc.constantFrom(...SHIPMENT_STATES.map(({ code }) => code), ...WORDS) },
    ),
    /** Hours before now; a few lie ahead, many are late. */
    ago: fc.oneof(fc.constantFrom(-1, 0, 0, 0), fc.double({ min: -0.05, max: 60, noNaN: true })),
    /** Sent again, perhaps with something else in it. */
    again: fc.constantFrom('no', 'no', 'no', 'same', 'other'),
  }),
  { minLength: 1, maxLength: 6 },
);

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      who: fc.nat(1),
      parcels: fc.integer({ min: 1, max: 3 }),
      mode: fc.constantFrom(1, 2, 4),
    }),
  },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('tell' as const), events }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel order' as const, 'cancel shipment' as const, 'return' as const),
      pick,
      parcel: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), pick, to: fc.nat(2), door: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide' as const), pick, approved: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.double({ min: 0.01, max: 30, noNaN: true }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One world: two clients, one of them prepaid, and what was told of their parcels. */
class World {
  now = BEGIN;
  readonly orders: { by: TestClient; id: string; parcels: number; direction: Direction }[] = [];
  readonly requests: { clientId: number; id: number }[] = [];
  readonly told: { event: ReturnType<typeof parcelEvent>; said: string; clientId: number }[] = [];
  readonly clients: TestClient[];

  constructor(clients: TestClient[]) {
    this.clients = clients;
  }

  async play(one: Step): Promise<void> {
    gateway.setTime(new Date(this.now));
    if (one.do === 'wait') this.now += Math.round(one.hours * HOUR);
    else if (one.do === 'create') await this.create(one.who, one.parcels, one.mode);
    else if (one.do === 'tell') await this.tell(one.events);
    else if (one.do === 'decide') await this.decide(one.pick, one.approved);
    else await this.ask(one);
  }

  async create(who: number, parcels: number, mode: number): Promise<void> {
    const by = this.clients[who] as TestClient;
    const shipments = Array.from({ length: parcels }, (_, n) => shipment({ weight: 500 + n * 700 }));
    const body = newOrder({ shipments, delivery_mode: mode, receiver: receiver() });
    const { status, body: made } = await gateway.call(createOrder, { by, body });
    expect(status).toBe(200);
    const direction = mode === REVERSE_MODE ? 'inversa' : 'entrega';
    this.orders.push({ by, id: made.results.tracking_id, parcels, direction });
  }

  async tell(list: typeof events extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    const batch: { event: ReturnType<typeof parcelEvent>; clientId: number }[] = [];
    for (const { pick: at, parcel, state, ago, again } of list) {
      const order = this.orders[at % this.orders.length];
      const before = this.told.at(-1);
      if (again !== 'no' && before) {
        const event = again === 'same' ? before.event : { ...before.event, reason: 'Otro' };
        batch.push({ event, clientId: before.clientId });
      } else if (order) {
        const label = `${order.id}-${(parcel % order.parcels) + 1}`;
        const text = typeof state === 'string' ? state : await this.follower(label, order.direction, state.follow);
        batch.push({
          event: parcelEvent(label, text, new Date(Math.round(this.now - ago * HOUR)), { reason: '' }),
          clientId: order.by.clientId,
        });
      }
    }
    if (batch.length === 0) return;
    const said = await provider.tell(...batch.map(({ event }) => event));
    for (const [index, one] of batch.entries()) this.told.push({ ...one, said: said[index] as string });
  }

  async follower(label: string, direction: Direction, nth: number): Promise<string> {
    const [row] = await gateway.owner<{ state_code: ShipmentStateCode | null }>(
      'SELECT state_code FROM shipments WHERE label = $1',
      [label],
    );
    const codes = next(row?.state_code ?? null, direction);
    return codes[nth % codes.length] ?? 'en_transito';
  }

  async ask(
    one: Extract<Step, { pick: number; do: 'cancel order' | 'cancel shipment' | 'return' | 'edit' }>,
  ): Promise<void> {
    const order = this.orders[one.pick % this.orders.length];
    if (!order) return;
    const { by, id, parcels } = order;
    const label = 'parcel' in one ? `${id}-${(one.parcel % parcels) + 1}` : '';
    const calls = {
      'cancel order': () => gateway.call(cancelOrder, { by, params: { id } }),
      'cancel shipment': () => gateway.call(cancelShipment, { by, params: { id: label } }),
      return: () => gateway.call(returnShipment, { by, params: { id: label } }),
      edit: () => {
        const { to, door } = one as Extract<Step, { do: 'edit' }>;
        const body = orderEdit({ ...PROVINCES[to], address_street_number: String(door + 1) }) as never;
        return gateway.call(requestModification, { by, params: { id }, body });
      },
    };
    const { status, body } = await calls[one.do]();
    expect([200, 422], JSON.stringify(body)).toContain(status);
    if (one.do === 'edit' && status === 200) {
      const { results } = body as { results: { id: number } };
      this.requests.push({ clientId: by.clientId, id: results.id });
    }
  }

  async decide(at: number, approved: boolean): Promise<void> {
    const request = this.requests[at % this.requests.length];
    if (!request) return;
    const body = { approved, reason: approved ? '' : 'No se puede' };
    const { status } = await gateway.call(decideModification, { headers: provider.headers, params: request, body });
    expect([200, 422]).toContain(status);
  }

  /** What was acknowledged is there once, what was refused isn't. */
  async unacknowledged(): Promise<object[]> {
    const kept = await gateway.owner<{ key: string; at: Date }>(
      `SELECT client_id || ' ' || event_id AS key, at FROM shipment_events
       WHERE event_id IS NOT NULL AND client_id = ANY($1)`,
      [this.clients.map(({ clientId }) => clientId)],
    );
    const recorded = this.told.filter(({ said }) => said === 'recorded');
    const expected = recorded.map(({ event, clientId }) => `${clientId} ${event.event_id} ${event.at}`).sort();
    const found = kept.map(({ key, at }) => `${key} ${at.toISOString()}`).sort();
    return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ found, expected }];
  }
}

/** Statistics as the portal reads them, beside a count of the shipments. */
async function wrongStatistics(by: TestClient, until: number): Promise<object[]> {
  const query = { filter: { from_date: '2026-02-28', to_date: localDay(new Date(until)) } };
  const { body } = await gateway.call(shipmentTotals, { by, query });
  const rows = await gateway.owner<{ n: number }>(
    'SELECT count(*)::int AS n FROM shipments WHERE client_id = $1 GROUP BY province ORDER BY 1',
    [by.clientId],
  );
  const counted = rows.map(({ n }) => n);
  const shown = body.provinces_array.map(({ total }) => total).sort((a, b) => a - b);
  return JSON.stringify(shown) === JSON.stringify(counted) ? [] : [{ shown, counted }];
}

test('whatever happens to parcels, in whatever order it is told, everything follows from their histories', {
  timeout: 300_000,
}, async () => {
  let recorded = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const clients = [
        await gateway.addClient({ logistica_inversa: true }),
        await gateway.addClient({ prepago: true, logistica_inversa: true }),
      ];
      const world = new World(clients);
      gateway.setTime(new Date(world.now));
      await world.create(0, 2, 1);
      for (const one of steps) await world.play(one);
      expect(
        await inconsistencies(
          gateway.owner,
          clients.map(({ clientId }) => clientId),
        ),
      ).toEqual([]);
      expect(await world.unacknowledged()).toEqual([]);
      for (const by of clients) expect(await wrongStatistics(by, world.now)).toEqual([]);
      expect(await miscounted(gateway.owner)).toEqual([]);
      recorded += world.told.filter(({ said }) => said === 'recorded').length;
    }),
    { numRuns: 100, endOnFailure: true },
  );
  // Else the sequences would prove nothing.
  expect(recorded).toBeGreaterThan(200);
});
