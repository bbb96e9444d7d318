import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '#shared/kit/text/fold.ts';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';
import { DIVIDED_ADDRESSES, DIVIDED_MESSAGES } from '#test/texts/divided-addresses.ts';
import { type AddressText, type SplitAddress, splitAddress } from './split-address.ts';

/** Writes a reading as the corpus does. */
function readingOf({ cells, doubtful, rest }: SplitAddress): string {
  const columns = Object.entries(cells).flatMap(([column, value]) => {
    const isDoubtful = (doubtful as readonly string[]).includes(column);
    return value === '' && !isDoubtful ? [] : [`${column}=${value}${isDoubtful ? '?' : ''}`];
  });
  return [...columns, ...(rest === '' ? [] : [`rest=${rest}`])].join(' ');
}

const split = (written: string | AddressText) =>
  splitAddress(typeof written === 'string' ? { street: written } : written);

describe('each address of the corpus is divided as a person reads it', () => {
  test.each(DIVIDED_ADDRESSES)('%j', (written, reading) => {
    expect(readingOf(split(written))).toBe(reading);
  });
});

describe('each message of the corpus is read as a person reads it', () => {
  test.each(DIVIDED_MESSAGES)('%j', (text, reading) => {
    const { parts, observations } = readContact(text);
    const read = Object.entries(parts).map(
      ([part, { value, confidence }]) => `${part}=${value}${confidence === 'sure' ? '' : '?'}`,
    );
    expect([...read, ...(observations === '' ? [] : [`rest=${observations}`])].join(' ')).toBe(reading);
  });
});

const STREETS = ['Moreno', 'Av. Perón', 'Calle 50', '25 de Mayo', 'Juan B. Justo', 'Ruta 8'];
const UNITS = ['', 'Piso 2 Dpto B', '3° C', '4 F', ', PB', ', Torre 6 Piso 2', 'timbre 9', 'Apt 2'];

/** Places that no column has and no reader understands, with a number, a letter, a label or a bracket. */
const UNCLEAR = [
  '(ex 725)',
  '(721)',
  '[fondo]',
  '{casa azul}',
  '(antes Cangallo)',
  'ex 725',
  'ex Canning',
  'T71',
  'M74 C75',
  'nivel 72',
  'puesto 712',
  'depto fondo',
  'hab. 76',
];

const address = fc.record({
  street: fc.constantFrom(...STREETS),
  number: fc.integer({ min: 100, max: 699 }).map(String),
  unit: fc.constantFrom(...UNITS),
  unclear: fc.constantFrom(...UNCLEAR),
  place: fc.constantFrom('before the number', 'after the number', 'at the end', 'in the second line', 'as the unit'),
  hasOwnNumber: fc.boolean(),
});

type Generated = typeof address extends fc.Arbitrary<infer Value> ? Value : never;

function fieldsOf({ street, number, unit, unclear, place, hasOwnNumber }: Generated): AddressText {
  const at = (wanted: Generated['place']) => (place === wanted ? ` ${unclear}` : '');
  const [before, after] = [
    `${street}${at('before the number')}`,
    `${at('after the number')} ${unit}${at('at the end')}`,
  ];
  return {
    ...(hasOwnNumber ? { street: `${before}${after}`, number } : { street: `${before} ${number}${after}` }),
    second: at('in the second line'),
    unit: at('as the unit'),
  };
}

test('a place that isn’t understood is never without a doubt', () => {
  fc.assert(
    fc.property(address, (generated) => {
      expect(split(fieldsOf(generated)).doubtful).not.toEqual([]);
    }),
    { numRuns: 1_500 },
  );
});

test('a digit that was typed as a letter is never without a doubt', () => {
  const digits = fc.array(fc.constantFrom(...'1234567890OoQqlISB'), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(digits, fc.constantFrom(...UNITS), fc.boolean(), (typed, unit, hasOwnNumber) => {
      const number = `1${typed.join('')}`;
      fc.pre(/[a-z]/i.test(number));
      const written = hasOwnNumber ? { street: 'Sarmiento', number, unit } : { street: `Sarmiento ${number} ${unit}` };
      const { doubtful, cells } = split(written);
      // One letter behind the digits, in a column of its own, is judged with the cell.
      const isKept = hasOwnNumber && cells.altura === number;
      expect(isKept || doubtful.some((column) => column === 'calle' || column === 'altura')).toBe(true);
    }),
    { numRuns: 1_500 },
  );
});

/** Words that only announce a column. */
const LABELS = new Set('piso dpto depto apt'.split(' '));

const wordsOf = (text: string) => fold(text).match(/\p{L}+|\d+/gu) ?? [];

test('every word of an address is in a cell or in the rest', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        address.map(fieldsOf),
        fc
          .shuffledSubarray([
            ...STREETS,
            ...UNITS,
            ...UNCLEAR,
            '845',
            'Palermo',
            'CABA',
            '11 5555-1234',
            'Paz SRL',
            ',',
          ])
          .map((words) => ({ street: words.join(' ').slice(0, 190) })),
      ),
      (written) => {
        const { cells, rest } = split(written);
        const found = wordsOf([...Object.values(cells), rest].join(' '));
        const given = wordsOf(Object.values(written).join(' ')).filter((word) => !LABELS.has(word));
        const count = (words: readonly string[], word: string) => words.filter((other) => other === word).length;
        expect(given.filter((word) => count(found, word) < count(given, word))).toEqual([]);
      },
    ),
    { numRuns: 1_500 },
  );
});
