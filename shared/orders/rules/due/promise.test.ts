import { expect, test } from 'vitest';
import { SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { NATIONAL_CALENDAR } from '#shared/provider/rules/working-days.ts';
import {
  agreedDay,
  collectionDeadline,
  countedDay,
  daysAfterCollection,
  dueText,
  isAwaited,
  nextCollection,
  pastCollection,
} from './promise.ts';

test.each([
  ['before the cut-off on a working day: today', '2026-11-25T12:59:00-03:00', '2026-11-25'],
  ['at the cut-off: the next working day', '2026-11-25T13:00:00-03:00', '2026-11-26'],
  ['on a Friday after the cut-off: Monday', '2026-11-27T18:00:00-03:00', '2026-11-30'],
  ['on a Saturday morning: Monday', '2026-11-28T09:00:00-03:00', '2026-11-30'],
  ['before a holiday after the cut-off: after the holiday', '2026-12-07T15:00:00-03:00', '2026-12-09'],
  ['late in the evening, when it is tomorrow in UTC', '2026-11-25T23:30:00-03:00', '2026-11-26'],
])('the next collection %s', (_, now, day) => {
  expect(countedDay(nextCollection(new Date(now), '13:00'), NATIONAL_CALENDAR)).toBe(day);
});

/** A bridge day before the holiday of Tuesday 8 December. */
const BRIDGE = new Map([['2026-12-07', false]]);

test('the promise has the quoted number of working days, counted from the collection', () => {
  const promise = (day: string, days: number) =>
    countedDay(daysAfterCollection(pastCollection(day), days), NATIONAL_CALENDAR);
  expect([promise('2026-11-18', 2), promise('2026-11-18', 4)]).toEqual(['2026-11-20', '2026-11-25']);
  expect([promise('2026-12-04', 2), promise('2026-12-04', 4)]).toEqual(['2026-12-09', '2026-12-11']);
  // Collected on a Saturday.
  expect(promise('2026-12-05', 1)).toBe('2026-12-07');
});

test('a bridge day moves the next collection, and what is promised from it by another day', () => {
  // A Friday after the cut-off.
  const now = new Date('2026-12-04T15:00:00-03:00');
  expect(collectionDeadline(now, '13:00', NATIONAL_CALENDAR)).toEqual(new Date('2026-12-07T13:00:00-03:00'));
  expect(collectionDeadline(now, '13:00', BRIDGE)).toEqual(new Date('2026-12-09T13:00:00-03:00'));
  const promise = daysAfterCollection(nextCollection(now, '13:00'), 2);
  expect(countedDay(promise, NATIONAL_CALENDAR)).toBe('2026-12-10');
  expect(countedDay(promise, BRIDGE)).toBe('2026-12-11');
});

test('a day that was agreed on moves only if it becomes a holiday itself', () => {
  expect(countedDay(agreedDay('2026-12-07'), BRIDGE)).toBe('2026-12-09');
  expect(countedDay(agreedDay('2026-12-09'), BRIDGE)).toBe('2026-12-09');
});

test('a shipment is awaited until it is delivered, waits at a branch or goes back', () => {
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
