import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** Returns the refusal of a user name that somebody has. */
export function usernameTaken(): Failure {
  return new Failure(422, messages.fields, [{ field: 'username', message: 'El nombre de usuario ya está en uso' }]);
}
