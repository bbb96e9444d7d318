import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { plainCode } from '#shared/kit/text/plain-signs.ts';

/** A code of the authenticator app or a backup code, with or without blanks and hyphens. */
export const factorCode = text({
  required: 'Escribí el código',
  max: [20, 'El código tiene 6 números; un código de respaldo, 10 letras y números'],
  normalize: (code) => plainCode(code).replace(/[ -]/g, '').toLowerCase(),
});

/** Form with a code of a second factor. */
export const codeForm = z.object({ code: factorCode });

/** Message for a session that lacks its second step. */
export const FACTOR_REQUIRED = 'Falta el segundo paso: escribí el código de tu aplicación de autenticación';

/** Minutes that a code counts for calls with `stepUp`. */
export const STEP_UP_MINUTES = 10;

/** Minutes that a code of recovery is valid, which somebody else gives. */
export const RECOVERY_MINUTES = 10;

/** Message for a call that asks for a code again. */
export const STEP_UP_REQUIRED = 'Para hacer esto, confirmá que sos vos con un código de tu segundo paso';
