import type { Trx } from '#server/db/connection.ts';
import type { UserPlace } from './user.store.ts';

/** Ends the sessions of a user, but one. */
export async function revokeOtherSessions(
  trx: Trx,
  { clientId, userId }: UserPlace,
  { except, now }: { except: string | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except as string))
    .execute();
}

/** Takes a session over to the epoch of a new password. */
export async function keepSession(trx: Trx, clientId: number, sessionId: string, epoch: number): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ password_epoch: epoch })
    .where('client_id', '=', clientId)
    .where('id', '=', sessionId)
    .execute();
}
