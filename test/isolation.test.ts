import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '#server/db/connection.ts';
import { effort } from './effort.ts';
import type { FullClient } from './full-client.ts';
import { type Asked, type Kind, SLOTS, type Slot, TOGETHER, UNKNOWN, untried } from './isolation-slots.ts';
import { Leak } from './leak-check.ts';
import { OPERATOR_KEY } from './operator.ts';
import { takeDownStores } from './stores-wall.ts';
import { rowsOfAll, startWorld, type World } from './world.ts';

const HOURS = 2 * 3_600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld(effort(2, 8));
  // Addresses of labels are good for minutes, and a payment is asked about once a minute.
  world.app.setTime(new Date());
});
afterAll(() => world?.stop());

const tables = () =>
  world.app.owner<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity ORDER BY 1`,
  );

async function rowSecurity(change: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const { name } of await tables()) await world.app.owner(`ALTER TABLE ${name} ${change} ROW LEVEL SECURITY`);
}

const takeDownRows = async () => {
  await rowSecurity('DISABLE');
  return () => rowSecurity('ENABLE');
};
const takeDownQueries = async () => takeDownStores(world.app.database.login.user);

/** Both walls, and each alone: the database's (row-level security) and the stores' (every query names its client). */
const WALLS = [
  { walls: 'both walls', takeDown: async () => () => {}, pairs: effort(2, 56) },
  { walls: 'row-level security down', takeDown: takeDownRows, pairs: effort(1, 56) },
  { walls: 'the stores’ wall down', takeDown: takeDownQueries, pairs: effort(1, 56) },
];

/** Asks as a client; the provider's calls as the provider. */
async function ask(me: FullClient, { method, path, body }: Asked): Promise<Answered> {
  const answer = await world.app.fetch(path, {
    method,
    headers: {
      ...(path.startsWith('/api/ops/') ? { 'x-api-key': OPERATOR_KEY } : { authorization: `Bearer ${me.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

interface Answered {
  status: number;
  text: string;
}

/** How a client is answered that asks for a thing which doesn't exist: the same whatever wall is down. */
const unknown = new Map<string, Promise<Answered>>();
function askedForNothing(me: FullClient, { call, field, request }: Slot, kind: Kind): Promise<Answered> {
  const key = `${call} ${field} ${kind} ${me.canary}`;
  const answer = unknown.get(key) ?? ask(me, request(me, UNKNOWN[kind]));
  unknown.set(key, answer);
  return answer;
}

/** Asks for another client's things in a place. That no answer holds its words is seen to by the world. */
async function tryAll(slot: Slot, pairs: World['pairs']): Promise<void> {
  const { field, kinds, request, status, bearer } = slot;
  for (const [mine, theirs] of pairs) {
    for (const kind of kinds) {
      const wanted = await askedForNothing(mine, slot, kind);
      const answer = await ask(mine, request(mine, theirs.ids[kind]));
      const who = `${mine.canary} asks for the ${kind} of ${theirs.canary} in ${field}`;
      if (!bearer) expect(answer, who).toEqual(wanted);
      if (status !== undefined) expect(answer.status, who).toBe(status);
    }
  }
}

const calls = Object.entries(Object.groupBy(SLOTS, ({ call }) => call));

describe.each(WALLS)('with $walls', ({ takeDown, pairs }) => {
  let putUp: () => void | Promise<void>;
  beforeAll(async () => {
    putUp = await takeDown();
  });
  afterAll(() => putUp?.());

  test.each(calls)(
    '%s with another client’s ids answers as with unknown ones and changes nothing',
    { timeout: HOURS },
    async (_call, slots) => {
      const before = await rowsOfAll(world.app);
      for (const slot of slots ?? []) await tryAll(slot, world.pairs.slice(0, pairs));
      expect(await rowsOfAll(world.app)).toEqual(before);
    },
  );

  test.each(TOGETHER)('$name: several ids of one thing of another client open it no more', async ({ path }) => {
    for (const [mine, theirs] of world.pairs) {
      const get = (ids: typeof UNKNOWN) => ask(mine, { method: 'GET', path: path(ids as FullClient['ids']) });
      expect(await get(theirs.ids)).toEqual(await get(UNKNOWN));
    }
  });
});

test('one client’s rows are all that a transaction of it sees, whatever it asks', async () => {
  for (const { clientId } of world.clients) {
    for (const { name } of await tables()) {
      const rows = await world.app.server.deps.db.withClient(clientId, (trx) =>
        run<{ client_id: number }>(trx, `SELECT DISTINCT client_id FROM ${name}`),
      );
      expect(rows, name).toEqual(rows.length > 0 ? [{ client_id: clientId }] : []);
    }
  }
});

test('with both walls down the same questions leak: nothing else keeps clients apart', async () => {
  const putUp = [await takeDownRows(), await takeDownQueries()];
  const [mine, theirs] = world.pairs[0] as [FullClient, FullClient];
  const leaking: string[] = [];
  for (const { call, field, kinds, request } of SLOTS.filter(({ request }) => request(mine, 1).method === 'GET')) {
    for (const kind of kinds) {
      const answer = await ask(mine, request(mine, theirs.ids[kind])).catch((error: unknown) => error);
      if (answer instanceof Leak) leaking.push(`${call} ${field} ${kind}`);
    }
  }
  for (const up of putUp) await up();
  expect(leaking).toEqual(
    expect.arrayContaining([
      'readOrder :id tracking',
      'readOrder :id order',
      'readShipment :id label',
      'readBatch :id batch',
      'exportFailedRows :id batch',
      'clientFulfillment :id packing',
    ]),
  );
});

test('every field of the contract that can name somebody’s thing is tried', () => {
  expect(untried()).toEqual([]);
});
