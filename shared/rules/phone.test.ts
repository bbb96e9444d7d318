import { expect, test } from 'vitest';
import { phoneDigits, phoneProblem } from './phone.ts';

test('signs and spaces do not count as digits', () => {
  expect(phoneDigits('+54 9 (011) 4321-5678')).toBe('54901143215678');
  expect(['', '+ ()', '4321 int. 5', '4321/5678', '4321.5678'].map(phoneDigits)).toEqual(Array(5).fill(null));
});

test('a phone is made of digits and signs', () => {
  expect(phoneProblem('(0223) 15-432-567')).toBeNull();
  expect(phoneProblem('casa 4321567')).toBe('El número es inválido');
});
