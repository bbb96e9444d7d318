import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '#server/db/connection.ts';
import { effort } from './effort.ts';
import type { FullClient } from './full-client.ts';
import { type Asked, SLOTS, type Slot, TOGETHER, UNKNOWN, untried } from './isolation-slots.ts';
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
afterAll(() => {
  require('node:fs').writeFileSync('/tmp/lines.txt', world.lines.filter((l) => l.includes('request failed')).join(''));
  return world?.stop();
});

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
const WALLS: [name: string, takeDown: () => Promise<() => void | Promise<void>>][] = [
  ['with both walls', async () => () => {}],
  ['with row-level security down', takeDownRows],
  ['with the stores’ wall down', takeDownQueries],
];

/** Asks as a client; the provider's calls as the provider. */
async function ask(me: FullClient, { method, path, body }: Asked): Promise<{ status: number; text: string }> {
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

/** Asks for another client's things in a place, and for things that don't exist. That nothing leaks is seen by the world. */
async function tryAll({ kinds, request, status, bearer }: Slot): Promise<void> {
  for (const kind of kinds) {
    for (const [mine, theirs] of world.pairs) {
      const unknown = await ask(mine, request(mine, UNKNOWN[kind]));
      const foreign = await ask(mine, request(mine, theirs.ids[kind]));
      if (!bearer) expect(foreign, `${mine.canary} → ${theirs.canary}’s ${kind}`).toEqual(unknown);
      if (status !== undefined) expect(foreign.status, kind).toBe(status);
    }
  }
}

describe.each(WALLS)('%s', (_name, takeDown) => {
  let putUp: () => void | Promise<void>;
  beforeAll(async () => {
    putUp = await takeDown();
  });
  afterAll(() => putUp?.());

  test.each(SLOTS)(
    '$call: another client’s id in $field answers as an unknown one and changes nothing',
    { timeout: HOURS },
    async (slot) => {
      const before = await rowsOfAll(world.app);
      await tryAll(slot);
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
