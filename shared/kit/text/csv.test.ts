import fc from 'fast-check';
import papaparse from 'papaparse';
import { expect, test } from 'vitest';
import { FUZZ_TEXT_RUNS, fuzzText } from '#test/fuzz/fuzz-text.ts';
import { csvLine, unescapeFormula } from './csv.ts';

const read = (text: string) => papaparse.parse<string[]>(text, { delimiter: ';', newline: '\r\n' }).data[0];

test('every text is read back unchanged, and no cell starts like a formula', () => {
  const sign = fc.constantFrom(
    '',
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '＝',
    "'",
    "''",
    "'=",
    '"',
    ';',
    '\n',
    '\u200B',
    '\uFEFF',
    '\u3164',
    '\u00A0',
  );
  const text = fc
    .tuple(sign, sign, fc.oneof(fc.string({ unit: 'grapheme', maxLength: 10 }), fuzzText))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      const line = csvLine(cells);
      expect(line.endsWith('\r\n')).toBe(true);
      const found = read(line.slice(0, -2)) ?? [];
      const shown = found.map((cell) => cell.replace(/^[\s\p{C}\p{Mn}\u3164]+(?=[=+\-@＝＋－＠])/u, ''));
      expect([...found, ...shown].filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
      expect(found.map(unescapeFormula)).toEqual(cells);
    }),
    { numRuns: FUZZ_TEXT_RUNS },
  );
});

test('numbers stay numbers, with a decimal comma and their sign, and a missing value is an empty cell', () => {
  expect(csvLine([1234.5, -5, 0, null, undefined, '', 'x'])).toBe('1234,5;-5;0;;;"";"x"\r\n');
});

test('amounts have two decimals', () => {
  const amounts = [16_564.9, 1500, 0, 1_234_567.89, 0.1 + 0.2].map((pesos) => ({ pesos }));
  expect(csvLine(amounts)).toBe('16564,90;1500,00;0,00;1234567,89;0,30\r\n');
});
