import { queueWrite, type Trx } from '#server/db/connection.ts';

/**
 * Queues taking the client's mutex until the transaction ends. Changes of its stock, its counters, and its people's open items take it.
 * Callers lock orders first.
 */
export function lockClient(trx: Trx, clientId: number): void {
  queueWrite(trx, 'SELECT lock_counters($1)', [clientId]);
}
