import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

const SEAL_ROWS = statement('audit-chain.seal-rows', 'SELECT seal_audit_log($1) AS sealed');

/** Appends new rows to the hash chains of their clients. @returns how many */
export async function sealRows(trx: Trx, limit: number): Promise<number> {
  const [row] = await run(trx, SEAL_ROWS, [limit]);
  return row?.sealed ?? 0;
}

/** A place of a client's chain where a row or a seal is missing, changed, or not sealed. */
export interface ChainProblem {
  /** 0 for the rows of no client. */
  clientId: number;
  /** Number in the chain; null for a row without a seal. */
  n: number | null;
  problem: string;
}

/** Rows from a time up to another one; null for no limit. */
export interface AuditRange {
  since: Date | null;
  until: Date | null;
}

const FIND_PROBLEMS: Statement<ChainProblem> = statement(
  'audit-chain.find-problems',
  `SELECT client_id AS "clientId", n, problem
   FROM find_audit_problems(NULL, coalesce($1::timestamptz, '-infinity'), coalesce($2::timestamptz, 'infinity'))`,
  { nullable: ['n'] },
);

/** Recomputes the hash chains of all clients in a range of time. @returns up to 1000 problems */
export function findProblems(trx: Trx, { since, until }: AuditRange): Promise<ChainProblem[]> {
  return run(trx, FIND_PROBLEMS, [since, until]);
}

const FIND_MISSING_SEALS: Statement<ChainProblem> = statement(
  'audit-chain.find-missing-seals',
  'SELECT client_id AS "clientId", n, problem FROM find_missing_audit_seals(NULL)',
  { nullable: ['n'] },
);

/** Looks for the last seal of each chain and of each of its months. @returns up to 1000 problems */
export function findMissingSeals(trx: Trx): Promise<ChainProblem[]> {
  return run(trx, FIND_MISSING_SEALS);
}

const MAKE_MONTHS = statement('audit-chain.make-months', 'SELECT make_audit_months() AS made');

/** Makes the partitions of this month and the next three that don't exist. @returns the number of months */
export async function makeMonths(trx: Trx): Promise<number> {
  const [row] = await run(trx, MAKE_MONTHS);
  return row?.made ?? 0;
}

/** What was deleted after 13 months. */
export interface PrunedAuditTrail {
  /** Dropped months. */
  months: number;
  /** Rows of the default partition, and of the first minutes of a month that remains. */
  deleted: number;
}

const PRUNE = statement('audit-chain.prune', 'SELECT months, deleted FROM prune_audit_log()');

/** Adds the missing checkpoints of past months, and deletes rows older than 13 months. */
export async function pruneRows(trx: Trx): Promise<PrunedAuditTrail> {
  const [row] = await run(trx, PRUNE);
  return row ?? { months: 0, deleted: 0 };
}
