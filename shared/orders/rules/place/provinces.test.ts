import { expect, test } from 'vitest';
import { SPELLED_PROVINCES } from '#test/texts/spelled-provinces.ts';
import { provinceByLetter, provinceByName, provinces } from './provinces.ts';
import { readProvince } from './read-province.ts';

test('there are 24 jurisdictions, one for each letter except I and O', () => {
  expect(provinces.map(({ letter }) => letter).sort()).toEqual([...'ABCDEFGHJKLMNPQRSTUVWXYZ']);
  expect(new Set(provinces.map(({ name }) => name)).size).toBe(24);
});

test('they are listed in alphabetical order', () => {
  const names = provinces.map(({ name }) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator('es').compare));
});

test('a letter names its province in any case', () => {
  expect(provinceByLetter('x')?.name).toBe('Córdoba');
  expect(provinceByLetter(' A ')?.name).toBe('Salta');
  for (const none of ['I', 'O', 'Ñ', '', 'CB']) expect(provinceByLetter(none)).toBeNull();
});

test.each(provinces.map(({ letter, name }) => [name, letter]))('%s is found in every spelling', (name, letter) => {
  expect(provinceByName(name)?.letter).toBe(letter);
  expect(provinceByName(`  ${name.toUpperCase().normalize('NFD')} `)?.letter).toBe(letter);
  expect(provinceByName(name.replace(/[áéíóú]/g, (vowel) => vowel.normalize('NFD').charAt(0)))?.letter).toBe(letter);
});

test.each([
  ['CABA', 'C'],
  ['C.A.B.A.', 'C'],
  ['Capital Federal', 'C'],
  ['CIUDAD DE BUENOS AIRES', 'C'],
  ['Bs As', 'B'],
  ['Bs. As.', 'B'],
  ['bs.as.', 'B'],
  ['GBA', 'B'],
  ['Gran Buenos Aires', 'B'],
  ['Buenos Aires (GBA)', 'B'],
  ['Provincia de Buenos Aires', 'B'],
  ['Pcia. de Córdoba', 'X'],
  ['Sgo. del Estero', 'G'],
  ['Tierra del Fuego, Antártida e Islas del Atlántico Sur', 'V'],
])('%s is recognised as another name of a province', (name, letter) => {
  expect(provinceByName(name)?.letter).toBe(letter);
});

test('an unknown name is not a province, not even the name of a built-in property', () => {
  for (const none of ['', 'Montevideo', 'B', 'toString', 'constructor', '__proto__']) {
    expect(provinceByName(none)).toBeNull();
    if (none !== 'B') expect(readProvince(none)).toBeNull();
  }
});

test.each([
  ['V', 'V'],
  [' v ', 'V'],
  ['AR-V', 'V'],
  ['ar-c', 'C'],
  ['Cordoba', 'X'],
  ['Gran Buenos Aires', 'B'],
  ['Cba.', 'X'],
  ['Sta. Fe', 'S'],
  ['Pcia. de Sta Fe', 'S'],
  ['E. Ríos', 'E'],
  ['TDF', 'V'],
])('%s is read as a province', (text, letter) => {
  expect(readProvince(text)?.letter).toBe(letter);
});

test.each(['', 'AR-', 'AR-I', 'O', 'BR-C', 'Atlantis', 'Ñ', 'é', 'S.', 'A.'])('%j is not a province', (text) => {
  expect(readProvince(text)).toBeNull();
});

test.each(SPELLED_PROVINCES)('%s is %s', (typed, name) => {
  expect(readProvince(typed)?.name).toBe(name);
});
