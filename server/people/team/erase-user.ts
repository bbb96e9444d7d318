import type { Deps } from '#server/integrations/deps.ts';
import { holdRights } from '#server/people/domain/staff/provider-rights.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import type { Caller, ProviderCaller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { MASKED } from '#shared/people/rules/masked.ts';
import { leaveRefusal } from '#shared/people/rules/team.ts';
import { eraseClientUser as eraseCall } from '#shared/people/staff-personal-data.ts';
import { isMasked, lockTeam, maskUser } from './team.store.ts';
import { activeCaller, countOwners, removeFromTeam } from './team.ts';

/**
 * Removes the caller from the company and masks the caller's name, e-mail and phone (Ley 25.326).
 *
 * @throws Failure 422 for the last owner, and without a confirmation
 */
export async function eraseOwnUser(deps: Deps, caller: Caller, confirmed: boolean) {
  if (!confirmed) {
    throw refusedField('confirmed', 'Confirmá que querés borrar tus datos');
  }
  const { clientId, userId } = caller;
  await deps.db.withClient(clientId, async (trx) => {
    const team = await lockTeam(trx, clientId);
    const reason = leaveRefusal(activeCaller(team, caller).role, countOwners(team));
    if (reason) throw new Failure(422, reason);
    await removeFromTeam(deps, trx, { clientId, userId });
    await maskUser(trx, userId, MASKED, deps.clock());
    deps.events.record(trx, clientId, 'user.erased', { id: userId, removed: true });
  });
  return { message: 'Tus datos se borraron y tu usuario ya no sirve' };
}

/**
 * Removes a user for the provider, unless the user was removed before, and masks the user. Calling it again changes nothing.
 *
 * @throws Failure 404; 422 for the last owner
 */
export async function eraseClientUser(deps: Deps, caller: ProviderCaller, { clientId, userId }: UserKey) {
  await deps.db.withClient(clientId, async (trx) => {
    await holdRights(trx, { caller, endpoint: eraseCall });
    const team = await lockTeam(trx, clientId);
    const member = team.find(({ id }) => id === userId);
    const masked = await isMasked(trx, clientId, userId);
    if (masked === null) throw new Failure(404, messages.notFound);
    if (masked) return;
    if (member) {
      const owners = countOwners(team);
      if (leaveRefusal(member.role, owners) && !member.suspendedAt) {
        throw new Failure(
          422,
          'Es la única persona con el rol Dueño de la empresa. Antes, otra tiene que tener ese rol',
        );
      }
      await removeFromTeam(deps, trx, { clientId, userId });
    }
    await maskUser(trx, userId, MASKED, deps.clock());
    deps.events.record(trx, clientId, 'user.erased', { id: userId, removed: member !== undefined });
  });
  return { message: 'Los datos del usuario se borraron' };
}
