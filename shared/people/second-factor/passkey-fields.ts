import * as z from 'zod/mini';
import { secret, text } from '#shared/kit/fields.ts';

// What calls about passkeys (WebAuthn) of users and of the staff have in common.

/** Passkeys that one person may have. */
export const MAX_PASSKEYS = 10;

/** Minutes in which a browser answers with a passkey. */
export const CHALLENGE_MINUTES = 5;

const UNREADABLE = 'La llave de acceso no se pudo leer. Probá de nuevo';

/** Longest value that an authenticator sends, in characters. */
const MAX_ENCODED = 10_000;

/** Bytes as base64url. */
const encoded = secret({
  required: UNREADABLE,
  max: [MAX_ENCODED, UNREADABLE],
  check: (value) => (/^[\w-]+$/.test(value) ? null : UNREADABLE),
});

export const passkeyName = text({ required: 'Poné un nombre a la llave de acceso', max: [40] });

/** A passkey that an authenticator has created. */
export const newPasskey = z.object({
  name: passkeyName,
  /** Id of the passkey, base64url, like the following values. */
  credential: encoded,
  client_data: encoded,
  attestation: encoded,
  /** How the browser reaches the authenticator, such as `internal` or `usb`. */
  transports: z.optional(z.array(text({ required: UNREADABLE, max: [20, UNREADABLE] })).check(z.maxLength(10))),
});

/** An authenticator's signature by a passkey. */
export const passkeyAnswer = z.object({
  /** Id of the passkey, base64url, like the following values. */
  credential: encoded,
  client_data: encoded,
  authenticator_data: encoded,
  signature: encoded,
});

export type NewPasskey = z.output<typeof newPasskey>;
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});

/** Options of `navigator.credentials.create`, with bytes as base64url (WebAuthn 3, `PublicKeyCredentialCreationOptionsJSON`). */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  /** Milliseconds. */
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('discouraged') }),
});

/** Options of `navigator.credentials.get`, with bytes as base64url (`PublicKeyCredentialRequestOptionsJSON`). */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.number(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('discouraged'),
});

export type CreationOptions = z.output<typeof creationOptions>;
export type RequestOptions = z.output<typeof requestOptions>;

/** A passkey in its owner's list. */
export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  /** ISO 8601, −03:00; null if it was never used. */
  used_at: z.nullable(z.string()),
});

export type Passkey = z.output<typeof passkey>;
