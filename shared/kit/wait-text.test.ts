import { expect, test } from 'vitest';
import { throttledText, waitText } from './wait-text.ts';

test.each([
  [1, '1 segundo'],
  [45, '45 segundos'],
  [60, '1 minuto'],
  [61, '2 minutos'],
  [900, '15 minutos'],
  [3600, '1 hora'],
  [3601, '2 horas'],
])('a wait of %d seconds is %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

test('the message of a rate limit says when to try again', () => {
  expect(throttledText(90)).toBe('Hiciste muchos intentos. Probá de nuevo en 2 minutos');
});
