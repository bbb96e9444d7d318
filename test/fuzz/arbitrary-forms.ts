import fc from 'fast-check';
import { provinces } from '#shared/orders/rules/place/provinces.ts';
import { fuzzText } from './fuzz-text.ts';

/** Text lengths around the limits of fields, in letters and in emoji. */
const LENGTHS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20, 21, 30, 31, 40, 41, 60, 61, 100, 101, 120, 121, 200, 201, 250, 251,
];
const sized = fc
  .tuple(fc.constantFrom('x', '1', '🎉'), fc.constantFrom(...LENGTHS))
  .map(([sign, length]) => sign.repeat(length));

const figure = fc.constantFrom(
  '0',
  '1',
  '-1',
  '2,5',
  '1.5',
  '1.500',
  '1.500,00',
  '12,00',
  '9999',
  '10000',
  '999999',
  '1000000',
  '9999999',
  '10000000',
  'abc',
  '1e5',
  '٣',
  '0x10',
  ' 7 ',
  '+7',
  '9'.repeat(30),
  '1,2,3',
  '-0',
  '00012',
  '$ 10',
);

const text = fc.constantFrom(
  '',
  ' ',
  'S/N',
  'malo',
  '28.456.789',
  '30-70835592-1',
  '20-32216766-6',
  'AB 123 456',
  'x@y.com',
  'x?bcc=y@z.com',
  'a b@c.com',
  'ana@example.com',
  '+54 9 11 4444-5555',
  '12',
  'a\u0001b',
  'a\nb',
  'a\u2028b',
  'a\u0000b',
  '\ud800',
);

/** Generates a typed or pasted text. */
const typed = fc.oneof(sized, figure, text, fuzzText);

/**
 * Generates a form with up to three changed fields.
 *
 * @param right builds valid values, with new unique ones each time
 * @param paths dotted paths of the fields to change
 */
export function formArbitrary<V extends object>(right: () => V, paths: readonly string[]): fc.Arbitrary<V> {
  return fc
    .uniqueArray(fc.constantFrom(...paths), { maxLength: 3 })
    .chain((wrong) => fc.tuple(...wrong.map((path) => fc.tuple(fc.constant(path), typed))))
    .map((changes) => {
      const values = structuredClone(right());
      for (const [path, value] of changes) set(values, path.split('.'), value);
      return values;
    });
}

function set(node: object, [key = '', ...rest]: string[], value: string): void {
  const values = node as Record<string, unknown>;
  if (rest.length === 0) values[key] = value;
  else set(values[key] as object, rest, value);
}

/** Postal code and province of an address. */
export interface ZipAndProvince {
  zip_code: string;
  state: string;
}

/** A postal code of two provinces, which the tests add to the table. */
export const SHARED_ZIP = { code: '6999', city: 'Quemú', provinces: ['B', 'L'] } as const;

/**
 * Generates postal codes, listed and unlisted, complete and incomplete, with matching and other provinces, by the names
 * in forms and by other names.
 */
export const zipAndProvinceArbitrary: fc.Arbitrary<ZipAndProvince> = fc.record({
  zip_code: fc.constantFrom(
    '1043',
    'C1043ABC',
    'c1043abc',
    'B1043ABC',
    'V1043ABC',
    '9410',
    'V9410ABC',
    'U9410ABC',
    '5000',
    'X5000ABC',
    '5999',
    'X5999ABC',
    'T5999ABC',
    '9999',
    '1999',
    SHARED_ZIP.code,
    `B${SHARED_ZIP.code}AAA`,
    'X6999AAA',
    '0123',
    'C0123ABC',
    '141',
    'I5000ABC',
    ' 2000 ',
    '２０００',
    '2000 ',
  ),
  state: fc.oneof(
    fc.constantFrom('Ciudad Autónoma de Buenos Aires', 'Buenos Aires', 'Tierra del Fuego', 'Córdoba', 'La Pampa'),
    fc.constantFrom(...provinces.map(({ name }) => name)),
    fc.constantFrom('', 'CABA', 'Capital Federal', 'GBA', 'AR-V', 'x', 'cordoba', 'Zona Norte'),
  ),
});

/** Returns the dotted paths of all texts in a value. */
export function textPaths(values: unknown, at = ''): string[] {
  if (typeof values === 'string') return [at];
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([key, value]) => textPaths(value, at === '' ? key : `${at}.${key}`));
}
