import * as z from 'zod/mini';
import { choice, email, flag, rowId, secret } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { login } from './access.ts';
import { registrationSteps } from './registration.ts';
import { USER_ROLES } from './rules/permissions.ts';

// Users of one company (readings C54), all of it additions.

const message = z.object({ message: z.string() });
const id = z.object({ id: rowId });
const role = choice(USER_ROLES, 'Elegí un rol');
const token = secret({ required: 'Falta el código de la invitación', max: [200] });

export const teamUser = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(USER_ROLES),
  state: z.enum(['active', 'suspended']),
  /** Whether the provider blocks the user, independent of the state, which the company decides. */
  blocked: z.boolean(),
  /** Whether the user has a second factor; null for a colleague, if the caller may not change people. */
  second_factor: z.nullable(z.boolean()),
  /** Last use of a session that isn't deleted yet; null for none. */
  last_seen: z.nullable(z.string()),
  /** Whether the user is the caller. */
  me: z.boolean(),
});

export type TeamUser = z.output<typeof teamUser>;

export const teamInvitation = z.object({
  id: z.number(),
  email: z.string(),
  role: z.enum(USER_ROLES),
  invited_by: z.string(),
  expires_at: z.string(),
  expired: z.boolean(),
});

export type TeamInvitation = z.output<typeof teamInvitation>;

export const readTeam = endpoint('GET /v1/client/user/', {
  access: 'client',
  needs: 'read',
  addition: true,
  summary: 'Lists the company’s users and open invitations, and from when it requires a second factor.',
  reply: z.object({
    results: z.array(teamUser),
    invitations: z.array(teamInvitation),
    /** From when the company requires a second factor of its users, ISO 8601, −03:00; null if it doesn't. */
    factor_required_from: z.nullable(z.string()),
  }),
});

export const invitationForm = z.object({ email: email({ required: 'El email es obligatorio', max: [100] }), role });

export const inviteUser = endpoint('POST /v1/client/user_invitation/', {
  access: 'client',
  needs: 'people',
  audit: 'user.invite',
  addition: true,
  stepUp: 'factor',
  summary:
    'Invites a person by e-mail, for 72 hours; at most 20 invitations a day. An address with an account elsewhere gets the same response.',
  body: invitationForm,
  reply: message,
});

export const resendInvitation = endpoint('POST /v1/client/user_invitation/:id/resend', {
  access: 'client',
  needs: 'people',
  audit: 'user.resend',
  addition: true,
  stepUp: 'factor',
  summary: 'Sends an invitation again, for another 72 hours. Earlier links become invalid.',
  params: id,
  reply: message,
});

export const withdrawInvitation = endpoint('POST /v1/client/user_invitation/:id/withdraw', {
  access: 'client',
  needs: 'people',
  audit: 'user.withdraw',
  addition: true,
  summary: 'Withdraws an open invitation.',
  params: id,
  reply: message,
});

export const changeUserRole = endpoint('PUT /v1/client/user/:id', {
  access: 'client',
  needs: 'people',
  audit: 'user.role',
  addition: true,
  stepUp: 'factor',
  summary: 'Changes a user’s role, from the user’s next call on. A company keeps at least one owner.',
  params: id,
  body: z.object({ role }),
  reply: message,
});

export const suspendUser = endpoint('POST /v1/client/user/:id/suspend', {
  access: 'client',
  needs: 'people',
  audit: 'user.suspend',
  addition: true,
  stepUp: 'factor',
  summary: 'Suspends a user and ends the user’s sessions. Uploads in progress finish.',
  params: id,
  reply: message,
});

export const resumeUser = endpoint('POST /v1/client/user/:id/resume', {
  access: 'client',
  needs: 'people',
  audit: 'user.resume',
  addition: true,
  stepUp: 'factor',
  summary: 'Lets a suspended user log in again.',
  params: id,
  reply: message,
});

export const removeUser = endpoint('POST /v1/client/user/:id/remove', {
  access: 'client',
  needs: 'people',
  audit: 'user.remove',
  addition: true,
  stepUp: 'factor',
  summary: 'Removes a user and ends the user’s sessions. The e-mail is free again.',
  params: id,
  reply: message,
});

export const giveRecoveryCode = endpoint('POST /v1/client/user/:id/recovery_code', {
  access: 'client',
  needs: 'people',
  audit: 'user.recovery_code',
  addition: true,
  stepUp: 'factor',
  summary:
    'Returns a code by which a user who lost the phone gives the second step, once, within ten minutes. The user and all owners get a mail.',
  params: id,
  reply: z.object({ message: z.string(), results: z.object({ code: z.string() }) }),
});

export const leaveTeam = endpoint('POST /v1/client/user/leave', {
  access: 'client',
  needs: 'own',
  audit: 'user.leave',
  addition: true,
  summary: 'Removes the caller from the company. The last owner can’t leave.',
  body: z.object({ confirmed: flag(false) }),
  reply: message,
});

export const readInvitation = endpoint('POST /v2/client/invitation/read', {
  access: 'public',
  audit: null,
  shows: ['user'],
  addition: true,
  summary: 'Returns company, address, role and inviter of an open invitation by the token of its mail.',
  body: z.object({ token }),
  reply: z.object({
    results: z.object({ company: z.string(), email: z.string(), role: z.enum(USER_ROLES), invited_by: z.string() }),
  }),
});

/** The data of a person who accepts an invitation, with the limits of a registration. */
export const acceptanceForm = z.object({
  username: registrationSteps.user.shape.username,
  first_name: registrationSteps.contact.shape.nombre,
  last_name: registrationSteps.contact.shape.apellido,
  phone: registrationSteps.contact.shape.telefono,
  password: registrationSteps.user.shape.password,
});

export const acceptInvitation = endpoint('POST /v2/client/invitation/accept', {
  access: 'public',
  audit: 'user.accept',
  addition: true,
  summary: 'Creates an active user by the token of an invitation’s mail, and logs the user in.',
  body: z.object({ token, ...acceptanceForm.shape }),
  reply: login.reply as NonNullable<typeof login.reply>,
});

/** The message of a link that is unknown, used, withdrawn or expired. */
export const INVALID_INVITATION =
  'La invitación venció, se retiró o ya se usó. Si ya tenés tu usuario, ingresá. Si no, pedile otra a quien te invitó';
