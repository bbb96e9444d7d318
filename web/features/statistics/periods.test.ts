import { expect, test } from 'vitest';
import { periodOf, rangeErrors, rangeOf } from './periods.ts';

const asked = (query: string, today = '2026-03-31') => rangeOf(periodOf(new URLSearchParams(query)), today);

test('Without a choice the statistics go from the first of the month to today', () => {
  expect(asked('')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(asked('', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
});

test('The last month is today minus one month to today, the end of a short month included', () => {
  expect(asked('meses=1')).toEqual({ from: '2026-02-28', to: '2026-03-31' });
  expect(asked('meses=2')).toEqual({ from: '2026-01-31', to: '2026-03-31' });
  expect(asked('meses=3')).toEqual({ from: '2025-12-31', to: '2026-03-31' });
});

test('Chosen days are taken as they are', () => {
  expect(asked('desde=2026-01-05&hasta=2026-01-05')).toEqual({ from: '2026-01-05', to: '2026-01-05' });
});

test('An address that makes no sense means the default', () => {
  const fallback = asked('');
  for (const query of [
    'meses=7',
    'meses=x',
    'desde=2026-02-30&hasta=2026-03-01',
    'desde=2026-03-02&hasta=2026-03-01',
  ]) {
    expect(asked(query)).toEqual(fallback);
  }
});

test('Both days are required, and the first is not after the second', () => {
  expect(rangeErrors({ from: '', to: '' })).toEqual({
    from: 'Fecha ingreso desde es requerida',
    to: 'Fecha ingreso hasta es requerida',
  });
  expect(rangeErrors({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
    from: 'No puede ser posterior a la fecha ingreso hasta.',
  });
  expect(rangeErrors({ from: '2026-03-01', to: '2026-03-01' })).toEqual({});
});
