import { expect, test } from 'vitest';
import { isClientPhone, isReceiverPhone, phoneDigits, whatsAppNumber } from './phone.ts';

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

test.each([
  ['11 5873-2046', '5491158732046'],
  ['011 15 5873-2046', '5491158732046'],
  ['15 5873-2046', '5491158732046'],
  ['5873-2046', '5491158732046'],
  ['+54 9 11 5873-2046', '5491158732046'],
  ['+54 11 5873-2046', '5491158732046'],
  ['0054 9 351 555-0142', '5493515550142'],
  ['0351 15 555-0142', '5493515550142'],
  ['(02954) 15-43-2109', '5492954432109'],
  ['9 2954 432109', '5492954432109'],
  ['4321567', null],
  ['+1 212 555 01421', null],
  ['interno 4', null],
])('%j is on WhatsApp as %j', (typed, number) => {
  expect(whatsAppNumber(typed)).toBe(number);
});
