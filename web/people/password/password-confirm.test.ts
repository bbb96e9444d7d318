import { expect, test } from 'vitest';
import { confirmErrors } from './password-confirm.ts';

const errorsWith = (message: string) => [{ field: 'passwordConfirm', message }];

test('the confirmation must repeat the password', () => {
  expect(confirmErrors('quebracho7', 'quebracho7')).toEqual([]);
  expect(confirmErrors('quebracho7', 'Quebracho7')).toEqual(errorsWith('La contraseña no coincide.'));
  expect(confirmErrors('quebracho7', '')).toEqual(errorsWith('La contraseña no coincide.'));
});

test('an empty confirmation may have a different message', () => {
  expect(confirmErrors('', '', 'Falta')).toEqual(errorsWith('Falta'));
  expect(confirmErrors('', '')).toEqual([]);
});
