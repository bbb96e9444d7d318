import { expect, test } from 'vitest';
import { dueText, isAwaited, nextCollection, promisedWindow } from './promise.ts';
import { SHIPMENT_STATES } from './shipment-states.ts';

test.each([
  ['before the cut-off on a working day: today', '2026-11-25T12:59:00-03:00', '2026-11-25'],
  ['at the cut-off: the next working day', '2026-11-25T13:00:00-03:00', '2026-11-26'],
  ['on a Friday after the cut-off: Monday', '2026-11-27T18:00:00-03:00', '2026-11-30'],
  ['on a Saturday morning: Monday', '2026-11-28T09:00:00-03:00', '2026-11-30'],
  ['before a holiday after the cut-off: after the holiday', '2026-12-07T15:00:00-03:00', '2026-12-09'],
  ['late in the evening, when it is tomorrow in UTC', '2026-11-25T23:30:00-03:00', '2026-11-26'],
])('the next collection %s', (_, now, day) => {
  expect(nextCollection(new Date(now), '13:00')).toBe(day);
});

test('the promise has the quoted number of working days, counted from the collection', () => {
  // Quoted on a Wednesday before a holiday on Monday: two to four working days.
  const quoted = { created: '2026-11-18', min: '2026-11-20', max: '2026-11-25' };
  expect(promisedWindow(quoted, '2026-11-18')).toEqual({ min: '2026-11-20', max: '2026-11-25' });
  // Collected before the holiday of 8 December.
  expect(promisedWindow(quoted, '2026-12-04')).toEqual({ min: '2026-12-09', max: '2026-12-11' });
});

test('a parcel is awaited until it is delivered, waits at a branch or goes back', () => {
  const awaited = SHIPMENT_STATES.filter(({ code }) => isAwaited(code, 'entrega')).map(({ code }) => code);
  expect(awaited).toContain('registrado');
  expect(awaited).toContain('no_entregado');
  for (const code of ['entregado', 'cancelado', 'extraviado', 'disponible_retiro', 'devolucion', 'transito_remitente'])
    expect(awaited).not.toContain(code);
  expect(isAwaited('transito_remitente', 'inversa')).toBe(true);
  expect(isAwaited(null, 'entrega')).toBe(true);
});

test.each([
  [3, 'Vence el 12/09'],
  [1, 'Vence mañana'],
  [0, 'Vence hoy'],
  [-1, 'Venció ayer'],
  [-2, 'Venció hace 2 días'],
])('a promise that ends in %i days is shown as «%s»', (days_left, text) => {
  expect(dueText({ date: '2026-09-12', days_left })).toBe(text);
});
