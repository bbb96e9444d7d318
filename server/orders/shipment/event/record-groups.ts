import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readCalendar } from '#server/orders/domain/calendar.store.ts';
import { lockFreeOrders } from '#server/orders/domain/flags/order-locks.store.ts';
import {
  type Movement,
  moveLockedShipments,
  moveShipments,
  type Outcome,
} from '#server/orders/domain/movement/move-shipments.ts';
import { retryInterference } from '#server/orders/domain/retry-interference.ts';
import { forEachConcurrently } from '#server/platform/concurrency/for-each-concurrently.ts';
import { isUnreachable } from '#server/platform/network/unreachable-database.ts';
import type { Calendar } from '#shared/provider/rules/working-days.ts';

/** Events of one client per transaction. With about three rows per event, locks are held only briefly. */
const CHUNK = 500;

/** Events and clients per transaction of several clients, whose orders stay locked until all of them are written. */
const MAX_SHARED = { events: 100, clients: 50 };

/** Maximum number of events that one shared transaction records, whatever their clients. */
export const MAX_TOGETHER = Math.min(MAX_SHARED.events, MAX_SHARED.clients);

/** The movement of an event, and what receives its outcome after the commit. */
export interface ReceivedMovement {
  movement: Movement;
  settle: (outcome: Outcome) => void;
}

/** Movements of each client. */
export type MovementsByClient = ReadonlyMap<number, readonly ReceivedMovement[]>;

interface Group {
  clientId: number;
  movements: readonly ReceivedMovement[];
}

/** Adds writes to the transaction that recorded a client's movements. */
type Recorder = (trx: Trx, clientId: number, movements: readonly Movement[], outcomes: readonly Outcome[]) => void;

/**
 * Records movements of many clients. Groups of few events share transactions (docs/decisions/0083); each query still
 * runs for one client. A group whose orders another transaction has locked leaves the shared transaction; if the shared
 * transaction fails, all groups leave it. Each group that left is recorded in a transaction of its own, which waits for
 * locks and is repeated. So no group fails because of another group, or waits long for the locks of another client.
 *
 * @param clients the movements of each client, sorted by order, so that few orders are in two transactions
 * @param record runs in the transaction of each group
 * @throws the first error of a group, after all others have been recorded; none are begun after a lost connection
 */
export async function recordGroups(deps: Deps, clients: MovementsByClient, record: Recorder): Promise<void> {
  const errors: unknown[] = [];
  const recordAlone = async ({ clientId, movements }: Group) => {
    try {
      for (let first = 0; first < movements.length; first += CHUNK) {
        const chunk = { clientId, movements: movements.slice(first, first + CHUNK) };
        settleAll(chunk, await recordChunk(deps, chunk, record));
      }
    } catch (error) {
      if (isUnreachable(error)) throw error;
      errors.push(error);
    }
  };
  await forEachConcurrently(transactionsOf(clients), new AbortController().signal, async (groups) => {
    const shared = groups.length > 1 ? await recordShared(deps, groups, record) : [];
    for (const [nth, group] of groups.entries()) {
      const outcomes = shared[nth];
      if (outcomes) settleAll(group, outcomes);
      else await recordAlone(group);
    }
  });
  if (errors.length > 0) throw errors[0];
}

/**
 * Records movements of many clients in one transaction, once, without waiting for locks for longer than a tenth of a second.
 *
 * @param clients `MAX_TOGETHER` movements or fewer
 * @returns the clients whose movements weren't recorded, because somebody else has locked their orders, or because the transaction failed:
 *   `recordGroups` waits and repeats
 * @throws the error of a lost connection
 */
export async function recordPromptly(deps: Deps, clients: MovementsByClient): Promise<ReadonlySet<number>> {
  const groups = groupsOf(clients);
  if (groups.length === 0) return new Set();
  const recorded = await recordShared(deps, groups, () => {});
  const left = new Set<number>();
  for (const [nth, group] of groups.entries()) {
    const outcomes = recorded[nth];
    if (outcomes) settleAll(group, outcomes);
    else left.add(group.clientId);
  }
  return left;
}

function settleAll({ movements }: Group, outcomes: readonly Outcome[]): void {
  for (const [nth, { settle }] of movements.entries()) settle(outcomes[nth] as Outcome);
}

/** Returns the groups in the order of the clients' ids, in which transactions lock their orders. */
const groupsOf = (clients: MovementsByClient): Group[] =>
  [...clients].sort(([a], [b]) => a - b).map(([clientId, movements]) => ({ clientId, movements }));

/** Divides the groups among transactions. A group that is too large for a shared one is alone. */
function transactionsOf(clients: MovementsByClient): Group[][] {
  const transactions: Group[][] = [];
  let room = { events: 0, clients: 0 };
  for (const group of groupsOf(clients)) {
    const { length } = group.movements;
    if (room.clients === 0 || room.events < length) {
      transactions.push([]);
      room = { ...MAX_SHARED };
    }
    transactions.at(-1)?.push(group);
    room = { events: room.events - length, clients: room.clients - 1 };
  }
  return transactions;
}

/** Records a chunk of a client's movements in a transaction of its own. */
function recordChunk(deps: Deps, chunk: Group, record: Recorder): Promise<Outcome[]> {
  return retryInterference(() =>
    deps.db.withClient(chunk.clientId, (trx) => moveGroup(deps, trx, chunk, { record, locked: null })),
  );
}

/** Moves a group's shipments in a transaction of its client. @param locked the calendar, if the orders are locked; null if they aren't yet */
async function moveGroup(
  deps: Deps,
  trx: Trx,
  { clientId, movements }: Group,
  { record, locked }: { record: Recorder; locked: Calendar | null },
): Promise<Outcome[]> {
  const moving = movements.map(({ movement }) => movement);
  const moved = locked
    ? await moveLockedShipments(deps, trx, clientId, moving, locked)
    : await moveShipments(deps, trx, clientId, moving);
  record(trx, clientId, moving, moved);
  return moved;
}

/**
 * Records groups of different clients in one transaction. The queries of all groups alternate on one connection. If there are several
 * groups, it waits for no order; a single one waits for its orders for a tenth of a second, in the round trip of its first reads.
 *
 * @returns the outcomes of each group; null for one that wasn't recorded
 */
async function recordShared(
  deps: Deps,
  groups: readonly Group[],
  record: Recorder,
): Promise<readonly (readonly Outcome[] | null)[]> {
  const [first, ...others] = groups as [Group, ...Group[]];
  try {
    return await deps.db.withClients(
      groups.map(({ clientId }) => clientId),
      async (trxOf) => {
        const ofFirst = trxOf(first.clientId);
        if (others.length === 0) return [await moveGroup(deps, ofFirst, first, { record, locked: null })];
        const locked = await Promise.all(
          groups.map(({ clientId, movements }) =>
            lockFreeOrders(trxOf(clientId), clientId, [...new Set(movements.map(({ movement }) => movement.orderId))]),
          ),
        );
        const calendar = await readCalendar(ofFirst);
        return Promise.all(
          groups.map((group, nth) =>
            locked[nth] ? moveGroup(deps, trxOf(group.clientId), group, { record, locked: calendar }) : null,
          ),
        );
      },
    );
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const { code } = error as { code?: string };
    if (others.length > 0) deps.log.warn({ code }, 'events of several clients are recorded one client at a time');
    return [];
  }
}
