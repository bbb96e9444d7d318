import type { Trx } from '#server/db/connection.ts';
import { readCalendar } from '#server/domain/calendar.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import { type Movement, moveLockedShipments, moveShipments, type Outcome } from '#server/domain/move-shipments.ts';
import { lockFreeOrders } from '#server/domain/order-locks.store.ts';
import { retryInterference } from '#server/domain/retry-interference.ts';
import { forEachConcurrently } from '#server/platform/for-each-concurrently.ts';
import { isUnreachable } from '#server/platform/unreachable-database.ts';

/** Events of one client per transaction. With about three rows per event, locks are held only briefly. */
const CHUNK = 500;

/** Events and clients per transaction of several clients, whose orders stay locked until all of them are written. */
const MAX_SHARED = { events: 100, clients: 50 };

/** A movement with the index of its event in the request. */
export type IndexedMovement = [index: number, movement: Movement];

/** Events of one client, sorted by order and time. */
interface Group {
  clientId: number;
  movements: IndexedMovement[];
}

/** Adds what belongs to the transaction of a client's movements. */
type Recorder = (trx: Trx, clientId: number, movements: readonly Movement[], outcomes: readonly Outcome[]) => void;

/**
 * Records movements of many clients. Groups of few events share transactions (docs/decisions/0083); each query still runs for one client.
 * A group whose orders somebody else has locked leaves the shared transaction, and so do all groups of one that fails: each of them
 * is recorded in a transaction of its own, which waits and is repeated. So no group fails with another one, or waits for long for the locks of
 * another one's client.
 *
 * @param clients the movements of each client
 * @param commit receives the outcomes of committed movements, with the indexes of their events
 * @param record runs in the transaction of each group
 * @throws the first error of a group, after all others have been recorded; none are begun after a lost connection
 */
export async function recordGroups(
  deps: Deps,
  clients: ReadonlyMap<number, IndexedMovement[]>,
  record: Recorder,
  commit: (index: number, outcome: Outcome) => void,
): Promise<void> {
  let failed: { error: unknown } | null = null;
  const settle = ({ movements }: Group, outcomes: readonly Outcome[]) => {
    for (const [nth, [index]] of movements.entries()) commit(index, outcomes[nth] as Outcome);
  };
  const recordAlone = async ({ clientId, movements }: Group) => {
    try {
      for (let first = 0; first < movements.length; first += CHUNK) {
        const chunk = { clientId, movements: movements.slice(first, first + CHUNK) };
        settle(chunk, await recordChunk(deps, chunk, record));
      }
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failed ??= { error };
    }
  };
  await forEachConcurrently(transactionsOf(clients), new AbortController().signal, async (groups) => {
    const shared = groups.length > 1 ? await recordShared(deps, groups, record) : [];
    for (const [nth, group] of groups.entries()) {
      const outcomes = shared[nth];
      if (outcomes) settle(group, outcomes);
      else await recordAlone(group);
    }
  });
  if (failed) throw (failed as { error: unknown }).error;
}

/** Divides the groups among transactions, in the order of the clients' ids. A group that is too large for a shared one is alone. */
function transactionsOf(clients: ReadonlyMap<number, IndexedMovement[]>): Group[][] {
  const transactions: Group[][] = [];
  let room = { events: 0, clients: 0 };
  for (const [clientId, movements] of [...clients].sort(([a], [b]) => a - b)) {
    if (room.clients === 0 || room.events < movements.length) {
      transactions.push([]);
      room = { ...MAX_SHARED };
    }
    transactions.at(-1)?.push({ clientId, movements });
    room = { events: room.events - movements.length, clients: room.clients - 1 };
  }
  return transactions;
}

/** Records a chunk of a client's movements in a transaction of its own. */
function recordChunk(deps: Deps, { clientId, movements }: Group, record: Recorder): Promise<Outcome[]> {
  const moving = movements.map(([, movement]) => movement);
  return retryInterference(() =>
    deps.db.withClient(clientId, async (trx) => {
      const moved = await moveShipments(deps, trx, clientId, moving);
      record(trx, clientId, moving, moved);
      return moved;
    }),
  );
}

/**
 * Records groups of different clients in one transaction, without waiting for locks. The queries of all groups alternate on one connection.
 *
 * @returns the outcomes of each group; null for one that wasn't recorded
 */
async function recordShared(
  deps: Deps,
  groups: readonly Group[],
  record: Recorder,
): Promise<readonly (readonly Outcome[] | null)[]> {
  const clientIds = groups.map(({ clientId }) => clientId);
  try {
    return await deps.db.withClients(clientIds, async (trxOf) => {
      const locked = await Promise.all(
        groups.map(({ clientId, movements }) =>
          lockFreeOrders(trxOf(clientId), clientId, [...new Set(movements.map(([, { orderId }]) => orderId))]),
        ),
      );
      const calendar = await readCalendar(trxOf(clientIds[0] as number));
      return Promise.all(
        groups.map(async ({ clientId, movements }, nth) => {
          if (!locked[nth]) return null;
          const [trx, moving] = [trxOf(clientId), movements.map(([, movement]) => movement)];
          const moved = await moveLockedShipments(deps, trx, clientId, moving, calendar);
          record(trx, clientId, moving, moved);
          return moved;
        }),
      );
    });
  } catch (error) {
    if (isUnreachable(error)) throw error;
    deps.log.warn(
      { code: (error as { code?: string }).code },
      'events of several clients are recorded one client at a time',
    );
    return [];
  }
}
