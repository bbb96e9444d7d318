import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { enqueueAccessMail } from '#server/people/access/access-mails.ts';
import { readClient } from '#server/people/client/staff-client.ts';
import { isSameMailbox, rateLimitMailsIn } from '#server/people/domain/mail/mail-rate-limits.ts';
import { changeRights, holdRights } from '#server/people/domain/staff/provider-rights.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import * as calls from '#shared/people/staff-client-users.ts';
import {
  endFormerEmail,
  lockUser,
  readUser,
  readUsers,
  readUserWithSessions,
  updateUserData,
} from './client-block.store.ts';
import { encryptAddress, enqueueClientMail } from './client-mails.ts';

/** Lists the users of a client. */
export function listUsers(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  clientId: number,
): Promise<calls.StaffClientUser[]> {
  return db.withClient(clientId, (trx) => readUsers(trx, clientId, clock()));
}

/**
 * Reads a user of a client as this client, whose row-level security hides other clients' users. Every change of a user reads the
 * user this way first.
 *
 * @throws Failure 404
 */
export async function findUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  clientId: number,
  userId: number,
): Promise<calls.StaffClientUser> {
  const user = await db.withClient(clientId, (trx) => readUserWithSessions(trx, { clientId, userId }, clock()));
  if (!user) throw new Failure(404, messages.notFound);
  return user;
}

/** Sends the activation mail or the owner's invitation again. @throws Failure 404; 409 for an active account, and for a blocked one; 429 */
export async function sendActivation(
  deps: Deps,
  caller: ProviderCaller,
  clientId: number,
  userId: number,
): Promise<void> {
  const client = await readClient(deps, clientId);
  await deps.db.withProvider(async (trx) => {
    await holdRights(trx, { caller, endpoint: calls.sendUserActivation });
    const user = await readUser(trx, clientId, userId);
    if (!user) throw new Failure(404, messages.notFound);
    if (user.activated_at) throw new Failure(409, 'La cuenta ya está activada');
    if (client.blocked_at || user.blocked_at) {
      throw new Failure(409, 'La cuenta está bloqueada. Desbloqueala y enviá el mail de nuevo');
    }
    await rateLimitMailsIn(trx, deps, { email: user.email, purpose: 'activation' });
    await enqueueAccessMail(deps, trx, 'activation', { clientId, userId });
    deps.events.record(trx, clientId, 'user.activation_mailed', { id: userId });
  });
}

/** @throws Failure 403 for a key */
function assertPerson({ actor }: ProviderCaller): void {
  if (actor.kind === 'staff') return;
  const message = 'El email de un usuario lo corrige una persona con su propio usuario, no una clave';
  throw new Failure(403, message, [], { code: 'permission_required' });
}

/**
 * Corrects a user's data. After a change of the e-mail, both addresses get a mail, links in earlier mails are invalid, and an open
 * recovery of the second factor is stopped. Whoever reads the account's mails can take the account over, so that only people change
 * the e-mail, after their second step.
 *
 * @throws Failure 403 for a key that changes the e-mail; 404; 422 on `email` for the address of another user; 429 for an address
 *   that got many such mails
 */
export async function correctUser(
  deps: Deps,
  caller: ProviderCaller,
  clientId: number,
  userId: number,
  form: BodyOf<typeof calls.correctUser>,
): Promise<void> {
  const work = changeRights(deps, caller, calls.correctUser, async (trx) => {
    const user = await lockUser(trx, clientId, userId);
    if (!user) throw new Failure(404, messages.notFound);
    const { email = user.email, first_name = user.first_name, last_name = user.last_name, phone = user.phone } = form;
    // Before the write, which would tell a key whether another user has the address.
    if (email !== user.email) assertPerson(caller);
    const data = { email, first_name, last_name, phone };
    const fields = changedFields(user, data);
    if (fields.length === 0) return;
    await updateUserData(trx, clientId, { ...user, ...data });
    if (email !== user.email) {
      const mailboxes = isSameMailbox(email, user.email) ? [email] : [email, user.email];
      for (const mailbox of mailboxes) {
        await rateLimitMailsIn(trx, deps, { email: mailbox, purpose: 'email-correction' });
      }
      await endFormerEmail(trx, clientId, userId, deps.clock());
      const former = encryptAddress(deps, userId, user.email);
      const stoppable = user.activated_at !== null;
      await enqueueClientMail(deps, trx, { kind: 'email', clientId, userId, former, stoppable });
      await enqueueClientMail(deps, trx, { kind: 'email', clientId, userId });
    }
    deps.events.record(trx, clientId, 'user.corrected', { id: userId, fields });
  });
  await work.catch((error: unknown) => {
    if (violatedUniqueKey(error) !== 'user_directory_email_norm_key') throw error;
    throw refusedField('email', 'Otro usuario tiene este email');
  });
}
