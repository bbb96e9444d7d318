import type { FieldError } from '#shared/kit/http/failure.ts';

/**
 * Returns the errors of the field `passwordConfirm`, which must repeat the password (D1 §5, D2 §5).
 *
 * @param required message for an empty field, if it differs
 */
export function confirmErrors(password: string, passwordConfirm: string, required?: string): FieldError[] {
  if (required && passwordConfirm === '') return [{ field: 'passwordConfirm', message: required }];
  if (passwordConfirm === password) return [];
  return [{ field: 'passwordConfirm', message: 'La contraseña no coincide.' }];
}
