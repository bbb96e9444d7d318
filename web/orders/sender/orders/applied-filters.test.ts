import { expect, test } from 'vitest';
import { appliedFilters } from './applied-filters.ts';

const modes = [{ value: '2', label: 'Retiro en punto de entrega' }];
const texts = (applied: Parameters<typeof appliedFilters>[0]) =>
  appliedFilters(applied, modes).map(({ label, value }) => `${label}: ${value}`);

test('Without filters, no filter is shown as active', () => {
  expect(texts({})).toEqual([]);
});

test('A delivery mode is shown by its name, or by its id while names are loading', () => {
  expect(texts({ modoEntrega: '2' })).toEqual(['Modo: Retiro en punto de entrega']);
  expect(texts({ modoEntrega: '9' })).toEqual(['Modo: 9']);
});

test('A date range is one filter and is removed as a whole', () => {
  const [filter] = appliedFilters({ fechaDesde: '2026-01-05', fechaHasta: '2026-02-01' }, modes);
  expect(filter).toEqual({ names: ['fechaDesde', 'fechaHasta'], label: 'Creada', value: '05/01/2026 – 01/02/2026' });
});

test('A single date is shown as the start or end of the range', () => {
  expect(texts({ fechaDesde: '2026-01-05' })).toEqual(['Creada: desde el 05/01/2026']);
  expect(texts({ fechaHasta: '2026-01-05' })).toEqual(['Creada: hasta el 05/01/2026']);
  expect(texts({ fechaDesde: '2026-01-05', fechaHasta: '2026-01-05' })).toEqual(['Creada: el 05/01/2026']);
});

test('Active filters are shown in the order of the form', () => {
  expect(texts({ printedByClient: '0', cliente: 'Ana' })).toEqual(['Cliente: Ana', 'Impresas: No']);
});
