import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

const SEAL_ROWS = statement('audit-chain.seal-rows', 'SELECT seal_audit_log($1) AS sealed');

/** Appends new rows to the hash chains of their clients. @returns how many */
export async function sealRows(trx: Trx, limit: number): Promise<number> {
  const [row] = await run(trx, SEAL_ROWS, [limit]);
  return row?.sealed ?? 0;
}

/** A place of a client's chain where a row is missing, changed, or not sealed. */
export interface ChainProblem {
  /** Number in the chain; null for a row without a seal. */
  n: number | null;
  problem: string;
}

const VERIFY_CHAIN: Statement<ChainProblem> = statement(
  'audit-chain.verify-chain',
  'SELECT n, problem FROM verify_audit_chain($1)',
  { nullable: ['n'] },
);

/** Recomputes a client's hash chain. @param clientId 0 for the rows of no client */
export function verifyChain(trx: Trx, clientId: number): Promise<ChainProblem[]> {
  return run(trx, VERIFY_CHAIN, [clientId]);
}

const PRUNE_ROWS = statement('audit-chain.prune-rows', 'SELECT prune_audit_log() AS pruned');

/** Adds the missing checkpoints of past months, and deletes rows older than 13 months. @returns how many */
export async function pruneRows(trx: Trx): Promise<number> {
  await execute(trx, 'SELECT add_audit_checkpoints()');
  const [row] = await run(trx, PRUNE_ROWS);
  return row?.pruned ?? 0;
}
