import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kilosToGrams, type NumberUnit, normalNumber, readNumber } from './read-number.ts';

const textOf = (unit: NumberUnit) => (text: string) => normalNumber(text, unit).text;

test('numbers are read in Argentine notation', () => {
  expect(
    ['1500', '1.500', '1500,2', '1.500,00', '1500.4', '1,500.0', '$ 1.500', '-3', 'diez', '1e5', ''].map(textOf('cm')),
  ).toEqual(['1500', '1500', '1501', '1500', '1501', '1500', '1500', '-3', 'diez', '1e5', '']);
  expect(['1500,49', '1500,5', '$1.500', 'ARS 1.234,50', "1'234.50"].map(textOf('pesos'))).toEqual([
    '1500',
    '1501',
    '1500',
    '1235',
    "1'234.50",
  ]);
  expect(['1,5', '1.5', '1.500', '1,500', '0,1', '2', '0,0001', 'x'].map(kilosToGrams)).toEqual([
    '1500',
    '1500',
    '1500',
    '1500',
    '100',
    '2000',
    '1',
    'x',
  ]);
});

test.each<[string, NumberUnit, number]>([
  ['12,500', 'pesos', 12_500],
  ['12.500', 'pesos', 12_500],
  ['1,500', 'grams', 1500],
  ['1.500', 'grams', 1500],
  ["1'500", 'grams', 1500],
  ['12 500', 'pesos', 12_500],
  ['12\u00a0500,50', 'pesos', 12_500.5],
  ['1,234,567', 'pesos', 1_234_567],
  ['12,500', 'kilos', 12.5],
  ['30,5', 'cm', 30.5],
  ['1500.0000', 'pesos', 1500],
])('%s %s is certainly %d', (text, unit, value) => {
  expect(readNumber(text, unit)).toEqual({ value });
});

test.each<[string, NumberUnit]>([
  ['0,500', 'pesos'],
  ['1500.000', 'pesos'],
  ['1234,500', 'cm'],
  ['1,000', 'units'],
])('%s %s may be another number, and says so', (text, unit) => {
  expect(readNumber(text, unit)).toMatchObject({ doubt: expect.stringContaining('Lo leímos como') });
});

test.each<[string, NumberUnit, string]>([
  ['12.5', 'pesos', '13 pesos. Si son miles'],
  ['12,50', 'pesos', '13 pesos. Si son miles'],
  ['$ 125,5', 'pesos', '126 pesos. Si son miles'],
  ['0,4', 'pesos', '0 pesos. Si son miles'],
  ['0,2', 'cm', '1 cm. Si son metros'],
  ['0.15', 'cm', '1 cm. Si son metros'],
  ['1,20', 'cm', '2 cm. Si son metros'],
  ['9.5', 'cm', '10 cm. Si son metros'],
  ['0,200', 'cm', '1 cm. Si son metros'],
  ['45,5', 'grams', '46 gramos. Si son kilos'],
])('%s %s may be in a larger unit, and says so', (text, unit, doubt) => {
  expect(readNumber(text, unit)).toMatchObject({ doubt: expect.stringContaining(doubt) });
});

test.each<[string, NumberUnit, string]>([
  ['899,90', 'pesos', '900'],
  ['1250.5', 'pesos', '1251'],
  ['10,5', 'cm', '11'],
  ['120,5', 'grams', '121'],
  ['0,2', 'kilos', '200'],
])('%s %s is certain', (text, unit, stored) => {
  expect(normalNumber(text, unit)).toEqual({ text: stored, doubt: null, wrong: null });
});

test('a doubt names the number that is stored', () => {
  for (const [text, unit] of [
    ['0,500', 'pesos'],
    ['12345,678', 'pesos'],
    ['12345.678', 'cm'],
  ] as const) {
    const { text: stored, doubt } = normalNumber(text, unit);
    expect(doubt).toMatch(new RegExp(`^Lo leímos como ${stored}(?:\\.| pesos\\.)`));
  }
});

test.each(['0,500', '1,5', '0.9', '12,25'])('%s grams has to be written again: it is a weight in kilos', (text) => {
  expect(readNumber(text, 'grams')).toEqual({ wrong: expect.stringContaining('kilos') });
});

test.each<[string, NumberUnit]>([
  ['$ 500', 'grams'],
  ['$500', 'units'],
  ['ARS 30', 'cm'],
  ['$ 1,5', 'kilos'],
])('%s %s may be an amount of another column, and says so', (text, unit) => {
  expect(readNumber(text, unit)).toMatchObject({ doubt: expect.stringContaining('Tiene signo de pesos') });
});

test.each(['12 5', '1.23.456', '1,5.5', '12.50,3', '1 2345', ',5', '1.', '12-5', '0.123.456'])(
  '%s is no number, and no other one is made of it',
  (text) => {
    expect(readNumber(text, 'pesos')).toBeNull();
  },
);

/** Ways of writing a whole number that a person or a program uses. */
const SPELLINGS: readonly ((digits: string, grouped: string[]) => string)[] = [
  (digits) => digits,
  (digits) => `${digits},00`,
  (digits) => `${digits}.0`,
  (digits) => `$ ${digits}`,
  (_, groups) => groups.join('.'),
  (_, groups) => groups.join(','),
  (_, groups) => groups.join(' '),
  (_, groups) => groups.join("'"),
  (_, groups) => `${groups.join('.')},00`,
  (_, groups) => `${groups.join(',')}.00`,
  (digits, groups) => (groups.length > 1 ? `${groups.join('.')},000` : digits),
];

test('a whole number in any usual spelling is read as itself, or with a doubt, or not at all', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.constantFrom(...SPELLINGS),
      fc.constantFrom<NumberUnit>('pesos', 'grams', 'cm', 'units'),
      (value, spell, unit) => {
        const groups = value.toLocaleString('en-US').split(',');
        const read = readNumber(spell(String(value), groups), unit);
        if (read === null || 'wrong' in read || read.doubt) return;
        expect(read.value).toBe(value);
      },
    ),
  );
});
