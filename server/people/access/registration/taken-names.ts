import { refusedField } from '#server/platform/http/response/refused-field.ts';
import type { Failure } from '#shared/kit/http/failure.ts';

/** Returns the refusal of a user name that somebody has. */
export function usernameTaken(): Failure {
  return refusedField('username', 'El nombre de usuario ya está en uso');
}
