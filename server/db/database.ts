import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { TIMEOUTS } from '#server/platform/network/timeouts.ts';
import { insideTransaction } from '#server/platform/transaction-scope.ts';
import { exactInteger } from '#shared/kit/amount.ts';
import {
  bindTransaction,
  commitCallbacks,
  corkUntilNextTick,
  endTransaction,
  firstErrorOf,
  ofClient,
  queuedWritesDone,
  queueWrite,
  type Trx,
} from './connection.ts';
import type { Read } from './statement.ts';

// Ids and counts fit into a double (52 bits). Dates stay text, so that no time zone shifts them.
pg.types.setTypeParser(pg.types.builtins.INT8, exactInteger);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Reads whose rows have the types `T`. */
export type Reads<T extends readonly unknown[]> = readonly [...{ [K in keyof T]: Read<T[K]> }];

/** The rows of each of several reads. */
export type ReadRows<T extends readonly unknown[]> = { -readonly [K in keyof T]: T[K][] };

export interface Database {
  /**
   * Runs a transaction as the role `app`, in which row-level security shows only this client's rows. Makes up to three attempts
   * on deadlocks and serialisation failures, so `work` must have no effects outside the database.
   */
  withClient<T>(clientId: number, work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Runs one transaction for several clients, once: a caller that needs a repetition repeats each client's work by `withClient`. Each query
   * runs for one client, and row-level security shows it only this client's rows. The transaction holds the locks of all of them, so
   * `work` skips rows that others have locked, and fails if it waits for another lock for a tenth of a second.
   *
   * @param work gets the transaction of each of the clients, whose queries may alternate
   */
  withClients<T>(clientIds: readonly number[], work: (trxOf: (clientId: number) => Trx) => Promise<T>): Promise<T>;
  /** Runs a transaction like `withClient`, without a client: sees directory functions and the provider's tables. */
  withoutClient<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Runs a transaction as the role `provider`: writes the provider's tables, sees clients' names and flags, no orders. */
  withProvider<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Runs independent reads of one client in one round trip, including begin, role and commit. */
  read<T extends readonly unknown[]>(clientId: number | null, reads: Reads<T>): Promise<ReadRows<T>>;
  /**
   * Runs reads for exports and statistics, from the replica if there is one that has replayed the client's last write
   * (docs/decisions/0019).
   */
  readReplica<T extends readonly unknown[]>(clientId: number, reads: Reads<T>): Promise<ReadRows<T>>;
  /** Rejects unless the database answers and takes writes. */
  ping(): Promise<void>;
  /** Returns the connections of this node's pool, and the number of requests that wait for one. */
  pool(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** SQLSTATE of a query in a transaction that has already failed. */
const ABORTED = '25P02';

/** SQLSTATEs of a serialisation failure and a deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;

/** Timeouts of a transaction, in ms. Set at each begin, because a transaction pooler keeps no session settings. */
export const SQL_TIMEOUTS = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Timeout in ms of a lock in a transaction of several clients, which all wait for it. */
const SHARED_LOCK_TIMEOUT = 100;

const SET_TIMEOUTS = Object.entries(SQL_TIMEOUTS)
  .map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)
  .join('; ');

/** Rows that a transaction sees: those of a client, of no client (null), or those that the provider may see. */
type RowScope = number | null | 'provider';

// One simple query: if a part fails, the transaction is aborted, so no statement can run without the role.
function begin(scope: RowScope): string {
  const id = typeof scope === 'number' ? String(BigInt(scope)) : '';
  return `BEGIN; SET LOCAL ROLE ${scope === 'provider' ? 'provider' : 'app'}; SET LOCAL app.client_id = '${id}'; ${SET_TIMEOUTS}`;
}

// By default PostgreSQL replans some prepared statements at every call, because the generic plan has higher estimated costs.
// For a search, planning took as long as the search.
const FORCE_GENERIC_PLAN = '; SET LOCAL plan_cache_mode = force_generic_plan';

/**
 * SQLSTATEs of a connection that is of no use any more: ended, or to a server that takes no writes, because the address now leads to a
 * standby.
 */
const LOST = /^(57P|08|25006$)/;

/** Whether an error means a lost connection, as opposed to a refused statement. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || LOST.test(error.code ?? '');
}

export interface PoolSettings {
  connection: pg.ClientConfig;
  /** Maximum number of connections. */
  size: number;
  /** Whether to use named prepared statements; false for a pooler that doesn't support them. */
  prepare: boolean;
  /** Life of a connection. Default: ten minutes, so that none stays at a server that isn't the primary any more. */
  maxLifetimeSeconds?: number;
}

/** Opens the connection pool that serves requests. */
export function openDatabase(
  { connection, size, prepare, maxLifetimeSeconds = 600 }: PoolSettings,
  log: Log,
): Database {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: 2000,
    maxLifetimeSeconds,
    query_timeout: TIMEOUTS.databaseResponse,
    pipeline: true,
  } as pg.PoolConfig);
  // Without a listener a database restart would end the process.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'an idle connection was lost'));
  // Also while a connection is in use. Its queries fail anyway.
  pool.on('connect', (client) => client.on('error', () => {}));

  async function transaction<T>(scope: RowScope, work: (trx: Trx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    const trx = bindTransaction(client, prepare);
    try {
      // Not awaited: sent in one packet with the first query of `work`.
      corkUntilNextTick(client);
      const begun = client.query(begin(scope));
      begun.catch(() => {});
      const result = await insideTransaction(() => work(trx));
      endTransaction(trx);
      // Sent in one packet with queued writes. If one of them fails, the server rolls back instead of committing.
      corkUntilNextTick(client);
      const ending = client.query('COMMIT');
      ending.catch(() => {});
      await begun;
      await queuedWritesDone(trx);
      const { command } = await ending;
      if (command !== 'COMMIT') throw new Error('the transaction failed and was rolled back');
      for (const callback of commitCallbacks(trx)) callback();
      return result;
    } catch (error) {
      endTransaction(trx);
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      // Another query failed first, a queued or a parallel one: throws its error instead.
      const isLate = (error as { code?: string }).code === ABORTED;
      const cause = isLate ? (firstErrorOf(trx) ?? error) : error;
      if (cause instanceof pg.DatabaseError && isConnectionLost(cause)) broken = cause;
      throw cause;
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

  async function read<T extends readonly unknown[]>(clientId: number | null, reads: Reads<T>): Promise<ReadRows<T>> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      corkUntilNextTick(client);
      const sent: readonly Read<unknown>[] = reads;
      const named = prepare && sent.every(({ preparedAs }) => preparedAs);
      const queries = [
        client.query(begin(clientId) + (named ? FORCE_GENERIC_PLAN : '')),
        ...sent.map(({ name, text, values, preparedAs }) =>
          client.query({
            text,
            values: [...values],
            ...(prepare && preparedAs && { name: preparedAs }),
            ...(name && { statement: name }),
          }),
        ),
        client.query('COMMIT'),
      ];
      const [, ...results] = await Promise.all(queries).catch(async (error) => {
        await Promise.allSettled(queries);
        throw error;
      });
      // `bind` gives each read the type of its statement's rows, and gateway tests compare each answer with it.
      return (results as pg.QueryResult[]).slice(0, -1).map(({ rows }) => rows) as ReadRows<T>;
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    withClient: (clientId, work) => withRetry(clientId, work),
    withClients: (clientIds, work) =>
      transaction(null, (trx) => {
        const scopes = new Map(clientIds.map((id) => [id, ofClient(trx, id)]));
        queueWrite(trx, `SET LOCAL lock_timeout = ${SHARED_LOCK_TIMEOUT}`);
        return work((clientId) => {
          const scope = scopes.get(clientId);
          if (!scope) throw new Error('the transaction is not of this client');
          return scope;
        });
      }),
    withoutClient: (work) => withRetry(null, work),
    withProvider: (work) => withRetry('provider', work),
    read,
    readReplica: read,
    async ping() {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        const { rows } = await client.query<{ primary: boolean }>(
          `SELECT NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off' AS primary`,
        );
        if (!rows[0]?.primary) throw new Error('the database takes no writes');
      } catch (error) {
        broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    },
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}
