import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['1234567890', 'Contraseña123', 'BOCAJUNIORS', 'Qwertyuiop', 'aaaaaaaaaaaaaa', '123456', 'Argentina'])(
  '%s is very common',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['portal2026', 'un mate amargo', 'Bocajuniors no es mi club'])('%s isn’t very common', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
