import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Trx } from '#server/db/connection.ts';
import { run } from '#server/db/connection.ts';
import type { Log } from '#server/platform/log.ts';

/** A kind of background work. Payloads hold ids, never secrets or personal data: any node may read them. */
export interface Queue<T extends object> {
  readonly name: string;
  /** Tries before a job goes to the dead letters. */
  readonly retryLimit: number;
  /** For work of minutes: seconds without a sign of life after which another node takes it over. */
  readonly heartbeatSeconds?: number;
  /** When a job is added by itself, by the clock of Buenos Aires: minute, hour, day, month, day of the week. */
  readonly cron?: string;
  /** Only here to carry the payload's type. */
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
  /** Makes the schema and the queues; jobs may be enqueued from then on. */
  start(queues: readonly Queue<object>[]): Promise<void>;
  /** Adds a job in the transaction that needs it: both happen or neither. It isn't begun before `afterSeconds`. */
  enqueue<T extends object>(trx: Trx, to: Queue<T>, payload: T, afterSeconds?: number): Promise<void>;
  /**
   * Does the jobs of a queue on this node, one after the other. A thrown error tries again later, with backoff. The signal
   * is aborted when the node stops: long work ends at its next resting place.
   */
  work<T extends object>(from: Queue<T>, handler: (payload: T, stopping: AbortSignal) => Promise<void>): Promise<void>;
  /** Jobs that wait, run and were given up, by queue, of the whole cluster; at most a minute old. */
  counts(): Promise<JobCount[]>;
  /** Finishes what is running, at most three seconds; what is cut off is done again after the next start. */
  stop(): Promise<void>;
}

const SCHEMA = 'pgboss';

/** Where jobs go that failed too often; nobody works there. */
const DEAD_LETTER_SUFFIX = '.dead';

/** Milliseconds after which a server that says nothing is taken for gone; maintenance's statements take long. */
const RESPONSE_TIMEOUT_MS = 20_000;

/** Seconds that a job may take at most, where it shows that it lives. */
const MAX_JOB_SECONDS = 6 * 3600;

function errorCode(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  return code ?? name ?? 'unknown';
}

/**
 * @param connection the owner's direct connection: the schema is made and kept by pg-boss itself
 * @param maintenance whether this node also looks after all jobs: takes over those of dead nodes, sweeps old ones
 */
export function createJobs(connection: pg.ClientConfig, log: Log, maintenance = true): Jobs {
  const pool = new pg.Pool({
    ...connection,
    max: 3,
    application_name: 'remito-jobs',
    query_timeout: RESPONSE_TIMEOUT_MS,
  });
  // Without listeners a lost connection would end the process: one that is idle, and one that is in use or closing.
  pool.on('error', (error) => log.warn({ code: errorCode(error) }, 'jobs: an idle connection was lost'));
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  const boss = new PgBoss({ db, schema: SCHEMA, supervise: maintenance, schedule: maintenance });
  const stopping = new AbortController();
  boss.on('error', (error) => log.warn({ message: error.message }, 'jobs: trouble with the database'));

  /** What a mail server or a database says may name a person: only its code is told, in the log and in the job. */
  async function logErrorCodeOnly(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn({ queue: name, code: errorCode(error) }, 'a job failed, it is tried again later');
      throw new Error(`failed: ${errorCode(error)}`);
    }
  }

  return {
    async start(queues) {
      await boss.start();
      for (const { name, retryLimit, heartbeatSeconds, cron } of queues) {
        const dead = `${name}${DEAD_LETTER_SUFFIX}`;
        await boss.createQueue(dead);
        const long = heartbeatSeconds && { heartbeatSeconds, expireInSeconds: MAX_JOB_SECONDS };
        await boss.createQueue(name, { retryLimit, retryBackoff: true, retryDelay: 2, deadLetter: dead, ...long });
        if (cron) await boss.schedule(name, cron, null, { tz: 'America/Argentina/Buenos_Aires' });
      }
      // The role app may add jobs, nothing more.
      await db.executeSql(
        `GRANT USAGE ON SCHEMA ${SCHEMA} TO app;
         GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA ${SCHEMA} TO app;
         GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${SCHEMA} TO app;`,
      );
    },
    async enqueue(trx, to, payload, afterSeconds = 0) {
      await boss.send(to.name, payload, {
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
        db: { executeSql: async (text, values) => ({ rows: await run(trx, text, values) }) },
      });
    },
    async work(from, handler) {
      await boss.work(from.name, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async (batch) => {
        for (const job of batch) await logErrorCodeOnly(from.name, () => handler(job.data as never, stopping.signal));
      });
    },
    async counts() {
      // As pg-boss itself counts them once a minute: finished jobs are kept for days, and counting is reading them.
      const queues = await boss.getQueues();
      const own = queues.filter(({ name }) => !name.endsWith(DEAD_LETTER_SUFFIX) && !name.startsWith('__pgboss__'));
      return own.flatMap(({ name, queuedCount, activeCount }) => {
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
