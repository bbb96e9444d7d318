import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { rateLimitInvitations, rateLimitTeamMails } from '#server/people/access/rate-limits.ts';
import { rateLimitMailsIn } from '#server/people/domain/mail/mail-rate-limits.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { grantRefusal, INVITATION_HOURS, MAX_TEAM } from '#shared/people/rules/team.ts';
import type * as calls from '#shared/people/team.ts';
import {
  type Invitation,
  insertInvitation,
  markWithdrawn,
  readInvitation,
  readOpenInvitations,
  renewInvitation,
} from './invitation.store.ts';
import { lockTeam, type Member } from './team.store.ts';
import { activeCaller, refused } from './team.ts';
import { enqueueTeamMail } from './team-mails.ts';

const FULL = `Tu equipo llegó al máximo de ${MAX_TEAM} personas e invitaciones. Retirá una invitación o quitá a alguien`;

const expiry = (now: Date) => new Date(now.getTime() + INVITATION_HOURS * HOUR_MS);

/**
 * Invites a person. Whether the address has an account in another company is only looked up when the mail is sent, so that
 * neither the reply nor its time reveals it (readings S9).
 *
 * @throws Failure 422 on `email` for a member and an invited address, and for a full team; 429 past the limits of invitations
 */
export async function inviteUser(deps: Deps, caller: Caller, network: string, form: BodyOf<typeof calls.inviteUser>) {
  const { clientId } = caller;
  const { email, role } = form;
  await deps.db.withClient(clientId, async (trx) => {
    await assertInvitable(trx, caller, await lockTeam(trx, clientId), form);
    await rateLimitInvitations(deps, trx, clientId);
    await rateLimitMailsIn(trx, deps, { email, purpose: 'invitation', network, clientId });
    const now = deps.clock();
    const invitation = { email, role, invitedBy: caller.userId, now, expiresAt: expiry(now) };
    const invitationId = await insertInvitation(trx, clientId, invitation);
    await enqueueTeamMail(deps, trx, { kind: 'invitation', clientId, invitationId });
    deps.events.record(trx, clientId, 'invitation.sent', { id: invitationId, role });
  });
  return { message: `El mail de la invitación se va a enviar: el enlace vence en ${INVITATION_HOURS} horas` };
}

async function assertInvitable(
  trx: Trx,
  caller: Caller,
  team: readonly Member[],
  { email, role }: BodyOf<typeof calls.inviteUser>,
): Promise<void> {
  const me = activeCaller(team, caller);
  const reason = grantRefusal(me.role, role);
  if (reason) throw refused(me.role, reason);
  const invitations = await readOpenInvitations(trx, caller.clientId);
  const isSame = (one: { email: string }) => one.email.toLowerCase() === email.toLowerCase();
  if (team.some(isSame)) throw wrongEmail('Esa persona ya está en tu equipo');
  if (invitations.some(isSame)) throw wrongEmail('Ya hay una invitación para ese email. Podés reenviarla');
  if (team.length + invitations.length >= MAX_TEAM) throw new Failure(422, FULL);
}

const wrongEmail = (message: string) => refusedField('email', message);

/** Sends an open invitation again, in the caller's name; the earlier link becomes invalid. @throws Failure 422, 404, 429 */
export async function resendInvitation(deps: Deps, caller: Caller, network: string, id: number) {
  const { clientId } = caller;
  await changeInvitation(deps, caller, id, async (trx, { email }) => {
    await rateLimitTeamMails(deps, trx, clientId);
    await rateLimitMailsIn(trx, deps, { email, purpose: 'invitation', network, clientId });
    await renewInvitation(trx, clientId, id, { invitedBy: caller.userId, expiresAt: expiry(deps.clock()) });
    await enqueueTeamMail(deps, trx, { kind: 'invitation', clientId, invitationId: id });
    deps.events.record(trx, clientId, 'invitation.resent', { id });
  });
  return { message: 'El mail de la invitación se va a enviar de nuevo: el enlace anterior ya no sirve' };
}

/** Withdraws an open invitation; its link becomes invalid. @throws Failure 422 for one that isn't open any more, 404 */
export async function withdrawInvitation(deps: Deps, caller: Caller, id: number) {
  const { clientId } = caller;
  await changeInvitation(deps, caller, id, async (trx) => {
    await markWithdrawn(trx, clientId, id, deps.clock());
    deps.events.record(trx, clientId, 'invitation.withdrawn', { id });
  });
  return { message: 'Invitación retirada correctamente' };
}

/** Runs a change of an open invitation under the lock of the company. @param change also records its fact */
async function changeInvitation(
  deps: Deps,
  caller: Caller,
  id: number,
  change: (trx: Trx, invitation: Invitation) => Promise<void>,
): Promise<void> {
  const { clientId } = caller;
  await deps.db.withClient(clientId, async (trx) => {
    const me = activeCaller(await lockTeam(trx, clientId), caller);
    const invitation = await readInvitation(trx, clientId, id);
    if (!invitation) throw new Failure(404, messages.notFound);
    const reason = grantRefusal(me.role, invitation.role);
    if (reason) throw refused(me.role, reason);
    if (!invitation.open) throw new Failure(422, 'La invitación ya no está abierta: se aceptó o se retiró');
    await change(trx, invitation);
  });
}
