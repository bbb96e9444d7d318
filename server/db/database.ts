import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { insideTransaction } from '#server/platform/transaction-scope.ts';
import { allSent, committed, corkUntilNextTick, endTransaction, type Trx, transactionOn } from './connection.ts';

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
  withProvider<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
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

const RETRIED = new Set(['40001', '40P01']);
const TRIES = 3;

/** What one transaction may take of the server, in ms. Set with each begin: a pooler keeps no settings of a session. */
const LIMITS = {
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
};

const LIMITED = Object.entries(LIMITS)
  .map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)
  .join('; ');

/**
 * Milliseconds after which a server that says nothing is taken for gone. It ends its own statements sooner: what is later
 * got lost on the way, and nobody may wait for it for ever.
 */
const ANSWER_MS = 7000;

/** Whose rows a transaction sees: one client's, no client's, or what the provider may see of all. */
type Sight = number | null | 'provider';

// One simple query: if a part fails, the transaction is aborted and nothing after it can run without its role.
function begin(sight: Sight): string {
  const id = typeof sight === 'number' ? String(BigInt(sight)) : '';
  return `BEGIN; SET LOCAL ROLE ${sight === 'provider' ? 'provider' : 'app'}; SET LOCAL app.client_id = '${id}'; ${LIMITED}`;
}

// Left to itself, PostgreSQL plans some prepared statements at every call, because it expects more rows where it doesn't
// know their parameters. For a search that took as long as the search.
const PLANNED_ONCE = '; SET LOCAL plan_cache_mode = force_generic_plan';

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
    query_timeout: ANSWER_MS,
    pipeline: true,
  } as pg.PoolConfig);
  // Without a listener a database restart would end the process.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'an idle connection was lost'));
  // The same while a connection is in use: its queries fail, which is all that anybody has to hear.
  pool.on('connect', (client) => client.on('error', () => {}));

  async function transaction<T>(sight: Sight, work: (trx: Trx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    const trx = transactionOn(client, prepare);
    try {
      // Not awaited: the first query of `work` leaves in the same flight.
      corkUntilNextTick(client);
      const begun = client.query(begin(sight));
      begun.catch(() => {});
      const result = await insideTransaction(() => work(trx));
      endTransaction(trx);
      // In one flight with what `work` sent and didn't wait for; if that failed, the server rolls back.
      corkUntilNextTick(client);
      const ending = client.query('COMMIT');
      ending.catch(() => {});
      await begun;
      await allSent(trx);
      const { command } = await ending;
      if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
      for (const tell of committed(trx)) tell();
      return result;
    } catch (error) {
      endTransaction(trx);
      await client.query('ROLLBACK').catch((lost: Error) => {
        broken = lost;
      });
      // A write that nobody waited for has failed first: its error is the reason.
      if ((error as { code?: string }).code === ABORTED) await allSent(trx);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function retried<T>(sight: Sight, work: (trx: Trx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await transaction(sight, work);
      } catch (error) {
        if (tries === TRIES || !RETRIED.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  async function read(clientId: number | null, reads: readonly Read[]): Promise<pg.QueryResult[]> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      corkUntilNextTick(client);
      const named = prepare && reads.every(({ name }) => name);
      const flight = [
        client.query(begin(clientId) + (named ? PLANNED_ONCE : '')),
        ...reads.map(({ name, text, values = [] }) =>
          client.query({ text, values: [...values], ...(prepare && name && { name }) }),
        ),
        client.query('COMMIT'),
      ];
      const [, ...results] = await Promise.all(flight).catch(async (error) => {
        await Promise.allSettled(flight);
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
    withClient: (clientId, work) => retried(clientId, work),
    withoutClient: (work) => retried(null, work),
    withProvider: (work) => retried('provider', work),
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
