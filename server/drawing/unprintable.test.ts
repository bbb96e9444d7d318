import { expect, test } from 'vitest';
import { losesLetters } from '#shared/kit/text/unprintable.ts';
import { inter } from './inter.ts';
import { printable } from './printable.ts';

test('each letter that a label prints as a question mark is a doubt of its order', () => {
  const silent: string[] = [];
  for (let code = 0x21; code <= 0xffff; code++) {
    const character = String.fromCodePoint(code);
    if (!/[\p{L}\p{N}]/u.test(character) || character === '?') continue;
    if (printable(character, inter.covers) === '?' && !losesLetters(character)) silent.push(character);
  }
  expect(silent).toEqual([]);
});

test.each(['Güemes', 'Ñandú', 'Łódź', 'Ωmega', 'Иван', 'Nguyễn', '3º B', 'O’Higgins', 'Peña & Hijos 😀'])(
  '%s is printed without a doubt',
  (text) => {
    expect(losesLetters(text)).toBe(false);
  },
);

test.each(['王小明', 'مصطفى', 'דוד', 'Calle 北京 12'])('%s loses letters', (text) => {
  expect(losesLetters(text)).toBe(true);
  expect(printable(text, inter.covers)).toContain('?');
});
