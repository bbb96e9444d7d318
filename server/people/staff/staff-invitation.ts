import type { FastifyRequest } from 'fastify';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { rateLimitTokens } from '#server/people/access/rate-limits.ts';
import { hashStaffPassword } from '#server/people/domain/chosen-password.ts';
import { rateLimitMailsIn } from '#server/people/domain/mail/mail-rate-limits.ts';
import { assertNotReserved } from '#server/people/domain/reserved-name.ts';
import { isProviderNameTaken } from '#server/people/domain/staff/provider-names.store.ts';
import { lockRights } from '#server/people/domain/staff/provider-rights.store.ts';
import { changeRights } from '#server/people/domain/staff/provider-rights.ts';
import { mayStillInvite } from '#server/people/domain/staff/staff-inviters.ts';
import { actorInLog, type ProviderCaller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { accountOf, staffPrincipal } from '#server/platform/secrets/principal.ts';
import { tokenDigest } from '#server/platform/secrets/token-hash.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { INVITATION_HOURS } from '#shared/people/rules/invitation-mail.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';
import * as staffCalls from '#shared/people/staff.ts';
import type * as calls from '#shared/people/staff-sessions.ts';
import type { OpenedSession, StaffSessions } from './session/staff-session.ts';
import { activateStaff, insertStaff, lockStaff, type StaffRow } from './staff.store.ts';
import {
  findInvitation,
  insertInvitation,
  lockInvitation,
  markInvitationUsed,
  type OpenInvitation,
  withdrawOpenInvitation,
} from './staff-invitation.store.ts';
import { enqueueStaffMail } from './staff-mails.ts';
import { assertMayGrant } from './staff-members.ts';

const NAME_TAKEN = 'Ya hay una persona o una clave con ese nombre. Agregá tu segundo nombre o tu área';

const IN_USE = 'Ya hay alguien con ese email en el personal';

/**
 * Invites a person by e-mail.
 *
 * @returns the person's id
 * @throws Failure 403 for a role that the caller can't give; 422 for an e-mail in use; 429
 */
export async function inviteStaff(
  deps: Deps,
  caller: ProviderCaller,
  { email, role }: { email: string; role: StaffRole },
): Promise<number> {
  const id = await changeRights(deps, caller, staffCalls.inviteStaff, async (trx, current) => {
    assertMayGrant(current, role);
    const staffId = await insertStaff(trx, { email, role, now: deps.clock() });
    if (staffId === null) throw new Failure(422, IN_USE, [{ field: 'email', message: IN_USE }]);
    await rateLimitMailsIn(trx, deps, { email, purpose: 'staff-invitation', caller: actorInLog(caller) });
    await sendInvitation(deps, trx, { staffId, invitedBy: actorInLog(caller) });
    deps.events.record(trx, null, 'staff.invited', { id: staffId, role });
    return staffId;
  });
  deps.log.warn({ staffId: id, role, by: actorInLog(caller) }, 'a member of the staff was invited');
  return id;
}

/** Sends a new invitation, which replaces the earlier one. @throws Failure 404; 409 if it was accepted already; 429 */
export async function resendInvitation(deps: Deps, caller: ProviderCaller, id: number): Promise<void> {
  await changeRights(deps, caller, staffCalls.resendStaffInvitation, async (trx, current) => {
    const { role, email } = invitedPerson(await lockStaff(trx, id));
    assertMayGrant(current, role);
    await rateLimitMailsIn(trx, deps, { email, purpose: 'staff-invitation', caller: actorInLog(caller) });
    await withdrawOpenInvitation(trx, id, deps.clock());
    await sendInvitation(deps, trx, { staffId: id, invitedBy: actorInLog(caller) });
    deps.events.record(trx, null, 'staff.invitation_resent', { id });
  });
  deps.log.warn({ staffId: id, by: actorInLog(caller) }, 'an invitation was sent again');
}

/**
 * Withdraws an open invitation.
 *
 * @throws Failure 403 for a role that the caller can't give; 404; 409 if it was accepted or withdrawn already
 */
export async function withdrawInvitation(deps: Deps, caller: ProviderCaller, id: number): Promise<void> {
  await changeRights(deps, caller, staffCalls.withdrawStaffInvitation, async (trx, current) => {
    const { role } = invitedPerson(await lockStaff(trx, id));
    assertMayGrant(current, role);
    const withdrawn = await withdrawOpenInvitation(trx, id, deps.clock());
    if (!withdrawn) throw new Failure(409, 'La invitación ya estaba retirada');
    deps.events.record(trx, null, 'staff.invitation_withdrawn', { id });
  });
  deps.log.warn({ staffId: id, by: actorInLog(caller) }, 'an invitation was withdrawn');
}

function invitedPerson(staff: StaffRow | null): StaffRow {
  if (!staff) throw new Failure(404, messages.notFound);
  if (staff.activatedAt) throw new Failure(409, 'Esa persona ya aceptó la invitación');
  return staff;
}

/** Stores an invitation and enqueues its mail. @param invitedBy as logs name who acts */
export async function sendInvitation(
  deps: Deps,
  trx: Trx,
  { staffId, invitedBy }: { staffId: number; invitedBy: string },
): Promise<void> {
  const now = deps.clock();
  const expiresAt = new Date(now.getTime() + INVITATION_HOURS * HOUR_MS);
  const invitationId = await insertInvitation(trx, { staffId, invitedBy, now, expiresAt });
  await enqueueStaffMail(deps, trx, { kind: 'invitation', invitationId });
}

/** Reads an open invitation by the token of its link. @throws Failure 422 for any other token; 429 */
export async function readStaffInvitation(deps: Deps, network: string, token: string) {
  await rateLimitTokens(deps, network, 'staff');
  const found = await deps.db.withProvider((trx) => findInvitation(trx, tokenDigest(token), deps.clock()));
  const { email, role } = orInvalid(found);
  return { email, role };
}

/**
 * Accepts an invitation: stores name and password, and opens a browser's session that lacks its second factor. Of concurrent calls
 * with one token, or of an acceptance and a withdrawal, exactly one succeeds.
 *
 * @throws Failure 422 for a token that is unknown, used, withdrawn or expired, or whose inviter can't give the role any more, and for a
 *   name in use or reserved
 */
export async function acceptInvitation(
  deps: Deps,
  sessions: StaffSessions,
  request: FastifyRequest,
  { token, name, password }: BodyOf<typeof calls.acceptStaffInvitation>,
): Promise<OpenedSession> {
  sessions.assertOrigin(request);
  const { db, clock, log } = deps;
  const network = ipNetwork(request.ip);
  await rateLimitTokens(deps, network, 'staff');
  assertNotReserved(deps, 'name', name);
  const hash = tokenDigest(token);
  const found = orInvalid(await db.withProvider((trx) => findInvitation(trx, hash, clock())));
  const passwordHash = await hashStaffPassword({ field: 'password', password }, { key: network, known: false });
  const { opened, staffId } = await db.withProvider(async (trx) => {
    const now = clock();
    // In the order of a withdrawal.
    await lockRights(trx);
    await lockStaff(trx, found.staffId);
    const { id, staffId, invitedBy, role } = orInvalid(await lockInvitation(trx, hash, now));
    if (!(await mayStillInvite(trx, invitedBy, role))) orInvalid(null);
    if (await isProviderNameTaken(trx, name, now)) {
      throw refusedField('name', NAME_TAKEN);
    }
    await markInvitationUsed(trx, id, now);
    const passwordEpoch = await activateStaff(trx, staffId, { name, passwordHash, now });
    deps.events.record(trx, null, 'staff.invitation_accepted', { id: staffId, name });
    const owner = { id: staffId, passwordEpoch, hasFactor: false };
    return { staffId, opened: await sessions.open(trx, owner, request, 'browser') };
  });
  log.warn({ by: accountOf(staffPrincipal(staffId)) }, 'an invitation was accepted');
  return opened;
}

function orInvalid(invitation: OpenInvitation | null): OpenInvitation {
  if (invitation) return invitation;
  const message = 'La invitación venció, se retiró o ya se usó. Pedile otra a un administrador';
  throw new Failure(422, message, [{ field: 'token', message }]);
}
