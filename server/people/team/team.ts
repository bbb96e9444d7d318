import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { endAccess } from '#server/people/access/members.ts';
import { rateLimitTeamNotices } from '#server/people/access/rate-limits.ts';
import { invalidateSessions } from '#server/people/domain/cached-sessions.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { eraseFactors } from '#server/people/second-factor/second-factor.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { DUMMY_HASH } from '#server/platform/secrets/passwords.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { type UserRole, userMay } from '#shared/people/rules/permissions.ts';
import {
  grantableRoles,
  grantRefusal,
  leaveRefusal,
  type MemberAction,
  memberRefusal,
} from '#shared/people/rules/team.ts';
import type * as calls from '#shared/people/team.ts';
import { listInvitations, withdrawInvitationsOf } from './invitation.store.ts';
import { listUsers, lockTeam, type Member, queryRequirement, setRemoved, setRole, setSuspended } from './team.store.ts';
import { enqueueTeamMail } from './team-mails.ts';

/** Returns the company's users, its open invitations, and from when it requires a second factor. */
export async function readTeam(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { clientId, userId, role }: Caller,
): Promise<ReplyOf<typeof calls.readTeam>> {
  const [users, invitations, [requirement]] = await db.read(clientId, [
    listUsers(clientId, userId),
    listInvitations(clientId, clock()),
    queryRequirement(clientId),
  ]);
  const factor_required_from = requirement?.required_from ?? null;
  // Only users who may manage people see who lacks a second factor.
  const seesFactors = userMay(role, 'people');
  const results = users.map((user) => (seesFactors || user.me ? user : { ...user, second_factor: null }));
  return { results, invitations, factor_required_from };
}

/** Returns the refusal of an action: 403 if the role lacks the permission for every user, else 422. */
export function refused(by: UserRole, reason: string): Failure {
  return userMay(by, 'people')
    ? new Failure(422, reason)
    : new Failure(403, reason, [], { code: 'permission_required' });
}

/**
 * Returns the caller as the locked team contains it: the session may have been read before the caller was suspended.
 *
 * @throws Failure 401
 */
export function activeCaller(team: readonly Member[], { userId }: Caller): Member {
  const me = team.find(({ id, suspendedAt }) => id === userId && !suspendedAt);
  if (!me) throw new Failure(401, messages.unauthorized);
  return me;
}

/** Returns the number of owners who aren't suspended. */
export const countOwners = (team: readonly Member[]) =>
  team.filter(({ role, suspendedAt }) => role === 'owner' && !suspendedAt).length;

/**
 * Runs a change of one member under the lock of the company, if the rules allow it.
 *
 * @param change also gets the ids of the active owners. It records its fact unless it changes nothing
 * @throws Failure 403, 404, 422
 */
export async function changeMember<T>(
  deps: Deps,
  caller: Caller,
  action: MemberAction,
  id: number,
  change: (trx: Trx, member: Member, me: Member, owners: readonly number[]) => Promise<T>,
): Promise<T> {
  const { clientId } = caller;
  return deps.db.withClient(clientId, async (trx) => {
    const team = await lockTeam(trx, clientId);
    const me = activeCaller(team, caller);
    const member = team.find((one) => one.id === id);
    if (!member) throw new Failure(404, messages.notFound);
    const reason = memberRefusal(me.role, action, { role: member.role, me: member === me }, countOwners(team));
    if (reason) throw refused(me.role, reason);
    const owners = team.filter(({ role, suspendedAt }) => role === 'owner' && !suspendedAt).map((owner) => owner.id);
    return change(trx, member, me, owners);
  });
}

/**
 * Changes a member's role, and withdraws the member's invitations to roles that the member can't give any more.
 *
 * @throws Failure as `changeMember`; 429
 */
export async function changeRole(deps: Deps, caller: Caller, id: number, role: UserRole) {
  const { clientId } = caller;
  await changeMember(deps, caller, 'role', id, async (trx, member, me) => {
    const reason = grantRefusal(me.role, role);
    if (reason) throw refused(me.role, reason);
    if (member.role === role) return;
    await rateLimitTeamNotices(deps, trx, { clientId, userId: id }, 'role', me.id);
    await setRole(trx, clientId, id, role);
    await withdrawInvitationsOf(trx, clientId, { userId: id, now: deps.clock(), keep: grantableRoles(role) });
    invalidateSessions(deps, trx, clientId);
    await enqueueTeamMail(deps, trx, { kind: 'role', clientId, userId: id });
    deps.events.record(trx, clientId, 'user.role_changed', { id, role });
  });
  return { message: 'Rol cambiado correctamente' };
}

/** Suspends a member: the sessions end at once, and jobs in progress finish in the company's name. */
export async function suspendMember(deps: Deps, caller: Caller, id: number) {
  const { clientId } = caller;
  await changeMember(deps, caller, 'suspend', id, async (trx, member) => {
    if (member.suspendedAt) return;
    await setSuspended(trx, clientId, id, deps.clock());
    await endMembership(deps, trx, { clientId, userId: id });
    await enqueueTeamMail(deps, trx, { kind: 'suspended', clientId, userId: id });
    deps.events.record(trx, clientId, 'user.suspended', { id });
  });
  return { message: 'Acceso suspendido correctamente' };
}

/** Lets a suspended member log in again. @throws Failure as `changeMember`; 429 */
export async function resumeMember(deps: Deps, caller: Caller, id: number) {
  const { clientId } = caller;
  await changeMember(deps, caller, 'resume', id, async (trx, member) => {
    if (!member.suspendedAt) return;
    await rateLimitTeamNotices(deps, trx, { clientId, userId: id }, 'resume', caller.userId);
    await setSuspended(trx, clientId, id, null);
    await enqueueTeamMail(deps, trx, { kind: 'resumed', clientId, userId: id });
    deps.events.record(trx, clientId, 'user.resumed', { id });
  });
  return { message: 'Acceso reactivado correctamente' };
}

/** Removes a member. The row stays for the history; name and address are free again. */
export async function removeMember(deps: Deps, caller: Caller, id: number) {
  const { clientId } = caller;
  await changeMember(deps, caller, 'remove', id, async (trx) => {
    await removeFromTeam(deps, trx, { clientId, userId: id });
    await enqueueTeamMail(deps, trx, { kind: 'removed', clientId, userId: id });
    deps.events.record(trx, clientId, 'user.removed', { id });
  });
  return { message: 'Persona quitada del equipo' };
}

/** Removes the caller from the company. @throws Failure 422 for the last owner, and without a confirmation */
export async function leaveTeam(deps: Deps, caller: Caller, confirmed: boolean) {
  if (!confirmed) {
    throw refusedField('confirmed', 'Confirmá que querés salir');
  }
  const { clientId } = caller;
  await deps.db.withClient(clientId, async (trx) => {
    const team = await lockTeam(trx, clientId);
    const reason = leaveRefusal(activeCaller(team, caller).role, countOwners(team));
    if (reason) throw new Failure(422, reason);
    await removeFromTeam(deps, trx, caller);
    deps.events.record(trx, clientId, 'user.left', { id: caller.userId });
  });
  return { message: 'Saliste de la empresa' };
}

/**
 * Removes a user and the user's second factor, and ends the user's sessions and open invitations, under the lock of the company. The
 * caller records the fact.
 */
export async function removeFromTeam(deps: Deps, trx: Trx, { clientId, userId }: UserKey): Promise<void> {
  const now = deps.clock();
  await eraseFactors(trx, userPrincipal({ clientId, userId }));
  await setRemoved(trx, clientId, userId, { now, unusableHash: DUMMY_HASH });
  await endMembership(deps, trx, { clientId, userId });
}

/** Ends the sessions of a member, and withdraws the member's open invitations. */
async function endMembership(deps: Pick<Deps, 'bus' | 'clock'>, trx: Trx, { clientId, userId }: UserKey) {
  await endAccess(deps, trx, { clientId, userId });
  await withdrawInvitationsOf(trx, clientId, { userId, now: deps.clock(), keep: [] });
}
