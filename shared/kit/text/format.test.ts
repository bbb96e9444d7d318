import { expect, test } from 'vitest';
import { DAY_SECONDS } from '#shared/kit/time-units.ts';
import * as format from './format.ts';

/** Replaces the no-break spaces of Intl by ordinary spaces. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('amounts are shown in Argentine notation', () => {
  expect([1234.5, 1_000_000, 0, -1_234_567.89].map(format.money).map(plain)).toEqual([
    '$ 1.234,50',
    '$ 1.000.000,00',
    '$ 0,00',
    '-$ 1.234.567,89',
  ]);
  expect(format.dollarAmount(1234.5)).toBe('$ 1.234,50');
  expect(format.dollarAmount(1_000_000)).toBe('$ 1.000.000,00');
});

test('weights, volumes and lengths are shown in small and large units', () => {
  expect([format.grams(1500), format.kilograms(1500)]).toEqual(['1.500 g', '1,5 kg']);
  expect([format.cubicCentimetres(6000), format.cubicMetres(6000)]).toEqual(['6.000 cm³', '0,006 m³']);
  expect([format.centimetres(150), format.metres(150)]).toEqual(['150 cm', '1,5 m']);
  expect([format.kilograms(1), format.cubicMetres(1), format.metres(1)]).toEqual(['0,001 kg', '0,000001 m³', '0,01 m']);
});

test('a missing value is shown as a dash, never as NaN', () => {
  const formats = [format.money, format.dollarAmount, format.integer, format.grams, format.cubicMetres];
  expect(formats.flatMap((one) => [one(null), one(undefined), one(Number.NaN)])).toEqual(Array(15).fill('-'));
  expect([format.formatDate(null), format.formatDate('pronto'), format.formatTimestamp('')]).toEqual(['-', '-', '-']);
});

test('dates are DD/MM/YYYY of Buenos Aires, from every received format', () => {
  expect(format.formatDate('2026-01-05T02:30:00Z')).toBe('04/01/2026');
  expect(format.formatDate('2026-01-05T00:10:00-03:00')).toBe('05/01/2026');
  expect(format.formatDate('2026-01-05')).toBe('05/01/2026');
  expect(format.formatDate('05/01/2026 08:00')).toBe('05/01/2026');
});

test('timestamps are dd/mm/yyyy hh:mm, with a 24-hour clock', () => {
  expect(format.formatTimestamp('2026-01-05T02:30:00Z')).toBe('04/01/2026 23:30');
  expect(format.formatTimestamp('05/01/2026 00:05')).toBe('05/01/2026 00:05');
  expect(format.formatTimestamp('2026-01-05')).toBe('05/01/2026');
});

test('nouns agree with their number', () => {
  const orders = (number: number) => format.pluralize(number, 'orden', 'órdenes');
  expect([0, 1, 37, 1234].map(orders)).toEqual(['0 órdenes', '1 orden', '37 órdenes', '1.234 órdenes']);
});

test('sizes of files are in megabytes', () => {
  expect([100_000, 1_249_999, 12_000_000].map(format.megabytes)).toEqual(['0,1 MB', '1,2 MB', '12 MB']);
});

test('percentages have two decimals', () => {
  expect([format.percentage(12.5), format.percentage(100)]).toEqual(['12,50 %', '100,00 %']);
});

test('relative times are shown in whole units', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  const ago = (seconds: number) => plain(format.relativeTime(now - seconds * 1000, now));
  expect([ago(0), ago(59), ago(60), ago(7199), ago(7200)]).toEqual([
    'recién',
    'recién',
    'hace 1 minuto',
    'hace 1 hora',
    'hace 2 horas',
  ]);
  expect([ago(DAY_SECONDS), ago(45 * DAY_SECONDS), ago(800 * DAY_SECONDS)]).toEqual([
    'hace 1 día',
    'hace 1 mes',
    'hace 2 años',
  ]);
  expect(ago(-3 * DAY_SECONDS)).toBe('dentro de 3 días');
});
