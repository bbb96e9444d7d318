import type { FieldError } from '#shared/http/failure.ts';

/**
 * What a field `passwordConfirm` is wrong about: it repeats the password (D1 §5, D2 §5).
 *
 * @param required what it says when it is empty, where that has a text of its own
 */
export function confirmErrors(password: string, passwordConfirm: string, required?: string): FieldError[] {
  if (required && passwordConfirm === '') return [{ field: 'passwordConfirm', message: required }];
  if (passwordConfirm === password) return [];
  return [{ field: 'passwordConfirm', message: 'La contraseña no coincide.' }];
}
