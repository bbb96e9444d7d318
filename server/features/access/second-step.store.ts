import { run, type Trx } from '#server/db/connection.ts';

/** Ends an open session. @returns the epoch of the password that opened it; null if it had ended before */
export async function endHalfSession(trx: Trx, clientId: number, sessionId: string, now: Date): Promise<number | null> {
  const [session] = await run<{ epoch: number }>(
    trx,
    `UPDATE sessions SET revoked_at = $3 WHERE client_id = $1 AND id = $2 AND revoked_at IS NULL
     RETURNING password_epoch AS epoch`,
    [clientId, sessionId, now],
  );
  return session?.epoch ?? null;
}

/** Records that a code was given in a session, which completes it. */
export async function markCodeGiven(trx: Trx, clientId: number, sessionId: string, now: Date): Promise<void> {
  await run(
    trx,
    `UPDATE sessions SET factor_at = coalesce(factor_at, $3), code_at = $3 WHERE client_id = $1 AND id = $2`,
    [clientId, sessionId, now],
  );
}
