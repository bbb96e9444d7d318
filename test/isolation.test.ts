import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '#server/db/connection.ts';
import { USER_ROLES } from '#shared/rules/permissions.ts';
import { CLIENT_ACCESS, type Refused, refusedByRole, refusedByState, STATES } from './access-table.ts';
import { replaceClientFilters } from './disable-client-filter.ts';
import type { FullClient } from './full-client-factory.ts';
import { digestAllRows, type IsolationFixture, startIsolationFixture } from './isolation-fixture.ts';
import {
  COMBINED_IDS,
  ID_SLOTS,
  type IdKind,
  type IdSlot,
  type SlotRequest,
  UNKNOWN,
  untestedFields,
} from './isolation-slots.ts';
import { Leak } from './leak-check.ts';
import { OPERATOR_KEY } from './operator-client.ts';
import { addUser } from './team-factory.ts';
import { scaled } from './test-scale.ts';
import { putIntoState } from './user-states.ts';

const HOURS = 2 * 3_600_000;

let world: IsolationFixture;
beforeAll(async () => {
  world = await startIsolationFixture(scaled(2, 8));
  // URLs of labels are valid for minutes, and a payment is polled once a minute.
  world.app.setTime(new Date());
  otherCallers = await createOtherCallers(world);
});
afterAll(() => world?.stop());

/** A caller besides an owner, and how the access table refuses its calls. */
interface OtherCaller {
  name: string;
  token: string;
  refused: (call: string) => Refused | null;
}

let otherCallers: OtherCaller[];

/** Adds a user of each other role to the first client, and companies and users in each state. */
async function createOtherCallers({ app, mail, clients }: IsolationFixture): Promise<OtherCaller[]> {
  const [company] = clients as [FullClient];
  const callers: OtherCaller[] = [];
  for (const role of USER_ROLES.filter((one) => one !== 'owner')) {
    const named = { username: `${role}.${company.marker}`, first_name: company.marker, last_name: company.marker };
    const { token } = await addUser(app, mail, company, role, named);
    callers.push({ name: role, token, refused: (call) => refusedByRole(role, call) });
  }
  for (const state of STATES) {
    const { token } = await putIntoState(app, mail, state);
    callers.push({ name: state, token, refused: (call) => refusedByState(state, call) });
  }
  return callers;
}

const tables = () =>
  world.app.owner<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity ORDER BY 1`,
  );

async function rowSecurity(change: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const { name } of await tables()) await world.app.owner(`ALTER TABLE ${name} ${change} ROW LEVEL SECURITY`);
}

const disableRowLevelSecurity = async () => {
  await rowSecurity('DISABLE');
  return () => rowSecurity('ENABLE');
};
const disableClientFilter = async () => replaceClientFilters(world.app.database.login.user);

/** Both isolation layers, and each alone: row-level security, and the explicit client filter of the stores. */
const ISOLATION_LAYERS = [
  { layers: 'both layers', disable: async () => () => {}, pairs: scaled(2, 56) },
  { layers: 'row-level security down', disable: disableRowLevelSecurity, pairs: scaled(1, 56) },
  { layers: 'the stores’ wall down', disable: disableClientFilter, pairs: scaled(1, 56) },
];

/** Makes a request as a client, or as the provider for the provider's calls. */
async function ask(me: FullClient, { method, path, body }: SlotRequest): Promise<Answered> {
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

/** Responses to a client's request for an unknown row: identical with any layer disabled. */
const unknown = new Map<string, Promise<Answered>>();
function askedForNothing(me: FullClient, { call, field, request }: IdSlot, kind: IdKind): Promise<Answered> {
  const key = `${call} ${field} ${kind} ${me.marker}`;
  // The exports of this test add to the activity.
  const known = call === 'listActivity' ? undefined : unknown.get(key);
  const answer = known ?? ask(me, request(me, UNKNOWN[kind]));
  unknown.set(key, answer);
  return answer;
}

/** Requests another client's rows through a slot. The fixture checks the responses for foreign words. */
async function tryAll(slot: IdSlot, pairs: IsolationFixture['pairs']): Promise<void> {
  const { field, kinds, request, status, capabilityUrl } = slot;
  for (const [mine, theirs] of pairs) {
    for (const kind of kinds) {
      const wanted = await askedForNothing(mine, slot, kind);
      const answer = await ask(mine, request(mine, theirs.ids[kind]));
      const who = `${mine.marker} asks for the ${kind} of ${theirs.marker} in ${field}`;
      if (!capabilityUrl) expect(answer, who).toEqual(wanted);
      if (status !== undefined) expect(answer.status, who).toBe(status);
    }
  }
}

/**
 * Requests rows of another company as another caller: a refused one is refused also for rows of its own company, and the others get
 * the reply for unknown ids.
 */
async function tryAs({ name, token }: OtherCaller, slot: IdSlot, refused: Refused | null): Promise<void> {
  const { field, request, capabilityUrl } = slot;
  const kinds = refused ? slot.kinds.slice(0, 1) : scaled(likelyKinds(slot), slot.kinds);
  const [company, theirs] = world.pairs[0] as [FullClient, FullClient];
  const me = { ...company, token, marker: name };
  for (const kind of kinds) {
    const who = `${name} asks for a ${kind} in ${field}`;
    const replies = [await ask(me, request(company, theirs.ids[kind]))];
    if (refused) {
      replies.push(await ask(me, request(company, company.ids[kind])));
      for (const { status, text } of replies) expect([status, JSON.parse(text).code], who).toEqual(refused);
    } else if (!capabilityUrl) {
      expect(replies, who).toEqual([await askedForNothing(me, slot, kind)]);
    }
  }
}

/** Returns the slots of a call with one of its filters: the owner tries all of them, and a role doesn't change the query. */
const someSlots = (slots: readonly IdSlot[] = []) =>
  slots.filter(({ field }, index) => index === 0 || !field.startsWith('?'));

/** Returns the kinds of ids that the name of a slot's call contains, with words; all if there is none. */
function likelyKinds({ call, kinds }: IdSlot): readonly IdKind[] {
  const named = kinds.filter((kind) => call.toLowerCase().includes(kind.toLowerCase()));
  return named.length === 0 ? kinds : kinds.filter((kind) => kind === 'word' || named.includes(kind));
}

const calls = Object.entries(Object.groupBy(ID_SLOTS, ({ call }) => call));

describe.each(ISOLATION_LAYERS)('with $layers', ({ disable, pairs }) => {
  let putUp: () => void | Promise<void>;
  beforeAll(async () => {
    putUp = await disable();
  });
  afterAll(() => putUp?.());

  test.each(calls)(
    '%s with another client’s ids gets the reply for unknown ids and changes nothing',
    { timeout: HOURS },
    async (_call, slots) => {
      const before = await digestAllRows(world.app);
      // The last pairs, whose caller isn't the first row of a table: a query without its filter would find that row by chance.
      for (const slot of slots ?? []) await tryAll(slot, world.pairs.slice(-pairs));
      expect(await digestAllRows(world.app)).toEqual(before);
    },
  );

  test.each(calls.filter(([call]) => CLIENT_ACCESS.has(call)))(
    '%s gives no other role and no other state another client’s rows',
    { timeout: HOURS },
    async (call, slots) => {
      const before = await digestAllRows(world.app);
      for (const caller of otherCallers) {
        for (const slot of scaled(someSlots(slots), slots) ?? []) await tryAs(caller, slot, caller.refused(call));
      }
      expect(await digestAllRows(world.app)).toEqual(before);
    },
  );

  test.each(COMBINED_IDS)('$name: several ids of another client’s row don’t give access either', async ({ path }) => {
    for (const [mine, theirs] of world.pairs) {
      const get = (ids: typeof UNKNOWN) => ask(mine, { method: 'GET', path: path(ids as FullClient['ids']) });
      expect(await get(theirs.ids)).toEqual(await get(UNKNOWN));
    }
  });
});

test('a client’s transaction sees only the client’s rows', async () => {
  for (const { clientId } of world.clients) {
    // The role app has no access to the hash chain, nor to the staff's queues and notes.
    const hidden = /^(audit_(seals|checkpoints)|queue_marks|staff_notes)$/;
    for (const { name } of (await tables()).filter((table) => !hidden.test(table.name))) {
      const rows = await world.app.server.deps.db.withClient(clientId, (trx) =>
        run<{ client_id: number }>(trx, `SELECT DISTINCT client_id FROM ${name}`),
      );
      expect(rows, name).toEqual(rows.length > 0 ? [{ client_id: clientId }] : []);
    }
  }
});

test('with both layers disabled the same requests reveal other clients’ data, so no third layer hides a failure', async () => {
  const putUp = [await disableRowLevelSecurity(), await disableClientFilter()];
  const [mine, theirs] = world.pairs[0] as [FullClient, FullClient];
  const leaking: string[] = [];
  for (const { call, field, kinds, request } of ID_SLOTS.filter(({ request }) => request(mine, 1).method === 'GET')) {
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
      'readModification :id request',
      'readReschedule :id reschedule',
      'readOperatorPayment :id payment',
    ]),
  );
});

test('every field of the contract that may identify a row is tested', () => {
  expect(untestedFields()).toEqual([]);
});
