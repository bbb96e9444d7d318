import { expect, test } from 'vitest';
import { strengthOf, strengthTextOf } from './password-strength.ts';

test('a password below the minimum length is short, with any characters', () => {
  expect(strengthOf('aB3$x', 6)).toBe('corta');
});

test('length and variety make a password stronger, repetition doesn’t', () => {
  expect(strengthOf('aaaaaaaaaaaaaaaa', 6)).toBe('débil');
  expect(strengthOf('quebra', 6)).toBe('débil');
  expect(strengthOf('Quebracho7', 6)).toBe('buena');
  expect(strengthOf('Quebracho-colorado-7', 6)).toBe('fuerte');
});

test('a password that may be in the gateway’s list of common ones isn’t praised without a condition', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const texts = dictionary['passwords-common']
    .slice(0, 10_000)
    .flatMap((word: string) => [word, capital(word)].map((typed) => strengthTextOf(typed, 6)));
  expect(new Set(texts)).toEqual(
    new Set(['Contraseña corta', 'Contraseña débil', 'Contraseña buena, si no es de las más usadas']),
  );
});
