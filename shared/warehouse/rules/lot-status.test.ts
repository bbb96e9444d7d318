import { expect, test } from 'vitest';
import { type LotStatus, lotStatus } from './lot-status.ts';

const lot = { criticality: '2026-02-20', expiry: '2026-02-28' };

test.each<[string, LotStatus]>([
  ['2026-02-20', 'Normal'],
  ['2026-02-21', 'Crítico'],
  ['2026-02-28', 'Crítico'],
  ['2026-03-01', 'Vencido'],
  ['2027-01-01', 'Vencido'],
])('on %s the lot is %s', (today, mark) => {
  expect(lotStatus(lot, today)).toBe(mark);
});

test('a lot without dates has no mark', () => {
  expect(lotStatus({ criticality: null, expiry: '2026-02-28' }, '2026-02-28')).toBe('Normal');
  expect(lotStatus({ criticality: '2026-02-20', expiry: null }, '2030-01-01')).toBe('Crítico');
  expect(lotStatus({ criticality: null, expiry: null }, '2030-01-01')).toBe('Normal');
});
