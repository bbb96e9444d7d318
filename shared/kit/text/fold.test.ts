import { expect, test } from 'vitest';
import { fold } from './fold.ts';

test('texts that differ only in case, accents or spaces are equal', () => {
  expect(fold('  LOGÍSTICA   Inversa\u00a0Registrada ')).toBe('logistica inversa registrada');
  expect(fold('Devolucio\u0301n')).toBe(fold('DEVOLUCIÓN'));
  expect(fold('Núñez')).toBe('nunez');
});
