import * as z from 'zod/mini';
import { email, flag, secret, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { smallId } from '#shared/kit/small-id.ts';
import { providerNameRefusal } from '#shared/provider/rules/provider-name.ts';
import { STAFF_PERMISSIONS, STAFF_ROLES } from './rules/staff-permissions.ts';
import { codeForm, factorCode } from './second-factor/factor-code.ts';
import { staffPassword } from './staff-password.ts';

const message = z.object({ message: z.string() });

/**
 * What a session lacks: `code` a code of the second factor, `setup` a second factor. `done` has everything; in a demonstration a
 * person without a factor has it, too.
 */
const FACTOR_STEPS = ['code', 'setup', 'done'] as const;

export type FactorStep = (typeof FACTOR_STEPS)[number];

/** A session as a login opens it. */
const openedSession = z.object({
  message: z.string(),
  results: z.object({
    second_factor: z.enum(FACTOR_STEPS),
    /** Token of a terminal's session. A browser gets a cookie instead. */
    token: z.nullable(z.string()),
  }),
});

export const staffLoginForm = z.object({
  email: email({ required: 'Escribí tu email' }),
  password: secret({ required: 'Escribí tu contraseña' }),
});

export const staffLogin = endpoint('POST /ops/v1/login', {
  access: 'public',
  audit: 'ops.session.begin',
  summary:
    'Opens a session of the staff. Wrong and unknown get the same 400. A browser gets a cookie, a terminal the token; until the second step the session only permits that step.',
  body: z.object({ ...staffLoginForm.shape, terminal: flag(false) }),
  reply: openedSession,
  errorStatuses: [403],
});

export const staffLoginCode = endpoint('POST /ops/v1/login/code', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.session.factor',
  allowedBeforeFactor: true,
  summary:
    'Completes a session by a code of the authenticator app or a backup code, each valid once. The session gets a new token.',
  body: codeForm,
  reply: openedSession,
});

export const staffLogout = endpoint('POST /ops/v1/logout', {
  access: 'public',
  audit: 'ops.session.end',
  summary: 'Ends the session of the cookie or the token, if it is valid. Always 200.',
  reply: message,
  errorStatuses: [403],
});

const staffPerson = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  /** Null before the second step. */
  role: z.nullable(z.enum(STAFF_ROLES)),
  /** Empty before the second step. */
  permissions: z.array(z.enum(STAFF_PERMISSIONS)),
  second_factor: z.enum(FACTOR_STEPS),
  /** Whether an authenticator app is set up. */
  has_factor: z.boolean(),
  has_passkey: z.boolean(),
  /** Unused backup codes; null before the second step. */
  backup_codes: z.nullable(z.number()),
});

export const staffMe = endpoint('GET /ops/v1/me', {
  access: 'staff',
  needs: 'own',
  allowedBeforeFactor: true,
  summary: 'Returns the person of the session, and the step that the session lacks.',
  reply: z.object({ results: staffPerson }),
});

export const currentStaff = endpoint('GET /ops/v1/session/current', {
  access: 'public',
  summary:
    'Returns the person of the session like `GET /ops/v1/me`, but null without a session: a login page needs no refused call, which browsers log.',
  reply: z.object({ results: z.nullable(staffPerson) }),
  errorStatuses: [403],
});

const staffSession = z.object({
  id: z.number(),
  kind: z.enum(['browser', 'terminal']),
  /** Program and system, from the user agent. */
  device: z.string(),
  network: z.string(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  /** To the minute. */
  last_seen_at: z.string(),
  expires_at: z.string(),
  current: z.boolean(),
});

export type StaffSession = z.output<typeof staffSession>;

export const listStaffSessions = endpoint('GET /ops/v1/session/', {
  access: 'staff',
  needs: 'own',
  summary: 'Lists the caller’s open sessions, the latest use first.',
  reply: z.object({ results: z.array(staffSession) }),
});

export const endStaffSession = endpoint('POST /ops/v1/session/:id/end', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.session.end',
  summary: 'Ends one of the caller’s sessions at once.',
  params: z.object({ id: smallId }),
  reply: message,
});

export const endOtherStaffSessions = endpoint('POST /ops/v1/session/end_others', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.session.end',
  summary: 'Ends all sessions of the caller except this one. A browser’s session goes on under a new token.',
  reply: message,
});

const invitationToken = secret({ required: 'Falta el código de la invitación', max: [200] });

export const readStaffInvitation = endpoint('POST /ops/v1/invitation/read', {
  access: 'public',
  errorStatuses: [403],
  audit: null,
  summary: 'Returns the e-mail and the role of an open invitation.',
  body: z.object({ token: invitationToken }),
  reply: z.object({ results: z.object({ email: z.string(), role: z.enum(STAFF_ROLES) }) }),
});

export const invitationForm = z.object({
  name: text({ required: 'Escribí tu nombre y apellido', max: [60], check: providerNameRefusal }),
  password: staffPassword,
});

export const acceptStaffInvitation = endpoint('POST /ops/v1/invitation/accept', {
  access: 'public',
  audit: 'ops.staff.accept',
  summary:
    'Accepts an invitation, which is valid once, for 72 hours, and opens a session that lacks its second factor.',
  body: z.object({ ...invitationForm.shape, token: invitationToken }),
  reply: openedSession,
  errorStatuses: [403],
});

export const beginFactor = endpoint('POST /ops/v1/factor/begin', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.factor.begin',
  allowedBeforeFactor: true,
  summary:
    'Returns a new secret for an authenticator app. A person who has a second factor sends a code of it, and keeps it until the new one is confirmed.',
  body: z.object({ code: z.optional(factorCode) }),
  reply: z.object({
    results: z.object({
      /** Base32, 32 characters. */
      secret: z.string(),
      /** Address for a QR code. */
      uri: z.string(),
    }),
  }),
});

export const confirmFactor = endpoint('POST /ops/v1/factor/confirm', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.factor.confirm',
  allowedBeforeFactor: true,
  summary:
    'Confirms the new second factor by a code, completes the session, ends all others, and returns ten new backup codes, which are shown only once.',
  body: codeForm,
  reply: z.object({
    ...openedSession.shape,
    results: z.object({ ...openedSession.shape.results.shape, backup_codes: z.array(z.string()) }),
  }),
  errorStatuses: [409],
});

export const renewBackupCodes = endpoint('POST /ops/v1/factor/backup_codes', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.factor.backup_codes',
  summary: 'Replaces the backup codes by ten new ones, after a code of the second factor.',
  body: codeForm,
  reply: z.object({ message: z.string(), results: z.object({ backup_codes: z.array(z.string()) }) }),
});
