import { expect, test } from 'vitest';
import { confirmErrors } from './password-confirm.ts';

const says = (message: string) => [{ field: 'passwordConfirm', message }];

test('the confirmation must repeat the password', () => {
  expect(confirmErrors('quebracho7', 'quebracho7')).toEqual([]);
  expect(confirmErrors('quebracho7', 'Quebracho7')).toEqual(says('La contraseña no coincide.'));
  expect(confirmErrors('quebracho7', '')).toEqual(says('La contraseña no coincide.'));
});

test('an empty confirmation says what it is asked to say', () => {
  expect(confirmErrors('', '', 'Falta')).toEqual(says('Falta'));
  expect(confirmErrors('', '')).toEqual([]);
});
