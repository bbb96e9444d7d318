import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isClientPhone, isReceiverPhone, phoneDigits, readPhone, whatsAppNumber } from './phone.ts';

test('signs and spaces don’t count as digits', () => {
  expect(phoneDigits('+54 9 (011) 4321-5678')).toBe('54901143215678');
});

test.each([
  ['+54 9 (011) 4321-5678', '+54 9 (011) 4321-5678'],
  ['11.5555.0101', '11 5555 0101'],
  ['1155550101.0', '1155550101'],
  ['+541155550101,00', '+541155550101'],
  ['11 5555–0101', '11 5555-0101'],
  ['11−5555—0101', '11-5555-0101'],
  ['11\u00a05555\u202f0101', '11 5555 0101'],
  ['11  5555 0101', '11 5555 0101'],
  ['\u202a+54 11 5555\u20110101\u202c', '+54 11 5555-0101'],
  ['[011] 4321-5678', '(011) 4321-5678'],
  ['{011} 4321·5678', '(011) 4321 5678'],
  ['011/4321-5678', '011 4321-5678'],
  ['+54 9 11/5555/0101', '+54 9 11 5555 0101'],
  ['4321/5678', '4321 5678'],
  ['11_5555_0101', '11 5555 0101'],
  ['1,155,550,101', '1155550101'],
  ['"11 5555-0101"', '11 5555-0101'],
  ["'1155550101", '1155550101'],
  ['11 5555-0101.', '11 5555-0101'],
  ['tel:+541155550101', '+541155550101'],
  ['Cel. 11 5555-0101', '11 5555-0101'],
  ['WhatsApp: 11 5555-0101', '11 5555-0101'],
  ['１１ ５５５５ ０１０１', '11 5555 0101'],
  ['0054 9 0351 15 555-0142', '0054 9 0351 15 555-0142'],
  ['+595 981 123 456', '+595 981 123 456'],
  ['5511 98765 4321', '5511 98765 4321'],
])('%s is stored as %s', (typed, stored) => {
  expect(readPhone(typed)).toBe(stored);
  expect(readPhone(stored)).toBe(stored);
});

test.each([
  '',
  '+ ()',
  '4321 int. 5',
  '4321-5678/79',
  '4321-5678/4321-5679',
  '5555-0101/0102',
  '11 5555-0101, 11 5555-0102',
  '1155550101.5',
  '11 5555-0101 / 11 5555-0202',
  '5,49116E+12',
  'casa 4321567',
  '11²5555 0101',
])('%j is not a phone', (typed) => {
  expect(readPhone(typed)).toBeNull();
  expect(phoneDigits(typed)).toBeNull();
});

test('a phone as it is stored has the digits of the typed one, without decimals of zero', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,-/ ()+–[]') });
  fc.assert(
    fc.property(typed, (text) => {
      const stored = readPhone(text);
      if (stored === null) return;
      const digits = text.replace(/[^0-9]/g, '');
      expect(digits).toMatch(new RegExp(`^${phoneDigits(text)}0{0,2}$`));
      expect(phoneDigits(text) === digits || /[.,]00?[^0-9]*$/.test(text)).toBe(true);
      expect(stored).toMatch(/^[0-9+\-() ]+$/);
      expect(readPhone(stored)).toBe(stored);
    }),
  );
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
