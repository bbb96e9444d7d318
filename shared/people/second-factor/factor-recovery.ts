import * as z from 'zod/mini';
import { secret } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';

/** Hours between the approval of a recovery and its code, in which the owner can stop it. */
export const RECOVERY_DELAY_HOURS = 24;

/** Hours after the approval until a recovery is void. */
export const RECOVERY_VOID_HOURS = 7 * 24;

/** Days after a correction of the owner's e-mail by the provider until a recovery can be requested. */
export const RECOVERY_AFTER_CORRECTION_DAYS = 7;

export const stopFactorRecovery = endpoint('POST /v2/client/factor_recovery/stop', {
  access: 'public',
  audit: 'factor.recovery_stop',
  addition: true,
  summary: 'Stops a recovery of the second factor by the link of its mails, which is valid once.',
  body: z.object({ token: secret({ required: 'Falta el código del enlace', max: [200] }) }),
  reply: z.object({ message: z.string() }),
});
