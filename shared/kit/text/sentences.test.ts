import { expect, test } from 'vitest';
import { joinSentences } from './sentences.ts';

test('reasons become sentences with one full stop between them, even after one that ends a sentence already', () => {
  expect(joinSentences(['Motivo: Deuda vencida', '¿Abrir igual?'])).toBe('Motivo: Deuda vencida. ¿Abrir igual?');
  expect(joinSentences(['Motivo: Deuda vencida. ', '¿Abrir igual?'])).toBe('Motivo: Deuda vencida. ¿Abrir igual?');
  expect(joinSentences(['¿Quisiste decir «Entregado»?', '«ayer» no es una fecha'])).toBe(
    '¿Quisiste decir «Entregado»? «ayer» no es una fecha',
  );
  expect(joinSentences(['¡Pagó todo!', 'Espera…', 'Falta el peso'])).toBe('¡Pagó todo! Espera… Falta el peso');
  expect(joinSentences(['Falta el peso'])).toBe('Falta el peso');
  expect(joinSentences(['Falta el peso', '', ' '])).toBe('Falta el peso');
  expect(joinSentences([])).toBe('');
});
