import { execute, run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';

const END_HALF_SESSION = statement(
  'second-step.end-half-session',
  `UPDATE sessions SET revoked_at = $3 WHERE client_id = $1 AND id = $2 AND revoked_at IS NULL
   RETURNING password_epoch AS epoch`,
);

/** Ends an open session. @returns the epoch of the password that opened it; null if it had ended before */
export async function endHalfSession(trx: Trx, clientId: number, sessionId: string, now: Date): Promise<number | null> {
  const [session] = await run(trx, END_HALF_SESSION, [clientId, sessionId, now]);
  return session?.epoch ?? null;
}

/** Records that a code was given in a session, which completes it. */
export async function markCodeGiven(trx: Trx, clientId: number, sessionId: string, now: Date): Promise<void> {
  await execute(
    trx,
    `UPDATE sessions SET factor_at = coalesce(factor_at, $3), code_at = $3 WHERE client_id = $1 AND id = $2`,
    [clientId, sessionId, now],
  );
}
