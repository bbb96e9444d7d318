import { countAttemptIn } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { rateLimitNotices } from '#server/people/domain/mail/mail-rate-limits.ts';
import { changeRights } from '#server/people/domain/staff/provider-rights.ts';
import { issueRecoveryCode } from '#server/people/second-factor/recovery-code.ts';
import { lockStaff } from '#server/people/staff/staff.store.ts';
import { enqueueStaffMail, informAdministrators } from '#server/people/staff/staff-mails.ts';
import { assertMayGrant } from '#server/people/staff/staff-members.ts';
import { actorInLog, type ProviderCaller } from '#server/platform/http/request/caller.ts';
import { accountOf, staffPrincipal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { HOUR_SECONDS } from '#shared/kit/time-units.ts';
import * as calls from '#shared/people/staff.ts';

/** Most codes that a person or a key gives in an hour: each mails all administrators. */
const CODES_OF_CALLER = { name: 'recovery-codes-given', limit: 20, seconds: HOUR_SECONDS } as const;

/**
 * Gives a person who lost the phone and the backup codes a code for one login, valid for ten minutes. The person and all
 * administrators are informed by mail.
 *
 * @returns the code
 * @throws Failure 404; 403 for a person whose role the caller can't give; 422 for the caller, and for a person without a second factor; 429
 */
export async function giveStaffRecoveryCode(deps: Deps, caller: ProviderCaller, id: number): Promise<string> {
  const { actor } = caller;
  if (actor.kind === 'staff' && actor.id === id) {
    throw new Failure(422, 'Es tu propio usuario: usá un código de respaldo, o pedile el código a otro administrador');
  }
  const given = await changeRights(deps, caller, calls.giveStaffRecoveryCode, async (trx, current) => {
    const staff = await lockStaff(trx, id);
    if (!staff) throw new Failure(404, messages.notFound);
    assertMayGrant(current, staff.role);
    const code = await issueRecoveryCode(deps, trx, staffPrincipal(id));
    if (code === null) throw new Failure(422, 'Esta persona no tiene segundo paso');
    const by = actorInLog(caller);
    // By who acts, so that one person's calls don't keep another from giving a code.
    await rateLimitNotices(trx, deps, 'recovery-code', `${accountOf(staffPrincipal(id))} by ${by}`);
    await countAttemptIn(trx, [{ ...CODES_OF_CALLER, subject: by }], deps.clock(), deps.config);
    await enqueueStaffMail(deps, trx, { kind: 'recovery-code', staffId: id });
    await informAdministrators(deps, trx, 'colleague-recovery-code', id);
    deps.events.record(trx, null, 'staff.recovery_code_given', { id });
    return code;
  });
  deps.log.warn({ staffId: id, by: actorInLog(caller) }, 'a code of recovery was given');
  return given;
}
