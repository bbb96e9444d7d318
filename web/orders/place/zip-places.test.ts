import { expect, test } from 'vitest';
import { lookupCode, onlyProvince, placeText, provinceOfCpa } from './zip-places.ts';

const palermo = { zip_code: '1425', city: 'Palermo', province: 'Ciudad Autónoma de Buenos Aires' };
const rosario = { zip_code: '2000', city: 'Rosario', province: 'Santa Fe' };

test('a postal code is looked up from four characters on', () => {
  expect(lookupCode('142')).toBeNull();
  expect(lookupCode(' 142 ')).toBeNull();
  expect(lookupCode('1425')).toBe('1425');
  expect(lookupCode('c1425abc')).toBe('C1425ABC');
});

test('a locality is shown with code, city and province, the City of Buenos Aires as CABA', () => {
  expect(placeText(palermo)).toBe('1425 · Palermo, CABA');
  expect(placeText(rosario)).toBe('2000 · Rosario, Santa Fe');
  expect(placeText({ ...palermo, city: 'CABA' })).toBe('1425 · CABA');
  expect(placeText({ ...palermo, city: palermo.province })).toBe('1425 · CABA');
  expect(placeText({ ...rosario, city: 'Buenos Aires', province: 'Buenos Aires' })).toBe('2000 · Buenos Aires');
});

test('an unlisted CPA gets its province from its letter', () => {
  expect(provinceOfCpa('X5999ABC')).toBe('Córdoba');
  expect(provinceOfCpa('5999')).toBeNull();
});

test('localities give the province only if all are in the same province', () => {
  expect(onlyProvince([rosario, rosario])).toBe('Santa Fe');
  expect(onlyProvince([rosario, palermo])).toBeNull();
  expect(onlyProvince([])).toBeNull();
});
