import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Config } from '#server/config/config.ts';
import type { Trx } from '#server/db/connection.ts';
import { afterCommit, runText } from '#server/db/connection.ts';
import type { Log } from '#server/platform/log.ts';
import { HOUR_SECONDS, MINUTE_MS } from '#shared/kit/time-units.ts';

/** A queue of background jobs. Payloads contain ids, never secrets or personal data: any node may read them. */
export interface Queue<T extends object> {
  readonly name: string;
  /** Retries before a job moves to the dead letter queue. */
  readonly retryLimit: number;
  /** For jobs that take minutes: seconds without a heartbeat after which another node takes the job over. */
  readonly heartbeatSeconds?: number;
  /** Schedule in cron syntax, time zone America/Argentina/Buenos_Aires. */
  readonly cron?: string;
  /** Never set; carries the payload's type. */
  readonly payload?: T;
}

export function queue<T extends object>(name: string, retryLimit = 5, heartbeatSeconds?: number): Queue<T> {
  return { name, retryLimit, ...(heartbeatSeconds && { heartbeatSeconds }) };
}

export interface JobCount {
  queue: string;
  state: 'waiting' | 'active' | 'failed';
  count: number;
}

export interface Jobs {
  /** Creates the schema and the queues. Must be called before `enqueue`. */
  start(queues: readonly Queue<object>[]): Promise<void>;
  /** Adds a job in the caller's transaction (an outbox): both commit or neither. The job starts after `afterSeconds` or later. */
  enqueue<T extends object>(trx: Trx, to: Queue<T>, payload: T, afterSeconds?: number): Promise<void>;
  /**
   * Processes the jobs of a queue on this node, one at a time. A job that throws is retried with exponential backoff. The
   * signal aborts when the node stops: a long job ends after its current step.
   */
  work<T extends object>(from: Queue<T>, handler: (payload: T, stopping: AbortSignal) => Promise<void>): Promise<void>;
  /** Counts the waiting, active and failed jobs of the cluster by queue. At most a minute old. */
  counts(): Promise<JobCount[]>;
  /** Waits up to three seconds for running jobs. Interrupted jobs run again after the next start. */
  stop(): Promise<void>;
}

const SCHEMA = 'pgboss';

/** Suffix of a queue's dead letter queue, which keeps jobs that have used up their retries. */
const DEAD_LETTER_SUFFIX = '.dead';

/**
 * Seconds without a heartbeat after which another attempt replaces a job of an ordinary queue. Without it a job stays active for a
 * quarter of an hour when its end couldn't be stored.
 */
const HEARTBEAT_S = 30;

/** Timeout of a connection in ms. Without it a machine that accepts connections and doesn't respond would block the jobs for good. */
const CONNECT_TIMEOUT_MS = 5000;

/** Time for which a failed job waits for a database that takes writes, and the pause between attempts, in ms. */
const DATABASE_WAIT_MS = 2 * MINUTE_MS;
const DATABASE_RETRY_MS = 500;

/** Query timeout in ms, long enough for maintenance statements. */
const RESPONSE_TIMEOUT_MS = 20_000;

/**
 * Interval of polling on a node that also enqueues jobs, in seconds. Such a node starts its jobs without waiting for a poll, so
 * polls find only retries, delayed jobs, and jobs of a node that died.
 */
const ENQUEUER_POLL_S = 2;

/** Interval of polling on a node that only processes jobs of other nodes, in seconds. */
const WORKER_POLL_S = 0.5;

/** Maximum duration of a job with a heartbeat, in seconds. */
const MAX_JOB_SECONDS = 6 * HOUR_SECONDS;

function errorCode(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  return code ?? name ?? 'unknown';
}

/**
 * Creates the job queues with pg-boss.
 *
 * @param connection the owner's direct connection, because pg-boss creates and migrates its schema itself
 * @param role a node that processes jobs (`worker` and `both`) also supervises all jobs: takes over jobs of dead nodes, deletes
 *   old jobs
 */
export function createJobs(connection: pg.ClientConfig, log: Log, role: Config['ROLE'] = 'both'): Jobs {
  const pool = new pg.Pool({
    ...connection,
    max: 3,
    application_name: 'remito-jobs',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    // A connection to a machine that is the primary no more ends soon.
    maxLifetimeSeconds: 600,
    keepAlive: true,
  });
  // Without these listeners a lost connection, idle or in use, would end the process.
  pool.on('error', (error) => log.warn({ code: errorCode(error) }, 'jobs: an idle connection was lost'));
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  const maintenance = role !== 'web';
  const boss = new PgBoss({ db, schema: SCHEMA, supervise: maintenance, schedule: maintenance });
  /** Ids of this node's workers by queue. */
  const workers = new Map<string, string[]>();
  const stopping = new AbortController();
  boss.on('error', (error) => log.warn({ message: error.message }, 'jobs: a database operation failed'));

  /** Makes this node's workers of a queue fetch a job at once. */
  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
  };

  /** Waits for a database that takes writes: a failure that can't be stored leaves the job active until its heartbeat is missed. */
  async function untilWritable(): Promise<void> {
    for (const end = Date.now() + DATABASE_WAIT_MS; Date.now() < end && !stopping.signal.aborted; ) {
      const found = await db.executeSql('SELECT pg_is_in_recovery() AS standby').catch(() => null);
      if (found?.rows[0]?.standby === false) return;
      await sleep(DATABASE_RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Replaces a job's error by its code, in the log and in the job's row: a mail server's message may contain personal data. */
  async function logErrorCodeOnly(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn({ queue: name, code: errorCode(error) }, 'a job failed and will be retried');
      await untilWritable();
      throw new Error(`failed: ${errorCode(error)}`);
    }
  }

  return {
    async start(queues) {
      await boss.start();
      const existing = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const { name, retryLimit, heartbeatSeconds, cron } of queues) {
        const dead = `${name}${DEAD_LETTER_SUFFIX}`;
        if (!existing.has(dead)) await boss.createQueue(dead);
        const long = heartbeatSeconds
          ? { heartbeatSeconds, expireInSeconds: MAX_JOB_SECONDS }
          : { heartbeatSeconds: HEARTBEAT_S };
        const retries = { retryLimit, retryBackoff: true, retryDelay: 2, deadLetter: dead };
        if (!existing.has(name)) await boss.createQueue(name, { ...retries, ...long });
        if (cron) await boss.schedule(name, cron, null, { tz: 'America/Argentina/Buenos_Aires' });
      }
      // The roles of requests may only add jobs.
      await db.executeSql(
        `GRANT USAGE ON SCHEMA ${SCHEMA} TO app, provider;
         GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA ${SCHEMA} TO app, provider;
         GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${SCHEMA} TO app, provider;`,
      );
    },
    async enqueue(trx, to, payload, afterSeconds = 0) {
      await boss.send(to.name, payload, {
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
        db: { executeSql: async (text, values) => ({ rows: await runText(trx, text, values) }) },
      });
      if (afterSeconds <= 0) afterCommit(trx, () => wake(to.name));
    },
    async work({ name }, handler) {
      const pollingIntervalSeconds = role === 'worker' ? WORKER_POLL_S : ENQUEUER_POLL_S;
      const id = await boss.work(name, { pollingIntervalSeconds, batchSize: 1 }, async (batch) => {
        // The next job may be waiting.
        wake(name);
        for (const job of batch) await logErrorCodeOnly(name, () => handler(job.data as never, stopping.signal));
      });
      workers.set(name, [...(workers.get(name) ?? []), id]);
    },
    async counts() {
      // Uses the counts that pg-boss caches once a minute: counting would scan finished jobs, which are kept for days.
      const queues = await boss.getQueues();
      const productQueues = queues.filter(
        ({ name }) => !name.endsWith(DEAD_LETTER_SUFFIX) && !name.startsWith('__pgboss__'),
      );
      return productQueues.flatMap(({ name, queuedCount, activeCount }) => {
        const dead = queues.find((other) => other.name === `${name}${DEAD_LETTER_SUFFIX}`)?.queuedCount ?? 0;
        const count = (state: JobCount['state'], count: number) => ({ queue: name, state, count });
        return [count('waiting', queuedCount), count('active', activeCount), count('failed', dead)];
      });
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 3000 });
      await pool.end();
    },
  };
}
