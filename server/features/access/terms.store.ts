import type { Trx } from '#server/db/connection.ts';

export interface Terms {
  id: number;
  /** Sanitised HTML. */
  text: string;
}

/** The terms in force: the newest; null when there are none yet. */
export async function readNewestTerms(trx: Trx): Promise<Terms | null> {
  const row = await trx.selectFrom('terms').select(['id', 'text']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}

export async function markTermsAccepted(trx: Trx, clientId: number, termsId: number, now: Date): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ terms_accepted: termsId, terms_accepted_at: now })
    .where('client_id', '=', clientId)
    .execute();
}

/** @param trx one of the role provider: the role app only reads terms */
export async function insertTerms(trx: Trx, text: string, now: Date): Promise<number> {
  const { id } = await trx
    .insertInto('terms')
    .values({ text, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
