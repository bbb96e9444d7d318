import { AsyncLocalStorage } from 'node:async_hooks';

const transactions = new AsyncLocalStorage<true>();

/** Runs work and marks it, with everything it calls, as part of a database transaction. */
export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return transactions.run(true, work);
}

/** Throws when called inside a transaction: a slow external service must never hold locks. */
export function assertOutsideTransaction(what: string): void {
  if (transactions.getStore()) throw new Error(`${what} was called inside a transaction`);
}
