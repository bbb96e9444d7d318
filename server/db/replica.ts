import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/platform/log.ts';
import { type Database, isConnectionLost, type Read } from './database.ts';
import { Freshness } from './freshness.ts';
import { probeWalls } from './probe-walls.ts';

/** Milliseconds between two looks at how far the replica is. */
const LOOK_MS = 250;

/** Milliseconds that a look may take, and a read: the server itself ends its statements after five seconds. */
const PATIENCE_MS = { look: 2000, read: 6000 };

/** A statement that took too long there takes as long on the primary. */
const TOO_LONG = '57014';

/** Where a server's log is, in bytes, and whose it is. */
interface Place {
  lsn: number;
  cluster: string;
  standby?: boolean;
}

const POSITION: Read = {
  text: 'SELECT (pg_current_wal_insert_lsn() - $1::pg_lsn)::bigint AS lsn, system_identifier::text AS cluster FROM pg_control_system()',
  values: ['0/0'],
};

const REPLAYED: Read = {
  text: `SELECT (pg_last_wal_replay_lsn() - $1::pg_lsn)::bigint AS lsn, system_identifier::text AS cluster,
    pg_is_in_recovery() AS standby FROM pg_control_system()`,
  values: ['0/0'],
};

/** What the replica needs of the way between the nodes. */
export interface NodeLine {
  listen(listener: (clientId: number | null) => void): () => void;
  heard(): Promise<boolean>;
  told(): Promise<void>;
}

/**
 * A database whose `readReplica` asks a replica (docs/decisions/0019). The replica answers for a client when it shows all
 * that this node has written for the client or heard that others have, and is less than five seconds behind; else, and
 * whenever it fails, the primary does. A write is answered once the other nodes were told, and a read looks first whether
 * it was told anything: so whoever was answered sees what was written, at any node.
 *
 * @param replica its own pool; closed with the primary's
 */
export function withReplica(primary: Database, replica: Database, line: NodeLine, log: Log): Database {
  const freshness = new Freshness();
  const stopping = new AbortController();
  const stopListening = line.listen((clientId) => freshness.changed(clientId, performance.now()));
  let used: boolean | null = null;
  const looking = keepLooking();

  async function look(): Promise<void> {
    const moment = performance.now();
    const [at] = (await primary.read(null, [POSITION])).flatMap(({ rows }) => rows as Place[]);
    const [shown] = (await replica.read(null, [REPLAYED])).flatMap(({ rows }) => rows as Place[]);
    if (!at || !shown?.standby || shown.cluster !== at.cluster) throw new Error('it is no standby of the primary');
    if (!used) await probeWalls(replica);
    freshness.primaryAt(at.lsn, moment);
    freshness.replicaAt(shown.lsn);
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await within(PATIENCE_MS.look, look());
        if (!used) log.info({}, 'the replica answers');
        used = true;
      } catch (error) {
        freshness.lost();
        if (used !== false && !stopping.signal.aborted) {
          log.warn({ message: (error as Error).message }, 'the replica does not answer, the primary does alone');
        }
        used = false;
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  /** Runs what may write, and lets every node know. */
  async function writing<T>(clientId: number | null, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      // Also when it failed: a commit whose answer was lost has happened.
      if (clientId !== null) freshness.changed(clientId, performance.now());
      await line.told();
    }
  }

  return {
    ...primary,
    withClient: (clientId, work) => writing(clientId, primary.withClient(clientId, work)),
    withProvider: (work) => writing(null, primary.withProvider(work)),
    async readReplica(clientId, reads) {
      const isFresh = () => freshness.isFresh(clientId, performance.now());
      if (!isFresh() || !(await line.heard()) || !isFresh()) return primary.read(clientId, reads);
      try {
        return await within(PATIENCE_MS.read, replica.read(clientId, reads));
      } catch (error) {
        if ((error as { code?: string }).code === TOO_LONG) throw error;
        if (isConnectionLost(error)) freshness.lost();
        return primary.read(clientId, reads);
      }
    },
    async close() {
      stopping.abort();
      stopListening();
      await looking;
      await replica.close();
      await primary.close();
    },
  };
}

/** @throws when the work takes longer; it goes on unheard */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  work.catch(() => {});
  try {
    return await Promise.race([
      work,
      sleep(ms, undefined, { signal: late.signal, ref: false }).then(() => {
        throw new Error('it did not answer in time');
      }),
    ]);
  } finally {
    late.abort();
  }
}
