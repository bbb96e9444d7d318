import { execute, type Trx } from '#server/db/connection.ts';

/** Sets the password epoch of a session, so that the session stays valid after a password change. */
export async function updateSessionEpoch(trx: Trx, clientId: number, sessionId: string, epoch: number): Promise<void> {
  await execute(trx, 'UPDATE sessions SET password_epoch = $3 WHERE client_id = $1 AND id = $2', [
    clientId,
    sessionId,
    epoch,
  ]);
}
