import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const near = (text: string, ...names: string[]) =>
  nearestName(
    text,
    names.map((name) => ({ name, letters: name })),
    () => 2,
  );

test('the name that needs the fewest changes is the nearest', () => {
  expect(near('tazas', 'tazones', 'taza', 'tapas grandes')).toBe('taza');
  expect(near('tzaa', 'taza', 'tela')).toBe('taza');
  expect(near('mate', 'bombilla')).toBeNull();
});

test('of names that are equally near none is', () => {
  expect(near('rem-13', 'rem-11', 'rem-12')).toBeNull();
  expect(near('rem-13', 'rem-11', 'rem-12', 'rem-15')).toBeNull();
  expect(near('rem-13', 'rem-11', 'rem-1')).toBeNull();
  expect(near('rem-113', 'rem-211', 'rem-13')).toBe('rem-13');
});

test('two spellings of one name don’t compete', () => {
  const names = ['no entregado', 'no-entregado'].map((letters) => ({ name: 'No Entregado', letters }));
  expect(nearestName('no_entregado', names, () => 2)).toBe('No Entregado');
});
