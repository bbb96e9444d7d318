import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test('a password below the minimum length is short, with any characters', () => {
  expect(strengthOf('aB3$x', 6)).toBe('corta');
});

test('length and variety make a password stronger, repetition doesn’t', () => {
  expect(strengthOf('aaaaaaaaaaaaaaaa', 6)).toBe('débil');
  expect(strengthOf('quebra', 6)).toBe('débil');
  expect(strengthOf('Quebracho7', 6)).toBe('buena');
  expect(strengthOf('Quebracho-colorado-7', 6)).toBe('fuerte');
});
