import { run, type Trx } from '#server/db/connection.ts';

/** Counting a client of a million orders takes seconds. */
const PATIENT =
  "SELECT set_config('statement_timeout', '600000', true), set_config('idle_in_transaction_session_timeout', '600000', true)";

/** Lets a transaction last for ten minutes. */
export async function takeTenMinutes(trx: Trx): Promise<void> {
  await run(trx, PATIENT);
}

/** Folds the counters of the transaction's client into one shard. */
export async function foldCounts(trx: Trx): Promise<void> {
  await run(trx, 'SELECT fold_counts()');
}

/** Counts the orders and shipments of the transaction's client anew. */
export async function recountOrders(trx: Trx): Promise<void> {
  await run(trx, 'SELECT recount()');
}

/** Counts the payments of the transaction's client anew. */
export async function recountPayments(trx: Trx): Promise<void> {
  await run(trx, 'SELECT recount_client_payments()');
}
