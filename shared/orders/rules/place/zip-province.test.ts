import { expect, test } from 'vitest';
import { indexListedZips, type ListedZips, provinceColumns, resolveProvince, zipRegion } from './zip-province.ts';

const zips: ListedZips = new Map([
  ['9410', ['V']],
  ['1043', ['C']],
  ['2354', ['S', 'G']],
]);

const verdict = (zip_code: string, state: string, listed = zips) => {
  const place = resolveProvince({ state, zip_code }, listed);
  return 'field' in place ? `${place.field}: ${place.message}` : `${place.province.letter}${place.unlisted ? '?' : ''}`;
};

test.each([
  ['9410', 'Tierra del Fuego', 'V'],
  ['9410', 'tierra del fuego', 'V'],
  ['9410', 'AR-V', 'V'],
  ['1043', 'Capital Federal', 'C'],
  ['1043', 'CABA', 'C'],
  ['2354', 'Santa Fe', 'S'],
  ['2354', 'Santiago del Estero', 'G'],
  ['V9410BFD', 'Tierra del Fuego', 'V'],
  ['G2354ABC', 'Santiago del Estero', 'G'],
])('the listed postal code %s lies in %s', (zip, state, expected) => {
  expect(verdict(zip, state)).toBe(expected);
});

test.each([
  ['9410', 'CABA', 'El código postal 9410 es de Tierra del Fuego'],
  ['9410', 'Santa Cruz', 'El código postal 9410 es de Tierra del Fuego'],
  ['V9410ABC', 'CABA', 'El código postal V9410ABC es de Tierra del Fuego'],
  ['1043', 'Gran Buenos Aires', 'El código postal 1043 es de Ciudad Autónoma de Buenos Aires'],
  ['2354', 'Córdoba', 'El código postal 2354 es de Santa Fe o Santiago del Estero'],
  ['G2354ABC', 'Santa Fe', 'El código postal G2354ABC es de Santiago del Estero'],
  ['G 2354', 'Santa Fe', 'El código postal G2354 es de Santiago del Estero'],
  ['V9410', 'CABA', 'El código postal V9410 es de Tierra del Fuego'],
  ['9410', 'Atlantis', 'Elegí una provincia de la lista'],
])('%s with %s is refused on the province', (zip, state, message) => {
  expect(verdict(zip, state)).toBe(`state: ${message}`);
});

test.each([
  ['9999', 'Santa Cruz', 'Z?'],
  ['9999', 'chubut', 'U?'],
  ['X5999ABC', 'Córdoba', 'X?'],
  ['X5999ABC', 'Zona Norte', 'X?'],
  ['X5999', 'Zona Norte', 'X?'],
])('the unlisted postal code %s is accepted in %s of its region, with a mark', (zip, state, expected) => {
  expect(verdict(zip, state)).toBe(expected);
});

test('an unlisted postal code is refused in a province outside its region', () => {
  expect(verdict('9999', 'CABA')).toBe('state: El código postal 9999 es de Chubut, Tierra del Fuego o Santa Cruz');
});

test.each([
  ['1000', 'C'],
  ['1499', 'C'],
  ['1500', 'B'],
  ['1999', 'B'],
  ['9409', 'UVZ'],
  ['9410', 'V'],
  ['9429', 'V'],
  ['9430', 'UVZ'],
  ['14', 'BC'],
  ['', ''],
])('the digits %s may be of %s', (digits, letters) => {
  expect(zipRegion(digits).join('')).toBe(letters);
});

test('the letter of a CPA must agree with its digits even if its province is listed for them', () => {
  const confirmed: ListedZips = new Map([['9410', ['C', 'V']]]);
  const reason = '9410 es de Tierra del Fuego';
  expect(verdict('C9410ABC', 'CABA', confirmed)).toBe(`zip_code: El código postal C9410ABC no existe: ${reason}`);
  expect(verdict('9410', 'CABA', confirmed)).toBe('C');
  const none: ListedZips = new Map();
  expect(verdict('C1744ABC', 'CABA', none)).toBe(
    'zip_code: El código postal C1744ABC no existe: 1744 es de Buenos Aires',
  );
  expect(verdict('B1744ABC', 'Buenos Aires', none)).toBe('B?');
});

test('a CPA whose letter contradicts its digits is refused in the postal code’s field', () => {
  expect(verdict('C9410ABC', 'CABA')).toBe(
    'zip_code: El código postal C9410ABC no existe: 9410 es de Tierra del Fuego',
  );
  expect(verdict('C9410', 'CABA')).toBe('zip_code: El código postal C9410 no existe: 9410 es de Tierra del Fuego');
  expect(verdict('C7999ABC', 'CABA')).toBe('zip_code: El código postal C7999ABC no existe: 7999 es de Buenos Aires');
  expect(verdict('94', 'CABA')).toBe('zip_code: El código postal no es válido');
});

test('without the table, letter and region are checked', () => {
  const none: ListedZips = new Map();
  expect(verdict('9410', 'CABA', none)).toBe('state: El código postal 9410 es de Tierra del Fuego');
  expect(verdict('9405', 'Santa Cruz', none)).toBe('Z?');
});

test('an order stores four digits or a whole CPA', () => {
  const stored = (zip_code: string) => {
    const place = resolveProvince({ state: 'Tierra del Fuego', zip_code }, zips);
    return 'field' in place ? place : provinceColumns({ state: '' }, place).zip_code;
  };
  expect(['9.410', 'V9410', 'v 9410 bfd'].map(stored)).toEqual(['9410', '9410', 'V9410BFD']);
});

test('an order stores the province’s name instead of a code, and a recognised name as typed', () => {
  const stored = (state: string) => {
    const place = resolveProvince({ state, zip_code: 'V9410BFD' }, zips);
    return 'field' in place ? place : provinceColumns({ state }, place).state;
  };
  expect(stored('AR-V')).toBe('Tierra del Fuego');
  expect(stored('v')).toBe('Tierra del Fuego');
  expect(stored('Fin del mundo')).toBe('Tierra del Fuego');
  expect(stored('TIERRA DEL FUEGO')).toBe('TIERRA DEL FUEGO');
});

test('the index of codes by province equals the index of provinces by code', () => {
  const groups = [
    { province: 'G', codes: ['2354'] },
    { province: 'S', codes: ['2354', '3000'] },
  ] as const;
  expect([...indexListedZips(groups)]).toEqual([
    ['2354', ['G', 'S']],
    ['3000', ['S']],
  ]);
});
