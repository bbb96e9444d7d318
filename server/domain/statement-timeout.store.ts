import { execute, type Trx } from '#server/db/connection.ts';

// Counting a client with a million orders takes longer than the usual statement timeout.
const TEN_MINUTES =
  "SELECT set_config('statement_timeout', '600000', true), set_config('idle_in_transaction_session_timeout', '600000', true)";

/** Extends the timeouts of a transaction to ten minutes. */
export async function extendStatementTimeout(trx: Trx): Promise<void> {
  await execute(trx, TEN_MINUTES);
}
