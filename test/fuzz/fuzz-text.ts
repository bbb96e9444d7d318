import fc from 'fast-check';
import { takeCodePoints } from '#shared/kit/text/code-points.ts';
import { scaled } from '#test/test-scale.ts';

/** Number of texts for an output that could interpret them. */
export const FUZZ_TEXT_RUNS = scaled(600, 10_000);

/** Signs with a meaning for spreadsheets, printers, browsers, mail servers, patterns or readers. */
const SIGNS = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  "''",
  '"',
  '""',
  ';',
  ',',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '=cmd|"/C calc"!A0',
  '=HYPERLINK("http://x";"y")',
  '^XZ',
  '^XA',
  '~JA',
  '~DGR:X.GRF,1,1,FF',
  '_5E',
  '^FD',
  '^FS',
  '</script>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '" onload="x',
  '-->',
  '<!--',
  ']]>',
  '&lt;',
  '&#60;',
  '<b>',
  '</p>',
  'javascript:alert(1)',
  '\r\nBcc: x@example.com',
  '\r\n\r\n<p>',
  '=?UTF-8?Q?=41?=',
  '\\',
  '\\n',
  '%0d%0a',
  '%',
  '_',
  '$1',
  '{{7*7}}',
  '(',
  ')',
  '/JS (app.alert(1))',
  '>>',
  'endstream',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u00ad',
  '\ufeff',
  '\u2028',
  '\u0007',
  '\u001b[2J',
  'ñ',
  'Ñandú',
  '🎉',
  '👩‍👩‍👧',
  '李',
  'ا',
  'Z\u0335',
];

/** Generates any text, of signs and letters of every kind. */
export const fuzzText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...SIGNS) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Generates a text for a single-line field, as the field stores it, up to a number of code points. */
export const typedText = (max: number) =>
  stored(max, (text) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, '').replace(/[\p{Zs}\u2800\u3164]+/gu, ' '));

/** Generates a text for a multi-line field. */
export const typedLines = (max: number) =>
  stored(max, (text) => text.replace(/[^\P{Cc}\t\n\r]|\p{Cf}|\ufffd/gu, '').replace(/[\p{Zs}\u2800\u3164]/gu, ' '));

function stored(max: number, normal: (text: string) => string) {
  return fuzzText.map((text) => takeCodePoints(normal(text.toWellFormed()), max).trim()).filter((text) => text !== '');
}
