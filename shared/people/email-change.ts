import * as z from 'zod/mini';
import { email, secret } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';

// Change of a user's e-mail address, confirmed by both addresses; all of it additions.

/** Hours until the links of a change expire. */
export const EMAIL_CHANGE_HOURS = 24;

const message = z.object({ message: z.string() });
const token = secret({ required: 'Falta el código del enlace', max: [200] });

/** The address that a link was sent to: the current one or the new one. */
const ADDRESSES = ['old', 'new'] as const;

export type ChangeAddress = (typeof ADDRESSES)[number];

export const readEmailChange = endpoint('GET /v1/client/email_change/', {
  access: 'client',
  needs: 'own',
  addition: true,
  summary: 'Returns the open change of the caller’s e-mail; null without one.',
  reply: z.object({
    results: z.nullable(
      z.object({
        /** The new address. */
        email: z.string(),
        /** ISO 8601, −03:00. */
        expires_at: z.string(),
        old_confirmed: z.boolean(),
        new_confirmed: z.boolean(),
      }),
    ),
  }),
});

export const emailChangeForm = z.object({
  email: email({ required: 'Escribí el email nuevo', max: [100] }),
  currentPassword: secret({ required: 'Escribí tu contraseña' }),
});

export const requestEmailChange = endpoint('POST /v1/client/email_change/', {
  access: 'client',
  needs: 'own',
  audit: 'email.request',
  addition: true,
  stepUp: 'factor',
  summary:
    'Mails a link to the current and to the new address, each valid once, for 24 hours, and replaces an earlier request. An address with an account gets the same response.',
  body: emailChangeForm,
  reply: message,
});

export const openEmailChange = endpoint('POST /v2/client/email_change/read', {
  access: 'public',
  audit: null,
  addition: true,
  summary: 'Returns the new address of a change, and the address that the link was sent to, by the token of its mail.',
  body: z.object({ token }),
  reply: z.object({ results: z.object({ address: z.enum(ADDRESSES), email: z.string() }) }),
});

export const confirmEmailChange = endpoint('POST /v2/client/email_change/confirm', {
  access: 'public',
  audit: 'email.confirm',
  addition: true,
  summary: 'Confirms a change for one address. The second confirmation changes the e-mail and ends all other links.',
  body: z.object({ token }),
  reply: z.object({ message: z.string(), results: z.object({ done: z.boolean() }) }),
});

export const withdrawEmailChange = endpoint('POST /v2/client/email_change/withdraw', {
  access: 'public',
  audit: 'email.withdraw',
  addition: true,
  summary: 'Withdraws a change by the link of the current address.',
  body: z.object({ token }),
  reply: message,
});

/** The message of a link that is unknown, used, withdrawn or expired. */
export const INVALID_EMAIL_LINK =
  'El enlace venció, ya se usó o el cambio se retiró. Podés pedirlo de nuevo en Mi Cuenta';
