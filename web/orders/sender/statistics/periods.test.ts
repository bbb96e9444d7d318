import { expect, test } from 'vitest';
import { periodOf, rangeErrors, rangeOf } from './periods.ts';

const rangeOfQuery = (query: string, today = '2026-03-31') => rangeOf(periodOf(new URLSearchParams(query)), today);

test('By default the statistics cover the first of the month to today', () => {
  expect(rangeOfQuery('')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(rangeOfQuery('', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
});

test('The last month starts one month before today, or on the last day of a shorter month', () => {
  expect(rangeOfQuery('meses=1')).toEqual({ from: '2026-02-28', to: '2026-03-31' });
  expect(rangeOfQuery('meses=2')).toEqual({ from: '2026-01-31', to: '2026-03-31' });
  expect(rangeOfQuery('meses=3')).toEqual({ from: '2025-12-31', to: '2026-03-31' });
});

test('Chosen dates are used unchanged', () => {
  expect(rangeOfQuery('desde=2026-01-05&hasta=2026-01-05')).toEqual({ from: '2026-01-05', to: '2026-01-05' });
});

test('An invalid period in the URL falls back to the default', () => {
  const fallback = rangeOfQuery('');
  for (const query of [
    'meses=7',
    'meses=x',
    'desde=2026-02-30&hasta=2026-03-01',
    'desde=2026-03-02&hasta=2026-03-01',
  ]) {
    expect(rangeOfQuery(query)).toEqual(fallback);
  }
});

test('Both dates are required, and the first date can’t be after the second', () => {
  expect(rangeErrors({ from: '', to: '' })).toEqual({
    from: 'Fecha ingreso desde es requerida',
    to: 'Fecha ingreso hasta es requerida',
  });
  expect(rangeErrors({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
    from: 'No puede ser posterior a la fecha ingreso hasta.',
  });
  expect(rangeErrors({ from: '2026-03-01', to: '2026-03-01' })).toEqual({});
});
