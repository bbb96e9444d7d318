import * as z from 'zod/mini';
import { secret } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';

/** Hours after a correction of an active user's e-mail by the provider until the new address can reset the password. */
const RESET_AFTER_CORRECTION_HOURS = 24;

/** Returns from when the new address can reset the password. */
export const resetAllowedFrom = (correctedAt: Date): Date =>
  new Date(correctedAt.getTime() + RESET_AFTER_CORRECTION_HOURS * HOUR_MS);

/** Hours for which the former address can stop a correction. */
export const STOP_CORRECTION_HOURS = 7 * 24;

export const stopEmailCorrection = endpoint('POST /v2/client/email_correction/stop', {
  access: 'public',
  audit: 'email.correction_stop',
  addition: true,
  summary:
    'Stops a correction of a user’s e-mail by the link of the mail to the former address, which is valid once: all sessions and links end, and until the next correction the e-mail resets no password.',
  body: z.object({ token: secret({ required: 'Falta el código del enlace', max: [200] }) }),
  reply: z.object({ message: z.string() }),
});
