import { deleteInSteps } from '#server/cluster/in-steps.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { endLinks } from '#server/people/access/password/one-time-token.ts';
import { confirmPassword } from '#server/people/access/password/own-password.ts';
import { rateLimitEmailChanges } from '#server/people/access/rate-limits.ts';
import { rateLimitMails } from '#server/people/domain/mail/mail-rate-limits.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import type * as calls from '#shared/people/email-change.ts';
import { EMAIL_CHANGE_HOURS } from '#shared/people/email-change.ts';
import {
  type ChangingUser,
  deleteExpiredRows,
  insertChange,
  lockChangingUser,
  queryChange,
} from './email-change.store.ts';
import { enqueueEmailChangeMail } from './email-change-mails.ts';

/** Returns the caller's open change. */
export async function readEmailChange(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
): Promise<ReplyOf<typeof calls.readEmailChange>> {
  const [[change]] = await db.read(caller.clientId, [queryChange(caller, clock())]);
  return { results: change ?? null };
}

/**
 * Requests a change of the caller's e-mail, and replaces an earlier request. Whether somebody else has the address is only looked up
 * when the mail is sent, so that neither the reply nor its time reveals it (readings S9). Open sessions stay.
 *
 * @throws Failure 400 on `currentPassword` if it is wrong; 422 on `email` for the caller's own address; 429
 */
export async function requestEmailChange(
  deps: Deps,
  caller: Caller,
  network: string,
  { email, currentPassword }: BodyOf<typeof calls.requestEmailChange>,
) {
  const { clientId, userId } = caller;
  await confirmPassword(deps, userPrincipal(caller), currentPassword);
  // Checked before the rate limits, so that a refused request doesn't count, and again under the lock.
  await deps.db.withClient(clientId, async (trx) => assertOtherAddress(await lockChangingUser(trx, caller), email));
  await rateLimitEmailChanges(deps, userId);
  await rateLimitMails(deps, { email, purpose: 'email-change', network });
  await deps.db.withClient(clientId, async (trx) => {
    const now = deps.clock();
    assertOtherAddress(await lockChangingUser(trx, caller), email);
    // Also ends the links of an earlier change, which are for another address.
    await endLinks(trx, userPrincipal(caller), now, 'change');
    const expiresAt = new Date(now.getTime() + EMAIL_CHANGE_HOURS * HOUR_MS);
    const changeId = await insertChange(trx, caller, { email, now, expiresAt });
    await enqueueEmailChangeMail(deps, trx, { clientId, userId, changeId, address: 'old' });
    await enqueueEmailChangeMail(deps, trx, { clientId, userId, changeId, address: 'new' });
    deps.events.record(trx, clientId, 'email.change_requested', { id: userId });
  });
  return { message: 'Te enviamos un enlace a cada email. El cambio vale cuando confirmes desde los dos' };
}

function assertOtherAddress(user: ChangingUser | null, email: string): void {
  if (!user || user.inactive) throw new Failure(401, messages.unauthorized);
  if (user.email.toLowerCase() !== email.toLowerCase()) return;
  throw refusedField('email', 'Ya es el email de tu cuenta');
}

/** Deletes changes that weren't confirmed in time. @returns how many */
export function deleteExpiredEmailChanges(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  stopping: AbortSignal,
): Promise<number> {
  return deleteInSteps(stopping, () => db.withoutClient((trx) => deleteExpiredRows(trx, clock(), 1000)));
}
