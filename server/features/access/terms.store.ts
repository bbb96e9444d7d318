import { run, type Trx } from '#server/db/connection.ts';

export interface Terms {
  id: number;
  /** Sanitised HTML. */
  text: string;
}

/** Reads the terms in force: the newest; null if there are none. */
export async function readNewestTerms(trx: Trx): Promise<Terms | null> {
  const [terms] = await run<Terms>(trx, 'SELECT id, text FROM terms ORDER BY id DESC LIMIT 1');
  return terms ?? null;
}

export async function markTermsAccepted(trx: Trx, clientId: number, termsId: number, now: Date): Promise<void> {
  await run(trx, 'UPDATE clients SET terms_accepted = $2, terms_accepted_at = $3 WHERE client_id = $1', [
    clientId,
    termsId,
    now,
  ]);
}

/** Inserts terms. @param trx a transaction of the role `provider`: the role `app` only reads terms */
export async function insertTerms(trx: Trx, text: string, now: Date): Promise<number> {
  const [terms] = await run<{ id: number }>(trx, 'INSERT INTO terms (text, created_at) VALUES ($1, $2) RETURNING id', [
    text,
    now,
  ]);
  return (terms as { id: number }).id;
}
