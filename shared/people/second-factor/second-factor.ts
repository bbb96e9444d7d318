import * as z from 'zod/mini';
import { flag, secret } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { login } from '#shared/people/access.ts';
import { codeForm, factorCode } from './factor-code.ts';

// The second factor of a user (readings C55), all of it additions.

const message = z.object({ message: z.string() });

/** Days that a trusted browser gives no code. */
export const TRUST_DAYS = 30;

export const loginCode = endpoint('POST /login/code', {
  access: 'client',
  needs: 'own',
  audit: 'session.factor',
  addition: true,
  allowedBeforeFactor: true,
  allowedBeforeTerms: true,
  summary:
    'Completes a login by a code of the authenticator app or a backup code, each valid once. The session gets a new id and a new token; the old token is worthless.',
  body: z.object({
    ...codeForm.shape,
    /** Whether this browser gives no code for the next 30 days. */
    trust_device: flag(false),
  }),
  reply: login.reply,
  errorStatuses: [409],
});

export const readFactor = endpoint('GET /v1/client/factor/', {
  access: 'client',
  needs: 'own',
  addition: true,
  allowedBeforeSetUp: true,
  allowedBeforeTerms: true,
  summary:
    'Returns since when the caller has a second factor, the number of unused backup codes, and from when the company requires a second factor.',
  reply: z.object({
    results: z.object({
      /** ISO 8601, −03:00; null without a second factor. */
      since: z.nullable(z.string()),
      backup_codes: z.number(),
      /** From when the company requires a second factor, ISO 8601, −03:00; null if it doesn't. */
      required_from: z.nullable(z.string()),
    }),
  }),
});

/** Form that a user without a second factor begins with. */
export const passwordForm = z.object({
  currentPassword: secret({ required: 'Escribí tu contraseña' }),
});

const backupCodes = z.object({ message: z.string(), results: z.object({ backup_codes: z.array(z.string()) }) });

export const beginUserFactor = endpoint('POST /v1/client/factor/begin', {
  access: 'client',
  needs: 'own',
  audit: 'factor.begin',
  addition: true,
  allowedBeforeSetUp: true,
  allowedBeforeTerms: true,
  summary:
    'Returns a new secret for an authenticator app. A user who has a second factor sends a code of it, and keeps it until the new one is confirmed; any other user sends the password.',
  body: z.object({ code: z.optional(factorCode), currentPassword: z.optional(passwordForm.shape.currentPassword) }),
  reply: z.object({
    results: z.object({
      /** Base32, 32 characters. */
      secret: z.string(),
      /** Address for a QR code. */
      uri: z.string(),
    }),
  }),
});

export const confirmUserFactor = endpoint('POST /v1/client/factor/confirm', {
  access: 'client',
  needs: 'own',
  audit: 'factor.confirm',
  addition: true,
  allowedBeforeSetUp: true,
  allowedBeforeTerms: true,
  summary:
    'Confirms the new second factor by a code, ends all other sessions, and returns ten new backup codes, which are shown only once.',
  body: codeForm,
  reply: backupCodes,
  errorStatuses: [409],
});

export const renewUserBackupCodes = endpoint('POST /v1/client/factor/backup_codes', {
  access: 'client',
  needs: 'own',
  audit: 'factor.backup_codes',
  addition: true,
  summary: 'Replaces the backup codes by ten new ones, after a code of the second factor.',
  body: codeForm,
  reply: backupCodes,
});

export const removeUserFactor = endpoint('POST /v1/client/factor/remove', {
  access: 'client',
  needs: 'own',
  audit: 'factor.remove',
  addition: true,
  summary:
    'Removes the second factor and its backup codes after a code of it, and ends all other sessions. 422 while the company requires a second factor.',
  body: codeForm,
  reply: message,
});

export const verifyFactor = endpoint('POST /v1/client/factor/verify', {
  access: 'client',
  needs: 'own',
  audit: 'factor.verify',
  addition: true,
  summary:
    'Takes a code of the second factor, so that the session may make calls for which a code is asked again (`step_up_required`) for ten minutes.',
  body: codeForm,
  reply: message,
});
