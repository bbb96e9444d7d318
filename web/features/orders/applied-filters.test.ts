import { expect, test } from 'vitest';
import { appliedFilters } from './applied-filters.ts';

const modes = [{ value: '2', label: 'Retiro en punto de entrega' }];
const said = (applied: Parameters<typeof appliedFilters>[0]) =>
  appliedFilters(applied, modes).map(({ label, value }) => `${label}: ${value}`);

test('Nothing is said while no filter is on', () => {
  expect(said({})).toEqual([]);
});

test('A mode is said by its name, and by its id while the names are not known', () => {
  expect(said({ modoEntrega: '2' })).toEqual(['Modo: Retiro en punto de entrega']);
  expect(said({ modoEntrega: '9' })).toEqual(['Modo: 9']);
});

test('Two days are one filter, and taking it off takes both off', () => {
  const [filter] = appliedFilters({ fechaDesde: '2026-01-05', fechaHasta: '2026-02-01' }, modes);
  expect(filter).toEqual({ names: ['fechaDesde', 'fechaHasta'], label: 'Creada', value: '05/01/2026 – 01/02/2026' });
});

test('One day alone says on which side of it one looks', () => {
  expect(said({ fechaDesde: '2026-01-05' })).toEqual(['Creada: desde el 05/01/2026']);
  expect(said({ fechaHasta: '2026-01-05' })).toEqual(['Creada: hasta el 05/01/2026']);
  expect(said({ fechaDesde: '2026-01-05', fechaHasta: '2026-01-05' })).toEqual(['Creada: el 05/01/2026']);
});

test('Filters are said in the order of the form', () => {
  expect(said({ printedByClient: '0', cliente: 'Ana' })).toEqual(['Cliente: Ana', 'Impresas: No']);
});
