import type pg from 'pg';

const SESSION = Symbol('session');

/** A transaction under way. What is asked in it goes through the functions below. */
export interface Trx {
  readonly [SESSION]: Session;
}

const names = new Map<string, string>();

/** Gives a statement a name, so that a connection parses and plans it once. For hot statements of constant text. */
export function prepared(name: string, text: string): string {
  names.set(text, name);
  return text;
}

/** The connection's socket; nothing stands for it before it is connected. */
const socketOf = (client: pg.ClientBase) =>
  (client as { connection?: { stream?: { cork(): void; uncork(): void } } }).connection?.stream;

/** Corks the socket until the next tick, so that queries issued together leave in one packet. */
export function corkUntilNextTick(client: pg.ClientBase): void {
  const socket = socketOf(client);
  socket?.cork();
  process.nextTick(() => socket?.uncork());
}

/** What stands behind a transaction: its connection, and what was sent on it without waiting. */
interface Session {
  client: pg.ClientBase;
  prepare: boolean;
  queuedWrites: Promise<unknown>[];
  /** To be done once the transaction is committed. */
  commitCallbacks: (() => void)[];
  /** Committed or rolled back: the connection is on its way to somebody else. */
  ended: boolean;
}

async function query(session: Session, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  if (session.ended) throw new Error('a query came after the end of its transaction');
  const { client, prepare } = session;
  const name = prepare ? names.get(text) : undefined;
  return client.query({ text, values: [...values], ...(name && { name }) });
}

/**
 * Binds a transaction to one connection that somebody else has opened and will close: it is begun and ended by
 * `database.ts` alone. `prepare` is false where names are unknown.
 */
export function bindTransaction(client: pg.ClientBase, prepare: boolean): Trx {
  return { [SESSION]: { client, prepare, queuedWrites: [], commitCallbacks: [], ended: false } };
}

/** Runs SQL text with `$1` parameters in a transaction. */
export async function run<R extends object>(trx: Trx, text: string, values: readonly unknown[] = []): Promise<R[]> {
  return (await query(trx[SESSION], text, values)).rows;
}

/**
 * Sends a write whose result nobody needs; it leaves in one packet with what follows, the commit as a rule. If it fails,
 * so does the transaction, at its end and with the write's own error. Saves a round trip, during which its rows would be
 * locked.
 */
export function queueWrite(trx: Trx, text: string, values: readonly unknown[] = []): void {
  const session = trx[SESSION];
  corkUntilNextTick(session.client);
  const write = query(session, text, values);
  // Told by queuedWritesDone; until then nobody listens.
  write.catch(() => {});
  session.queuedWrites.push(write);
}

/** Settles when everything sent has been done. @throws the first error among them */
export async function queuedWritesDone(trx: Trx): Promise<void> {
  await Promise.all(trx[SESSION].queuedWrites);
}

/**
 * Does something as soon as the transaction is committed, and never if it is rolled back. For telling others; it can't
 * fail the transaction any more, so it must not throw.
 */
export function afterCommit(trx: Trx, callback: () => void): void {
  trx[SESSION].commitCallbacks.push(callback);
}

/** What was asked to be done after the commit, in its order. */
export function commitCallbacks(trx: Trx): readonly (() => void)[] {
  return trx[SESSION].commitCallbacks;
}

/**
 * Refuses every later query of a transaction: what still runs after another part of its work has failed would otherwise
 * reach the connection's next transaction, which is another client's.
 */
export function endTransaction(trx: Trx): void {
  trx[SESSION].ended = true;
}
