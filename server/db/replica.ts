import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/platform/log.ts';
import { execute, run, type Trx } from './connection.ts';
import { type Database, isConnectionLost, type Reads } from './database.ts';
import { assertRowLevelSecurity } from './start/assert-row-level-security.ts';
import { bind, statement } from './statement.ts';

/** Interval between attempts to reach the replica, in ms. */
const PROBE_MS = 1000;

/** Timeout of a query on the replica, in ms. The server ends its statements after five seconds. */
const TIMEOUT_MS = 6000;

/** SQLSTATE of a statement timeout. Not retried on the primary, where the statement would take as long. */
const TOO_LONG = '57014';

const POSITION = statement(
  'replica.position',
  'SELECT pg_current_wal_insert_lsn() AS lsn, system_identifier::text AS cluster FROM pg_control_system()',
);

const STANDBY = statement(
  'replica.standby',
  'SELECT pg_is_in_recovery() AS standby, system_identifier::text AS cluster FROM pg_control_system()',
);

const LAST_WRITE = statement('replica.last-write', 'SELECT last_write AS lsn FROM clients WHERE client_id = $1', {
  prepared: true,
});

const HAS_REPLAYED = statement(
  'replica.has-replayed',
  `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= greatest($1::pg_lsn, $2::pg_lsn) AS fresh`,
  { prepared: true, nullable: ['fresh'] },
);

const WROTE = statement('replica.wrote', 'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote');

const STORE_LAST_WRITE = `UPDATE clients SET last_write = greatest(last_write, pg_current_wal_insert_lsn()) WHERE client_id = $1`;

/**
 * Adds a replica to a database (docs/decisions/0019): `readReplica` reads from the replica if it has replayed the client's last
 * write, else from the primary. Each write stores its WAL position in the client's row before the write returns, so the next
 * read on any node sees the write.
 *
 * @param replica pool of the replica; closed with the primary's pool
 */
export function withReplica(primary: Database, replica: Database, log: Log): Database {
  // WAL position when the replica was found; null while it is unavailable. Covers writes whose position wasn't stored, by nodes
  // without the replica or by a node that died.
  let since: string | null = null;
  let isLogged = false;
  let probing: Promise<void> = probe();
  const probeTimer = setInterval(() => {
    if (since === null) probing = probing.then(probe);
  }, PROBE_MS).unref();
  const lastWriteUpdates = coalesce((clientId) =>
    primary.withClient(clientId, (trx) => execute(trx, STORE_LAST_WRITE, [clientId])),
  );

  async function probe(): Promise<void> {
    if (since !== null) return;
    try {
      const [[at]] = await primary.read(null, [bind(POSITION)]);
      const [[found]] = await withTimeout(replica.read(null, [bind(STANDBY)]));
      if (!at || !found?.standby || found.cluster !== at.cluster)
        throw new Error('the replica is no standby of the primary');
      await withTimeout(assertRowLevelSecurity(replica));
      since = at.lsn;
      isLogged = false;
      log.info({}, 'the replica is available');
    } catch (error) {
      markUnavailable(error as Error);
    }
  }

  function markUnavailable({ message }: Error): void {
    since = null;
    if (!isLogged) log.warn({ message }, 'the replica is unavailable, all reads go to the primary');
    isLogged = true;
  }

  /** Reads from the replica. @returns null if the replica hasn't replayed the client's last write */
  async function readFresh<T extends readonly unknown[]>(clientId: number, position: string | null, reads: Reads<T>) {
    const [[replayed]] = await withTimeout(replica.read(clientId, [bind(HAS_REPLAYED, [since, position])]));
    return replayed?.fresh ? await withTimeout(replica.read<T>(clientId, reads)) : null;
  }

  /** Whether the transaction wrote. A lost connection counts as a write, because the commit may have happened. */
  const hasWritten = (trx: Trx) => run(trx, WROTE).then(([row]) => row?.wrote === true, isConnectionLost);

  return {
    ...primary,
    async withClient(clientId, work) {
      let wrote = Promise.resolve(false);
      try {
        return await primary.withClient(clientId, async (trx) => {
          const result = await work(trx);
          // Not awaited: sent with the commit.
          wrote = hasWritten(trx);
          return result;
        });
      } finally {
        if (await wrote) await lastWriteUpdates.run(clientId).catch(markUnavailable);
      }
    },
    async withClients(clientIds, work) {
      let wrote = Promise.resolve(false);
      try {
        return await primary.withClients(clientIds, async (trxOf) => {
          const result = await work(trxOf);
          wrote = hasWritten(trxOf(clientIds[0] as number));
          return result;
        });
      } finally {
        if (await wrote) await Promise.all(clientIds.map(lastWriteUpdates.run)).catch(markUnavailable);
      }
    },
    async readReplica<T extends readonly unknown[]>(clientId: number, reads: Reads<T>) {
      if (since === null || lastWriteUpdates.has(clientId)) return primary.read<T>(clientId, reads);
      const [[written]] = await primary.read(clientId, [bind(LAST_WRITE, [clientId])]);
      const found = await readFresh<T>(clientId, written?.lsn ?? null, reads).catch((error) => {
        if (error.code === TOO_LONG) throw error;
        if (isConnectionLost(error)) markUnavailable(error);
        return null;
      });
      return found ?? primary.read<T>(clientId, reads);
    },
    async close() {
      clearInterval(probeTimer);
      await probing;
      await replica.close();
      await primary.close();
    },
  };
}

/**
 * Coalesces work by key: one run of a key at a time, and all calls during a run share the next run. A call never shares a run
 * that has already started.
 */
function coalesce(work: (key: number) => Promise<unknown>) {
  const running = new Map<number, Promise<void>>();
  const next = new Map<number, Promise<void>>();
  return {
    has: (key: number) => running.has(key) || next.has(key),
    run(key: number): Promise<void> {
      const shared = next.get(key);
      if (shared) return shared;
      const before = running.get(key) ?? Promise.resolve();
      const thisRun = before
        .catch(() => {})
        .then(async () => {
          next.delete(key);
          running.set(key, thisRun);
          try {
            await work(key);
          } finally {
            if (running.get(key) === thisRun) running.delete(key);
          }
        });
      next.set(key, thisRun);
      return thisRun;
    },
  };
}

/** Waits for work on the replica. @throws after the timeout; the work goes on, and its result is ignored */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController();
  work.catch(() => {});
  try {
    return await Promise.race([
      work,
      sleep(TIMEOUT_MS, undefined, { signal: late.signal, ref: false }).then(() => {
        throw new Error('the replica did not respond in time');
      }),
    ]);
  } finally {
    late.abort();
  }
}
