import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

export interface Terms {
  id: number;
  /** Sanitised HTML. */
  text: string;
}

/** Terms, and when they begin to bind. */
interface BindingTerms extends Terms {
  /** Null for terms that bound as soon as they were published. */
  binds_from: Date | null;
}

/**
 * SQL: whether a client `c` has accepted the newest terms that bind at a time, or newer ones (readings S5, C56).
 *
 * @param now parameter of the time
 */
export const termsAccepted = (now: `$${number}`) =>
  `coalesce(c.terms_accepted, 0) >= coalesce((SELECT max(id) FROM terms WHERE binds_from <= ${now}), 0)`;

const READ_NEWEST_TERMS: Statement<BindingTerms> = statement(
  'terms.read-newest-terms',
  'SELECT id, text, CASE WHEN isfinite(binds_from) THEN binds_from END AS binds_from FROM terms ORDER BY id DESC LIMIT 1',
  { nullable: ['binds_from'] },
);

/** Reads the newest terms, which may bind later; null if there are none. */
export async function readNewestTerms(trx: Trx): Promise<BindingTerms | null> {
  const [terms] = await run(trx, READ_NEWEST_TERMS);
  return terms ?? null;
}

/** Whether a client has accepted these terms or newer ones. */
export async function hasAcceptedTerms(trx: Trx, clientId: number, termsId: number): Promise<boolean> {
  const changed = await execute(trx, 'SELECT FROM clients WHERE client_id = $1 AND terms_accepted >= $2', [
    clientId,
    termsId,
  ]);
  return changed > 0;
}

export async function markTermsAccepted(trx: Trx, clientId: number, termsId: number, now: Date): Promise<boolean> {
  const changed = await execute(
    trx,
    `UPDATE clients SET terms_accepted = $2, terms_accepted_at = $3
     WHERE client_id = $1 AND terms_accepted IS DISTINCT FROM $2`,
    [clientId, termsId, now],
  );
  return changed > 0;
}

const INSERT_TERMS = statement(
  'terms.insert-terms',
  'INSERT INTO terms (text, binds_from, created_at) VALUES ($1, $2, $3) RETURNING id',
);

/** Inserts terms. @param trx a transaction of the role `provider`: the role `app` only reads terms */
export async function insertTerms(trx: Trx, text: string, bindsFrom: Date, now: Date): Promise<number> {
  const { id } = await runOne(trx, INSERT_TERMS, [text, bindsFrom, now]);
  return id;
}
