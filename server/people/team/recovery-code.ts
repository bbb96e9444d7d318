import type { Deps } from '#server/integrations/deps.ts';
import { rateLimitTeamNotices } from '#server/people/access/rate-limits.ts';
import { issueRecoveryCode } from '#server/people/second-factor/recovery-code.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { changeMember } from './team.ts';
import { enqueueTeamMail } from './team-mails.ts';

/**
 * Gives a member who lost the phone and the backup codes a code for one login. The member and all owners are informed by mail.
 *
 * @returns the code
 * @throws Failure 403, 404; 422 for the caller, and for a member without a second factor; 429
 */
export async function giveRecoveryCode(deps: Deps, caller: Caller, id: number): Promise<string> {
  const { clientId, userId: byId } = caller;
  return changeMember(deps, caller, 'recover', id, async (trx, _member, _me, owners) => {
    const code = await issueRecoveryCode(deps, trx, userPrincipal({ clientId, userId: id }));
    if (code === null) throw new Failure(422, 'Esta persona no tiene segundo paso: entra sólo con su contraseña');
    await rateLimitTeamNotices(deps, trx, { clientId, userId: id }, 'recovery-code');
    await enqueueTeamMail(deps, trx, { kind: 'recovery-code', clientId, userId: id, byId });
    for (const owner of owners.filter((one) => one !== id)) {
      const mail = { kind: 'recovery-code-given', clientId, userId: owner, memberId: id, byId } as const;
      await enqueueTeamMail(deps, trx, mail);
    }
    deps.events.record(trx, clientId, 'factor.recovery_code_given', { id });
    return code;
  });
}
