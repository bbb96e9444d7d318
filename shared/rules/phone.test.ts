import { expect, test } from 'vitest';
import { isClientPhone, isReceiverPhone, phoneDigits } from './phone.ts';

test('signs and spaces don’t count as digits', () => {
  expect(phoneDigits('+54 9 (011) 4321-5678')).toBe('54901143215678');
  expect(['', '+ ()', '4321 int. 5', '4321/5678', '4321.5678'].map(phoneDigits)).toEqual(Array(5).fill(null));
});

test('a registration accepts a phone of eight digits', () => {
  expect(isClientPhone('4321-5678')).toBe(true);
  expect(isClientPhone('(11) 4321-5')).toBe(false);
  expect(isClientPhone('4321567a')).toBe(false);
});

test('a receiver may have a phone of 7 to 60 characters', () => {
  expect([isReceiverPhone('123456'), isReceiverPhone('1234567'), isReceiverPhone('432-567')]).toEqual([
    false,
    true,
    true,
  ]);
  expect([isReceiverPhone('1'.repeat(60)), isReceiverPhone('1'.repeat(61))]).toEqual([true, false]);
  expect(isReceiverPhone('casa 4321567')).toBe(false);
});
