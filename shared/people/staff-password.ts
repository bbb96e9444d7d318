import * as z from 'zod/mini';
import { email, secret } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { COMMON_PASSWORD } from './access.ts';
import { isCommonPassword } from './rules/common-passwords.ts';
import { factorCode } from './second-factor/factor-code.ts';

const message = z.object({ message: z.string() });

/** Minimum length of a password of the staff. */
export const STAFF_PASSWORD_MIN = 10;

/** A password that a member of the staff chooses. */
export const staffPassword = secret({
  required: 'Escribí una contraseña',
  min: [STAFF_PASSWORD_MIN, `La contraseña es muy corta, mínimo ${STAFF_PASSWORD_MIN} caracteres`],
  check: (password) => (isCommonPassword(password) ? COMMON_PASSWORD : null),
});

export const staffPasswordForm = z.object({
  currentPassword: secret({ required: 'Escribí tu contraseña actual' }),
  newPassword: staffPassword,
});

export const changeStaffPassword = endpoint('POST /ops/v1/password', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.password.change',
  stepUp: 'factor',
  summary:
    'Changes the caller’s password. Ends the other sessions and the open links; the caller’s session goes on under a new token. A mail reports it.',
  body: staffPasswordForm,
  reply: z.object({
    message: z.string(),
    /** New token of a terminal's session. A browser gets a cookie instead. */
    results: z.object({ token: z.nullable(z.string()) }),
  }),
});

export const staffRecoverForm = z.object({ email: email({ required: 'Escribí tu email' }) });

export const recoverStaffPassword = endpoint('POST /ops/v1/password/forgot', {
  access: 'public',
  errorStatuses: [403],
  audit: 'ops.password.recover',
  summary:
    'Mails a link to set a new password, valid once, for an hour. Somebody without a second factor gets none. The response is the same whether or not somebody of the staff has the e-mail.',
  body: staffRecoverForm,
  reply: message,
});

const linkToken = secret({ required: 'Falta el código del enlace', max: [200] });

export const readStaffPasswordLink = endpoint('POST /ops/v1/password/read', {
  access: 'public',
  errorStatuses: [403],
  audit: null,
  summary:
    'Returns the e-mail of a valid link’s person, and whether the new password needs a code of the second factor.',
  body: z.object({ token: linkToken }),
  reply: z.object({ results: z.object({ email: z.string(), code_required: z.boolean() }) }),
});

export const resetStaffPassword = endpoint('POST /ops/v1/password/reset', {
  access: 'public',
  errorStatuses: [403],
  audit: 'ops.password.reset',
  summary:
    'Sets a new password by a link, and a code of the second factor unless an administrator sent the link. Ends all sessions and opens none. A mail reports it.',
  body: z.object({ token: linkToken, password: staffPassword, code: z.optional(factorCode) }),
  reply: message,
});
