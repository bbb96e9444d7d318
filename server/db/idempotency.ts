import { createHash } from 'node:crypto';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { prepared, queueWrite, type Trx } from './connection.ts';
import type { Database } from './database.ts';

/** A write that its sender may repeat (readings S17). */
export interface IdempotentWrite {
  clientId: number;
  /** The sender's key; null for a write that isn't protected. */
  key: string | null;
  /** Method and path: the same key on another call is another write. */
  call: string;
  /** The body as parsed by the contract. */
  body: unknown;
}

const STORED = 'SELECT call, body_hash, response FROM idempotency_keys WHERE client_id = $1 AND key = $2';

const STORE = prepared(
  'idempotency_store',
  'INSERT INTO idempotency_keys (client_id, key, call, body_hash, response) VALUES ($1, $2, $3, $4, $5)',
);

/**
 * Does a write once, in a transaction of its own: a request that repeats it gets the first one's response, if need be
 * after waiting for it. Nothing is kept of a write that failed, so that it may be corrected and sent again with its key.
 *
 * The response is stored without asking first whether it is there: what repeats a write collides with it, and only then
 * is the stored response looked up.
 *
 * @throws Failure 422 when the key was used for another call or another body
 */
export async function runIdempotent<T extends object>(
  db: Database,
  { clientId, key, call, body }: IdempotentWrite,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  if (key === null) return db.withClient(clientId, work);
  const hash = createHash('sha256').update(JSON.stringify(body)).digest();
  try {
    return await db.withClient(clientId, async (trx) => {
      const response = await work(trx);
      queueWrite(trx, STORE, [clientId, key, call, hash, JSON.stringify(response)]);
      return response;
    });
  } catch (error) {
    if (!(error instanceof Failure) && (error as { code?: string }).code !== '23505') throw error;
    const [found] = await db.read(clientId, [{ text: STORED, values: [clientId, key] }]);
    const stored = found?.rows[0] as { call: string; body_hash: Buffer; response: T } | undefined;
    if (!stored) throw error;
    if (stored.call === call && stored.body_hash.equals(hash)) return stored.response;
    throw new Failure(422, messages.idempotencyReused);
  }
}

/** Forgets a write's key: what it began came to nothing, and the same request may begin anew. */
export function deleteIdempotencyKey(trx: Trx, clientId: number, key: string): void {
  queueWrite(trx, 'DELETE FROM idempotency_keys WHERE client_id = $1 AND key = $2', [clientId, key]);
}

/** Whether a write with this key was done, so that repeating it costs nothing but its response. */
export async function idempotencyKeyExists(db: Database, clientId: number, key: string): Promise<boolean> {
  const [found] = await db.read(clientId, [{ text: STORED, values: [clientId, key] }]);
  return (found?.rows.length ?? 0) > 0;
}
