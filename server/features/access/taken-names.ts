import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** Returns the refusal of a user name that somebody has. */
export function usernameTaken(): Failure {
  return new Failure(422, messages.fields, [{ field: 'username', message: 'El nombre de usuario ya está en uso' }]);
}

/** Returns the name of the violated unique key; null for any other error. */
export function violatedUniqueKey(error: unknown): string | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? null) : null;
}
