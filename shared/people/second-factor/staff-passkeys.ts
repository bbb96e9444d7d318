import * as z from 'zod/mini';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { smallId } from '#shared/kit/small-id.ts';
import { staffLoginCode } from '#shared/people/staff-sessions.ts';
import { codeForm } from './factor-code.ts';
import { creationOptions, newPasskey, passkey, passkeyAnswer, requestOptions } from './passkey-fields.ts';

// Passkeys of the staff, besides the authenticator app, and the second step that sensitive calls ask for again.

const message = z.object({ message: z.string() });

export const listStaffPasskeys = endpoint('GET /ops/v1/passkey/', {
  access: 'staff',
  needs: 'own',
  summary: 'Lists the caller’s passkeys, the oldest first.',
  reply: z.object({ results: z.array(passkey) }),
});

export const beginStaffPasskey = endpoint('POST /ops/v1/passkey/begin', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.passkey.begin',
  stepUp: 'factor',
  summary:
    'Returns the options by which the browser creates a passkey, valid once, for five minutes. The caller needs an authenticator app first, and may have ten passkeys.',
  reply: z.object({ results: creationOptions }),
  errorStatuses: [409],
});

export const addStaffPasskey = endpoint('POST /ops/v1/passkey/', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.passkey.add',
  stepUp: 'factor',
  summary: 'Adds the passkey that the browser created. A mail informs the caller.',
  body: newPasskey,
  reply: message,
  errorStatuses: [409],
});

export const removeStaffPasskey = endpoint('POST /ops/v1/passkey/:id/remove', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.passkey.remove',
  stepUp: 'factor',
  summary:
    'Removes one of the caller’s passkeys, and ends all other sessions. A browser’s session goes on under a new token. A mail informs the caller.',
  params: z.object({ id: smallId }),
  reply: message,
});

export const askStaffPasskey = endpoint('POST /ops/v1/passkey/ask', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.passkey.ask',
  allowedBeforeFactor: true,
  summary:
    'Returns the options by which the browser signs with a passkey of the caller, valid once, for five minutes. 409 without passkeys.',
  reply: z.object({ results: requestOptions }),
  errorStatuses: [409],
});

export const staffLoginPasskey = endpoint('POST /ops/v1/login/passkey', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.session.factor',
  allowedBeforeFactor: true,
  summary: 'Completes a session by a passkey instead of a code. The session gets a new token.',
  body: passkeyAnswer,
  reply: staffLoginCode.reply,
});

export const verifyStaffFactor = endpoint('POST /ops/v1/factor/verify', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.factor.verify',
  summary:
    'Takes a code of the second factor, so that the session may make calls for which a code is asked again (`step_up_required`) for ten minutes.',
  body: codeForm,
  reply: message,
});

export const verifyStaffPasskey = endpoint('POST /ops/v1/passkey/verify', {
  access: 'staff',
  needs: 'own',
  audit: 'ops.factor.verify',
  summary: 'Takes a passkey instead of a code, for calls that ask for a code again (`step_up_required`).',
  body: passkeyAnswer,
  reply: message,
});
