import * as z from 'zod/mini';
import { flag, rowId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { login } from '#shared/people/access.ts';
import { creationOptions, newPasskey, passkey, passkeyAnswer, requestOptions } from './passkey-fields.ts';

// Passkeys of a user, all of it additions. They are added to the authenticator app.

const message = z.object({ message: z.string() });

export const listPasskeys = endpoint('GET /v1/client/passkey/', {
  access: 'client',
  needs: 'own',
  addition: true,
  summary: 'Lists the caller’s passkeys, the oldest first.',
  reply: z.object({ results: z.array(passkey) }),
});

export const beginPasskey = endpoint('POST /v1/client/passkey/begin', {
  access: 'client',
  needs: 'own',
  audit: 'passkey.begin',
  addition: true,
  stepUp: 'factor',
  summary:
    'Returns the options by which the browser creates a passkey, valid once, for five minutes. The caller needs an authenticator app first, and may have ten passkeys.',
  reply: z.object({ results: creationOptions }),
  errorStatuses: [409],
});

export const addPasskey = endpoint('POST /v1/client/passkey/', {
  access: 'client',
  needs: 'own',
  audit: 'passkey.add',
  addition: true,
  stepUp: 'factor',
  summary: 'Adds the passkey that the browser created. A mail informs the caller.',
  body: newPasskey,
  reply: message,
  errorStatuses: [409],
});

export const removePasskey = endpoint('POST /v1/client/passkey/:id/remove', {
  access: 'client',
  needs: 'own',
  audit: 'passkey.remove',
  addition: true,
  stepUp: 'factor',
  summary: 'Removes one of the caller’s passkeys, and ends all other sessions. A mail informs the caller.',
  params: z.object({ id: rowId }),
  reply: message,
});

export const askPasskey = endpoint('POST /v1/client/passkey/ask', {
  access: 'client',
  needs: 'own',
  audit: 'passkey.ask',
  addition: true,
  allowedBeforeFactor: true,
  allowedBeforeTerms: true,
  summary:
    'Returns the options by which the browser signs with a passkey of the caller, valid once, for five minutes. 409 without passkeys.',
  reply: z.object({ results: requestOptions }),
  errorStatuses: [409],
});

export const loginPasskey = endpoint('POST /login/passkey', {
  access: 'client',
  needs: 'own',
  audit: 'session.factor',
  addition: true,
  allowedBeforeFactor: true,
  allowedBeforeTerms: true,
  summary:
    'Completes a login by a passkey instead of a code. The session gets a new id and a new token; the old token is worthless.',
  body: z.object({
    ...passkeyAnswer.shape,
    /** Whether this browser gives no code for the next 30 days. */
    trust_device: flag(false),
  }),
  reply: login.reply,
  errorStatuses: [409],
});

export const verifyPasskey = endpoint('POST /v1/client/passkey/verify', {
  access: 'client',
  needs: 'own',
  audit: 'factor.verify',
  addition: true,
  summary: 'Takes a passkey instead of a code, for calls that ask for a code again (`step_up_required`).',
  body: passkeyAnswer,
  reply: message,
});
