import type pg from 'pg';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { prepared, preparedName, type Statement } from './statement.ts';

const SESSION = Symbol('session');
const CLIENT = Symbol('client');

/** An open transaction. The functions below run its queries. */
export interface Trx {
  readonly [SESSION]: Session;
  /** Client that the queries run for; undefined if the transaction has one scope from its begin to its end. */
  readonly [CLIENT]?: number;
}

/** Returns the connection's socket, or undefined before it is connected. */
const socketOf = (client: pg.ClientBase) =>
  (client as { connection?: { stream?: { cork(): void; uncork(): void } } }).connection?.stream;

/** Corks the socket until the next tick, so that queries issued together are sent in one packet. */
export function corkUntilNextTick(client: pg.ClientBase): void {
  const socket = socketOf(client);
  socket?.cork();
  process.nextTick(() => socket?.uncork());
}

/** State of a transaction. */
interface Session {
  client: pg.ClientBase;
  prepare: boolean;
  /** Writes sent without waiting for their results. */
  queuedWrites: Promise<unknown>[];
  /** Client that the last sent query runs for, in a transaction of several clients. */
  sentFor: number | null;
  /** Called after the commit. */
  commitCallbacks: (() => void)[];
  /** Error that made the transaction fail; undefined before. */
  firstError: unknown;
  /** How long a query waits for its result, in ms; undefined for the connection's own limit. */
  responseTimeout: number | undefined;
  /** Whether the transaction was committed or rolled back, so that its connection may serve another one. */
  ended: boolean;
}

async function query(
  { [SESSION]: session, [CLIENT]: clientId }: Trx,
  text: string,
  values: readonly unknown[],
  statement?: string,
): Promise<pg.QueryResult> {
  if (session.ended) throw new Error('a query was sent after the end of its transaction');
  if (clientId !== undefined && clientId !== session.sentFor) switchClient(session, clientId);
  const { client, prepare, responseTimeout } = session;
  const name = prepare ? preparedName(text) : undefined;
  const result = client.query({
    text,
    values: [...values],
    ...(name && { name }),
    ...(statement && { statement }),
    ...(responseTimeout && { query_timeout: responseTimeout }),
  });
  // Registered first, so that the error is known to every caller's handler.
  result.catch((error: unknown) => {
    session.firstError ??= error;
  });
  return result;
}

const SWITCH_CLIENT = prepared('switch_client', "SELECT set_config('app.client_id', $1, true)");

/**
 * Makes the queries that are sent from now on see another client's rows. The server runs queries in the order in which they are sent,
 * so no answer has to be awaited, and work for several clients may alternate on the connection.
 */
function switchClient(session: Session, clientId: number): void {
  const { client, prepare } = session;
  session.sentFor = clientId;
  corkUntilNextTick(client);
  const name = prepare ? preparedName(SWITCH_CLIENT) : undefined;
  const switched = client.query({ text: SWITCH_CLIENT, values: [String(clientId)], ...(name && { name }) });
  // If it fails, the transaction is aborted, and no later query runs.
  switched.catch((error: unknown) => {
    session.firstError ??= error;
  });
  session.queuedWrites.push(switched);
}

/** Returns a transaction of several clients as that of one of them: row-level security shows its queries only this client's rows. */
export function ofClient(trx: Trx, clientId: number): Trx {
  return { [SESSION]: trx[SESSION], [CLIENT]: clientId };
}

/**
 * Creates the transaction of a connection. Only `database.ts` begins and ends transactions.
 *
 * @param prepare whether named prepared statements may be used; false behind some poolers
 */
export function bindTransaction(client: pg.ClientBase, prepare: boolean): Trx {
  return {
    [SESSION]: {
      client,
      prepare,
      queuedWrites: [],
      sentFor: null,
      commitCallbacks: [],
      firstError: undefined,
      responseTimeout: undefined,
      ended: false,
    },
  };
}

/**
 * Returns an object that stands for the transaction's connection to the server: the same for all its transactions, and for no other
 * connection. Null where a pooler may lead the next transaction to another connection.
 */
export const connectionOf = ({ [SESSION]: { client, prepare } }: Trx): object | null => (prepare ? client : null);

/** Runs a statement in a transaction and returns its rows. */
export async function run<R>(trx: Trx, { name, text }: Statement<R>, values: readonly unknown[] = []): Promise<R[]> {
  return (await query(trx, text, values, name)).rows;
}

/** Runs a statement that always returns one row, and returns the row. @throws Error for any other number of rows */
export async function runOne<R>(trx: Trx, statement: Statement<R>, values: readonly unknown[] = []): Promise<R> {
  const rows = await run(trx, statement, values);
  const [row] = rows;
  if (row === undefined || rows.length > 1)
    throw new Error(`${statement.name} returned ${rows.length} rows instead of one`);
  return row;
}

/** Runs a text with `$n` parameters in a transaction and returns the number of rows that it changed, deleted or found. */
export async function execute(trx: Trx, text: string, values: readonly unknown[] = []): Promise<number> {
  return (await query(trx, text, values)).rowCount ?? 0;
}

/** Runs a text that its caller puts together, and returns its rows, whose columns nothing compares: for lists, other programs and tests. */
export async function runText<R extends object>(trx: Trx, text: string, values: readonly unknown[] = []): Promise<R[]> {
  return (await query(trx, text, values)).rows;
}

/**
 * Queues a write whose result isn't needed. The write is sent in one packet with the next statement, usually the commit, which
 * saves a round trip with locked rows. A failed write makes the transaction fail at its end with the write's error.
 */
export function queueWrite(trx: Trx, text: string, values: readonly unknown[] = []): void {
  const session = trx[SESSION];
  corkUntilNextTick(session.client);
  const write = query(trx, text, values);
  // queuedWritesDone throws the error. Until then the rejection must not count as unhandled.
  write.catch(() => {});
  session.queuedWrites.push(write);
}

/** Waits for all queued writes. @throws the first error of a queued write */
export async function queuedWritesDone(trx: Trx): Promise<void> {
  await Promise.all(trx[SESSION].queuedWrites);
}

const TEN_MINUTES_MS = 10 * MINUTE_MS;

const EXTEND_TIMEOUTS = `SELECT set_config('statement_timeout', '${TEN_MINUTES_MS}', true),
  set_config('idle_in_transaction_session_timeout', '${TEN_MINUTES_MS}', true)`;

/**
 * Extends the timeouts of the transaction's later queries to ten minutes: counting a client with a million orders takes longer than a
 * call. A queued write must stay short, because the commit is sent behind it and doesn't wait longer.
 */
export async function extendTimeouts(trx: Trx): Promise<void> {
  await execute(trx, EXTEND_TIMEOUTS);
  // The server's timeout ends a query first, so one without a result has lost its connection.
  trx[SESSION].responseTimeout = TEN_MINUTES_MS + 2000;
}

/**
 * Returns the error of the first query that failed, or undefined. All later queries of the transaction fail with SQLSTATE 25P02, and
 * of parallel queries the caller may have awaited a later one.
 */
export function firstErrorOf(trx: Trx): unknown {
  return trx[SESSION].firstError;
}

/**
 * Registers a callback to run right after the commit, and never after a rollback. The callback must not throw, because the
 * transaction can't fail any more.
 */
export function afterCommit(trx: Trx, callback: () => void): void {
  trx[SESSION].commitCallbacks.push(callback);
}

/** Returns the callbacks of `afterCommit`, in order. */
export function commitCallbacks(trx: Trx): readonly (() => void)[] {
  return trx[SESSION].commitCallbacks;
}

/**
 * Makes all later queries of a transaction fail. Concurrent work that goes on after a failure would otherwise run its queries
 * in the connection's next transaction, which may belong to another client.
 */
export function endTransaction(trx: Trx): void {
  trx[SESSION].ended = true;
}
