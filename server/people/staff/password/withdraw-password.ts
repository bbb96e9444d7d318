import { countAttemptIn } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { withdrawPassword } from '#server/people/access/members.ts';
import { endLinks } from '#server/people/access/password/one-time-token.ts';
import { rateLimitMailsIn } from '#server/people/domain/mail/mail-rate-limits.ts';
import { endSessions } from '#server/people/domain/session-limit.ts';
import { changeRights, mayReadKeys } from '#server/people/domain/staff/provider-rights.ts';
import { readActiveKeysOf } from '#server/people/domain/staff/staff-inviters.store.ts';
import { lockStaff } from '#server/people/staff/staff.store.ts';
import { enqueueStaffMail, informAdministrators } from '#server/people/staff/staff-mails.ts';
import { assertMayGrant } from '#server/people/staff/staff-members.ts';
import { actorInLog, type ProviderCaller } from '#server/platform/http/request/caller.ts';
import { staffPrincipal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { HOUR_SECONDS } from '#shared/kit/time-units.ts';
import * as calls from '#shared/people/staff.ts';
import { markWithdrawn } from './staff-password.store.ts';

/** Most passwords that a person or a key makes worthless in an hour. */
const RESETS_OF_CALLER = { name: 'staff-resets-given', limit: 20, seconds: HOUR_SECONDS } as const;

/**
 * Makes a person's password worthless, ends the sessions, and sends a link to choose another one. The caller vouches for the person, so
 * the link needs no code of the second factor; the login that follows does. The administrators are informed by mail.
 *
 * @returns the active keys that the person created, which stay valid; none for a caller who can't read keys
 * @throws Failure 404; 403 for a person whose role the caller can't give; 409 for somebody who hasn't accepted the invitation or is
 *   suspended; 422 for the caller; 429
 */
export async function withdrawStaffPassword(deps: Deps, caller: ProviderCaller, id: number): Promise<string[]> {
  const { actor } = caller;
  if (actor.kind === 'staff' && actor.id === id) {
    throw new Failure(422, 'Es tu propio usuario: cambiá tu contraseña en Mi sesión');
  }
  const keys = await changeRights(deps, caller, calls.withdrawStaffPassword, async (trx, current) => {
    const person = await lockStaff(trx, id);
    if (!person) throw new Failure(404, messages.notFound);
    assertMayGrant(current, person.role);
    if (!person.activatedAt) throw new Failure(409, 'Esa persona no aceptó la invitación: reenviásela');
    if (person.suspendedAt) throw new Failure(409, 'Esa persona está suspendida: readmitila antes');
    const by = actorInLog(caller);
    await rateLimitMailsIn(trx, deps, { email: person.email, purpose: 'staff-reset', caller: by });
    await countAttemptIn(trx, [{ ...RESETS_OF_CALLER, subject: by }], deps.clock(), deps.config);
    const principal = staffPrincipal(id);
    const epoch = await withdrawPassword(trx, principal);
    await markWithdrawn(trx, id, by, deps.clock());
    await endSessions(deps, trx, principal, null);
    await endLinks(trx, principal, deps.clock());
    await enqueueStaffMail(deps, trx, { kind: 'withdrawn', staffId: id, epoch });
    await informAdministrators(deps, trx, 'colleague-withdrawn', id);
    deps.events.record(trx, null, 'staff.password_withdrawn', { id });
    return mayReadKeys(current) ? readActiveKeysOf(trx, id, deps.clock()) : [];
  });
  deps.log.warn({ staffId: id, by: actorInLog(caller) }, 'a password of the staff was withdrawn');
  return keys;
}
