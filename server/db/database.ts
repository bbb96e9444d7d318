import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { insideTransaction } from '#server/platform/transaction-scope.ts';
import {
  bindTransaction,
  commitCallbacks,
  corkUntilNextTick,
  endTransaction,
  queuedWritesDone,
  type Trx,
} from './connection.ts';

// Ids and counts fit a double (40 bits); days stay text, so that no time zone can move them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * A read that goes out in one flight with its transaction's begin and end. A name makes it a prepared statement, planned
 * once for all parameters.
 */
export interface Read {
  name?: string;
  text: string;
  values?: readonly unknown[];
}

export interface Database {
  /**
   * Runs a transaction as the role `app` in which only this client's rows exist. Deadlocks and serialisation failures
   * are tried again three times, so `work` must do nothing but query.
   */
  withClient<T>(clientId: number, work: (trx: Trx) => Promise<T>): Promise<T>;
  /** The same without a client: directory functions and the provider's tables; clients' tables are empty. */
  withoutClient<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** The same as the role `provider`: the provider's tables to write, clients' names and flags, nobody's orders. */
  withOperator<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Independent reads of one client in one flight: begin, role, client, reads and commit cost one round trip. */
  read(clientId: number | null, reads: readonly Read[]): Promise<pg.QueryResult[]>;
  /**
   * The same for exports and statistics: from a replica, where there is one that has replayed the client's last write
   * (docs/decisions/0019).
   */
  readReplica(clientId: number, reads: readonly Read[]): Promise<pg.QueryResult[]>;
  ping(): Promise<void>;
  /** Connections of this node's pool, and those who wait for one. */
  pool(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** A query met a transaction in which another one had failed. */
const ABORTED = '25P02';

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;

/** What one transaction may take of the server, in ms. Set with each begin: a pooler keeps no settings of a session. */
const TIMEOUTS = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
};

const SET_TIMEOUTS = Object.entries(TIMEOUTS)
  .map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)
  .join('; ');

/**
 * Milliseconds after which a server that says nothing is taken for gone. It ends its own statements sooner: what is later
 * got lost on the way, and nobody may wait for it for ever.
 */
const RESPONSE_TIMEOUT_MS = 7000;

/** Whose rows a transaction sees: one client's, no client's, or what the provider may see of all. */
type RowScope = number | null | 'provider';

// One simple query: if a part fails, the transaction is aborted and nothing after it can run without its role.
function begin(scope: RowScope): string {
  const id = typeof scope === 'number' ? String(BigInt(scope)) : '';
  return `BEGIN; SET LOCAL ROLE ${scope === 'provider' ? 'provider' : 'app'}; SET LOCAL app.client_id = '${id}'; ${SET_TIMEOUTS}`;
}

// Left to itself, PostgreSQL plans some prepared statements at every call, because it expects more rows where it doesn't
// know their parameters. For a search that took as long as the search.
const FORCE_GENERIC_PLAN = '; SET LOCAL plan_cache_mode = force_generic_plan';

/** Whether an error says that the connection or its server is gone, rather than that a statement was refused. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(57P|08)/.test(error.code ?? '');
}

export interface PoolSettings {
  connection: pg.ClientConfig;
  /** Largest number of connections. */
  size: number;
  /** False where a pooler before the server doesn't know named statements. */
  prepare: boolean;
}

/** Opens the pool that serves requests. */
export function openDatabase({ connection, size, prepare }: PoolSettings, log: Log): Database {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: 2000,
    query_timeout: RESPONSE_TIMEOUT_MS,
    pipeline: true,
  } as pg.PoolConfig);
  // Without a listener a database restart would end the process.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'an idle connection was lost'));
  // The same while a connection is in use: its queries fail, which is all that anybody has to hear.
  pool.on('connect', (client) => client.on('error', () => {}));

  async function transaction<T>(scope: RowScope, work: (trx: Trx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    const trx = bindTransaction(client, prepare);
    try {
      // Not awaited: the first query of `work` leaves in the same flight.
      corkUntilNextTick(client);
      const begun = client.query(begin(scope));
      begun.catch(() => {});
      const result = await insideTransaction(() => work(trx));
      endTransaction(trx);
      // In one flight with what `work` sent and didn't wait for; if that failed, the server rolls back.
      corkUntilNextTick(client);
      const ending = client.query('COMMIT');
      ending.catch(() => {});
      await begun;
      await queuedWritesDone(trx);
      const { command } = await ending;
      if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
      for (const callback of commitCallbacks(trx)) callback();
      return result;
    } catch (error) {
      endTransaction(trx);
      await client.query('ROLLBACK').catch((lost: Error) => {
        broken = lost;
      });
      // A write that nobody waited for has failed first: its error is the reason.
      if ((error as { code?: string }).code === ABORTED) await queuedWritesDone(trx);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function withRetry<T>(scope: RowScope, work: (trx: Trx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await transaction(scope, work);
      } catch (error) {
        if (tries === MAX_ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  async function read(clientId: number | null, reads: readonly Read[]): Promise<pg.QueryResult[]> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      corkUntilNextTick(client);
      const named = prepare && reads.every(({ name }) => name);
      const queries = [
        client.query(begin(clientId) + (named ? FORCE_GENERIC_PLAN : '')),
        ...reads.map(({ name, text, values = [] }) =>
          client.query({ text, values: [...values], ...(prepare && name && { name }) }),
        ),
        client.query('COMMIT'),
      ];
      const [, ...results] = await Promise.all(queries).catch(async (error) => {
        await Promise.allSettled(queries);
        throw error;
      });
      return (results as pg.QueryResult[]).slice(0, -1);
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    withClient: (clientId, work) => withRetry(clientId, work),
    withoutClient: (work) => withRetry(null, work),
    withOperator: (work) => withRetry('provider', work),
    read,
    readReplica: read,
    async ping() {
      await pool.query('SELECT 1');
    },
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}
