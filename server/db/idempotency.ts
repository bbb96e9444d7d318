import { createHash } from 'node:crypto';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { prepared, run, type Trx } from './connection.ts';

/** A write that its sender may repeat (readings S17). */
export interface RepeatableWrite {
  clientId: number;
  /** The sender's key; null for a write that isn't protected. */
  key: string | null;
  /** Method and path: the same key on another call is another write. */
  call: string;
  /** The body as parsed by the contract. */
  body: unknown;
}

const LOCK = prepared('idempotency_lock', `SELECT pg_advisory_xact_lock(hashtextextended($1 || ':' || $2, 0))`);

const STORED = prepared(
  'idempotency_stored',
  'SELECT call, body_hash, answer FROM idempotency_keys WHERE client_id = $1 AND key = $2',
);

const STORE = prepared(
  'idempotency_store',
  'INSERT INTO idempotency_keys (client_id, key, call, body_hash, answer) VALUES ($1, $2, $3, $4, $5)',
);

/**
 * Does a write once: a second request with the same key waits for the first one and gets its answer. Nothing is kept of
 * a write that failed, so that it may be corrected and sent again with its key.
 *
 * @throws Failure 422 when the key was used for another call or another body
 */
export async function once<T extends object>(trx: Trx, write: RepeatableWrite, work: () => Promise<T>): Promise<T> {
  const { clientId, key, call, body } = write;
  if (key === null) return work();
  const hash = createHash('sha256').update(JSON.stringify(body)).digest();
  // The look follows the lock in one flight; being a statement of its own, it sees what the lock's holder committed.
  const [, [stored]] = await Promise.all([
    run(trx, LOCK, [String(clientId), key]),
    run<{ call: string; body_hash: Buffer; answer: T }>(trx, STORED, [clientId, key]),
  ]);
  if (stored) {
    if (stored.call === call && stored.body_hash.equals(hash)) return stored.answer;
    throw new Failure(422, messages.idempotencyReused);
  }
  const answer = await work();
  await run(trx, STORE, [clientId, key, call, hash, JSON.stringify(answer)]);
  return answer;
}
