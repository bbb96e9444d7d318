import { expect, test } from 'vitest';
import { containsBrand, mixesScripts } from './brand-name.ts';

test.each([
  'Remito',
  'Remito S.A.',
  'REMITO SRL',
  'Remito Argentina',
  'Remito Cobranzas',
  'Facturación Remito',
  'Remitos del Sur',
  'Rеmito',
  'Rernito Pagos',
  'ℝemito',
  'Ｒｅｍｉｔｏ',
  'R e m i t o',
  'Rem1t0',
  'Rεmito',
  'remıto',
  'miremito24',
])('%s reads like the provider Remito', (name) => {
  expect(containsBrand(name, 'Remito')).toBe(true);
});

test.each(['Correo del Norte', 'Remigio Torres', 'Ermita SRL', 'Barnices Torres'])(
  '%s doesn’t read like Remito',
  (name) => {
    expect(containsBrand(name, 'Remito')).toBe(false);
  },
);

test('names of another provider read like any', () => {
  expect(containsBrand('Remito Pagos', 'Correo del Sol')).toBe(false);
  expect(containsBrand('Pagos Correo-del-Sоl', 'Correo del Sol')).toBe(true);
  expect(containsBrand('Tienda del Sol', 'Sol')).toBe(false);
  expect(containsBrand('Tienda', '—')).toBe(false);
});

test.each(['Tiеnda', 'Ρaz Hermanos', 'Caſа'])('%s mixes scripts', (name) => {
  expect(mixesScripts(name)).toBe(true);
});

test.each(['Ñandú & Cía. 2º', 'Tienda Москва', "D'Angelo 3M", 'Ａna', 'Niño'])('%s mixes no scripts', (name) => {
  expect(mixesScripts(name)).toBe(false);
});
