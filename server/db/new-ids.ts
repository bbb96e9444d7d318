import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { connectionOf, run, type Trx } from './connection.ts';
import { statement } from './statement.ts';

/** Ids that a connection gets beyond those that it needs, so that the next twenty orders need no statement for theirs. */
const SPARE = 60;

/** Life of spare ids. A restored database gives the ids after its last one again, and some poolers hide that the server changed. */
const MAX_AGE_MS = MINUTE_MS;

interface SpareIds {
  ids: number[];
  since: number;
}

const spares = new WeakMap<object, SpareIds>();

const NEW_IDS = statement('new-ids.new-ids', 'SELECT next_ids($1) AS id', { prepared: true });

/** Returns a function that returns a new id for a row at each of `count` calls. The ids cost a statement unless the connection has spare ones. */
export async function newIds(trx: Trx, count: number): Promise<() => number> {
  const ids = takeSpare(trx, count) ?? (await fetchIds(trx, count));
  return () => {
    const id = ids.pop();
    if (id === undefined) throw new Error('more ids were used than were allocated');
    return id;
  };
}

function takeSpare(trx: Trx, count: number): number[] | null {
  const connection = connectionOf(trx);
  const spare = connection && spares.get(connection);
  if (!spare || spare.ids.length < count || performance.now() - spare.since > MAX_AGE_MS) return null;
  return spare.ids.splice(-count, count);
}

async function fetchIds(trx: Trx, count: number): Promise<number[]> {
  const connection = connectionOf(trx);
  const ids = (await run(trx, NEW_IDS, [count + (connection ? SPARE : 0)])).map(({ id }) => id);
  const taken = ids.splice(-count, count);
  if (connection) spares.set(connection, { ids, since: performance.now() });
  return taken;
}
