import { afterAll, beforeAll, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { CLIENT_READS } from '#test/callers/client-reads.ts';
import type { FullClient } from '#test/fixtures/full-client-factory.ts';
import { CLIENT_ACCESS } from '#test/rights/access-table.ts';
import { scaled } from '#test/test-scale.ts';
import { type Attempts, ask, createAttempts } from './isolation-attempts.ts';
import {
  disableClientFilter,
  disableRowLevelSecurity,
  ISOLATION_LAYERS,
  isolatedTables,
  type LayerState,
} from './isolation-layers.ts';
import { COMBINED_IDS, ID_SLOTS, type IdKind, type IdSlot, ownPath, UNKNOWN } from './isolation-slots.ts';
import { type IsolationWorld, startIsolationWorld } from './isolation-world.ts';
import { Leak } from './leak-check.ts';
import { changedTables, clientRowVersions } from './row-versions.ts';
import { untestedFields } from './untested-fields.ts';

const HOURS = 2 * HOUR_MS;

let world: IsolationWorld;
let attempts: Attempts;
beforeAll(async () => {
  world = await startIsolationWorld(scaled(2, 8));
  attempts = createAttempts(world);
});
afterAll(() => world?.stop());

const calls = Object.entries(Object.groupBy(ID_SLOTS, ({ call }) => call)).map(
  ([call, slots]) => [call, slots ?? []] as const,
);

/** Makes the requests of one call. @returns a line for each wrong response */
type TryCall = (slots: readonly IdSlot[], world: IsolationWorld, attempts: Attempts) => Promise<string[]>;

/** Makes the requests of all calls. @returns a line for each wrong response, and for each call that changed a client's row */
async function tryCalls(state: LayerState, tried: typeof calls, tryCall: TryCall): Promise<string[]> {
  const wrong: string[] = [];
  const before = await clientRowVersions(world.app);
  for (const [, slots] of tried) wrong.push(...(await tryCall(slots, world, attempts)));
  const changed = changedTables(before, await clientRowVersions(world.app));
  if (changed.length === 0) return wrong;
  return [...wrong, `rows of ${changed.join(', ')} changed`, ...(await findWriters(state, tried, tryCall))];
}

/** Returns the calls that change a client's row. Uses other clients, because the first run may have removed the row. */
async function findWriters({ disable }: LayerState, tried: typeof calls, tryCall: TryCall): Promise<string[]> {
  const others = await startIsolationWorld(scaled(2, 8));
  const enable = await disable(others.app);
  const writers: string[] = [];
  let before = await clientRowVersions(others.app);
  for (const [call, slots] of tried) {
    await tryCall(slots, others, createAttempts(others));
    const after = await clientRowVersions(others.app);
    const changed = changedTables(before, after);
    if (changed.length > 0) writers.push(`${call} changes rows of ${changed.join(', ')}`);
    before = after;
  }
  await enable();
  await others.stop();
  return writers;
}

/** Runs a function with the layers of a state. */
async function withLayers<T>({ disable }: LayerState, work: () => Promise<T>): Promise<T> {
  const enable = await disable(world.app);
  try {
    return await work();
  } finally {
    await enable();
  }
}

test.each(ISOLATION_LAYERS)(
  'with $layers each call with another client’s ids gets the reply for unknown ids, and changes nothing',
  { timeout: HOURS },
  async (state) => {
    const asOwner: TryCall = async (slots, { pairs }, { asOwner }) => {
      const wrong: string[] = [];
      // The last pairs, whose caller isn't the first row of a table: a query without its filter would find that row by chance.
      for (const slot of slots) wrong.push(...(await asOwner(slot, pairs.slice(-state.pairs))));
      return wrong;
    };
    expect(await withLayers(state, () => tryCalls(state, calls, asOwner))).toEqual([]);
  },
);

test.each(ISOLATION_LAYERS)('with $layers each call that reads returns only the caller’s rows', (state) =>
  withLayers(state, async () => {
    const wrong: string[] = [];
    for (const me of world.clients) {
      for (const call of CLIENT_READS) {
        const path = `${ownPath(call, me)}?limit=1000&zip_code=1425&q=canario&by=name`;
        const answer = await ask(world, me, { method: 'GET', path }).catch((error: unknown) => error);
        if (answer instanceof Error) wrong.push(`${call}: ${answer.message}`);
        else expect(answer, call).toMatchObject({ status: 200 });
      }
    }
    expect(wrong).toEqual([]);
  }),
);

/**
 * Layers for the other callers. A role or a state never changes a query: the stores filter by the caller's client, which the test above
 * tries as an owner with each layer disabled. A call that a role or a state lacks is refused before an id is looked up
 * (permissions.test.ts). Usually, therefore, one filter of each call is enough, with row-level security disabled because it would hide
 * a query that lacks its client filter for one role. An attack tries all fields and ids with all layers.
 */
const LAYERS_OF_OTHERS = ISOLATION_LAYERS.filter(({ disable }) => scaled(disable === disableRowLevelSecurity, true));

/** Returns the slots of a call with at most one of its filters. */
const withOneFilter = (slots: readonly IdSlot[]) =>
  slots.filter(({ field }, index) => index === 0 || !field.startsWith('?'));

test.each(LAYERS_OF_OTHERS)(
  'with $layers no other role and no other state gets another client’s rows, and no call changes them',
  { timeout: HOURS },
  async (state) => {
    const asOthers: TryCall = async (slots, { otherCallers }, { asOther }) => {
      const wrong: string[] = [];
      for (const caller of otherCallers) {
        for (const slot of scaled(withOneFilter(slots), slots)) wrong.push(...(await asOther(caller, slot)));
      }
      return wrong;
    };
    const theirs = calls.filter(([call]) => CLIENT_ACCESS.has(call));
    expect(await withLayers(state, () => tryCalls(state, theirs, asOthers))).toEqual([]);
  },
);

test.each(ISOLATION_LAYERS)('with $layers several ids of another client’s row don’t give access either', (state) =>
  withLayers(state, async () => {
    for (const { name, path } of COMBINED_IDS) {
      for (const [mine, theirs] of world.pairs) {
        const get = (ids: typeof UNKNOWN) => ask(world, mine, { method: 'GET', path: path(ids as FullClient['ids']) });
        expect(await get(theirs.ids), name).toEqual(await get(UNKNOWN));
      }
    }
  }),
);

test('a client’s transaction sees only the client’s rows', async () => {
  for (const { clientId } of world.clients) {
    // The role app has no access to the hash chain, nor to the staff's queues and notes.
    const hidden = /^(audit_(seals|checkpoints|heads)|queue_marks|staff_notes)$/;
    for (const name of (await isolatedTables(world.app)).filter((table) => !hidden.test(table))) {
      const rows = await world.app.server.deps.db.withClient(clientId, (trx) =>
        runText<{ client_id: number }>(trx, `SELECT DISTINCT client_id FROM ${name}`),
      );
      expect(rows, name).toEqual(rows.length > 0 ? [{ client_id: clientId }] : []);
    }
  }
});

/** Requests whose responses contain the row that an id identifies. */
const REVEALED: readonly [call: string, field: string, kind: IdKind][] = [
  ['readOrder', ':id', 'tracking'],
  ['readOrder', ':id', 'order'],
  ['readShipment', ':id', 'label'],
  ['readBatch', ':id', 'batch'],
  ['exportFailedRows', ':id', 'batch'],
  ['clientFulfillment', ':id', 'packing'],
  ['readModification', ':id', 'request'],
  ['readReschedule', ':id', 'reschedule'],
  ['readStaffPayment', ':id', 'payment'],
];

test('with both layers disabled the same requests reveal other clients’ data, so no third layer hides a failure', async () => {
  const layers = [await disableRowLevelSecurity(world.app), await disableClientFilter(world.app)];
  const [mine, theirs] = world.pairs[0] as [FullClient, FullClient];
  const hidden: string[] = [];
  for (const [call, field, kind] of REVEALED) {
    const slot = ID_SLOTS.find((one) => one.call === call && one.field === field) as IdSlot;
    const answer = await ask(world, mine, slot.request(mine, theirs.ids[kind])).catch((error: unknown) => error);
    if (!(answer instanceof Leak)) hidden.push(`${call} ${field} ${kind}`);
  }
  for (const enable of layers) await enable();
  expect(hidden).toEqual([]);
});

test('every field of the contract that may identify a row is tested', () => {
  expect(untestedFields()).toEqual([]);
});
