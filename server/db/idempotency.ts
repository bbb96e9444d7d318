import { createHash } from 'node:crypto';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { queueWrite, type Trx } from './connection.ts';
import type { Database } from './database.ts';
import { bind, prepared, statement } from './statement.ts';

/** A write with an idempotency key, which its sender may repeat (readings S17). */
export interface IdempotentWrite {
  clientId: number;
  /** Idempotency key; null for a write without one. */
  key: string | null;
  /** Method and path. A key may not be reused for another call. */
  call: string;
  /** Parsed body. */
  body: unknown;
}

const STORED = statement(
  'idempotency.stored',
  'SELECT call, body_hash, response FROM idempotency_keys WHERE client_id = $1 AND key = $2',
);

const STORE = prepared(
  'idempotency_store',
  'INSERT INTO idempotency_keys (client_id, key, call, body_hash, response) VALUES ($1, $2, $3, $4, $5)',
);

/**
 * Runs a write once, in a transaction. A repeated request gets the first request's response, and waits for it if necessary. A
 * failed write isn't stored, so its sender may correct it and reuse the key.
 *
 * Optimistic: inserts the response without looking for an existing one. A repeated write fails on the primary key, and only
 * then is the stored response read.
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
    if (!(error instanceof Failure) && violatedUniqueKey(error) === null) throw error;
    const [[stored]] = await db.read(clientId, [bind(STORED, [clientId, key])]);
    if (!stored) throw error;
    // The same call stored what this call's `work` returned.
    if (stored.call === call && stored.body_hash.equals(hash)) return stored.response as T;
    throw new Failure(422, messages.idempotencyReused);
  }
}

/** Deletes an idempotency key, so that the same request runs again. */
export function deleteIdempotencyKey(trx: Trx, clientId: number, key: string): void {
  queueWrite(trx, 'DELETE FROM idempotency_keys WHERE client_id = $1 AND key = $2', [clientId, key]);
}

/** Whether a write with this key was completed, so that repeating it only returns the stored response. */
export async function idempotencyKeyExists(db: Database, clientId: number, key: string): Promise<boolean> {
  const [stored] = await db.read(clientId, [bind(STORED, [clientId, key])]);
  return stored.length > 0;
}
