import { expect, test } from 'vitest';
import { matchEntries } from './match-entries.ts';

const ENTRIES = [
  { label: 'Estadísticas', keywords: 'informes' },
  { label: 'Órdenes', keywords: 'pedidos' },
  { label: 'Envíos', keywords: 'etiquetas paquetes' },
  { label: 'Nueva Orden', keywords: 'crear' },
  { label: 'Cambiar contraseña', keywords: 'clave' },
];
const labels = (typed: string) => matchEntries(ENTRIES, typed).map(({ label }) => label);

test('a page is found by the beginning of its name, ignoring case and accents', () => {
  expect(labels('ESTADI')).toEqual(['Estadísticas']);
  expect(labels('envíos')).toEqual(['Envíos']);
  expect(labels('envios')).toEqual(['Envíos']);
});

test('a name that begins with the text comes before a name that contains it', () => {
  expect(labels('orden')).toEqual(['Órdenes', 'Nueva Orden']);
  expect(labels('or')).toEqual(['Órdenes', 'Nueva Orden']);
});

test('synonyms find a page too, and all typed words must match', () => {
  expect(labels('clave')).toEqual(['Cambiar contraseña']);
  expect(labels('nueva ord')).toEqual(['Nueva Orden']);
  expect(labels('orden nueva')).toEqual(['Nueva Orden']);
  expect(labels('crear envios')).toEqual([]);
});

test('neither the middle of a word nor an empty text finds anything', () => {
  expect(labels('denes')).toEqual([]);
  expect(labels('  ')).toEqual([]);
});
