import { expect, test } from 'vitest';
import {
  fulfillmentLabels,
  fulfillmentTimeline,
  labelToFollow,
  parseFulfillmentStatus,
} from './fulfillment-timeline.ts';

const order = (estado: string | null, etiquetas: string | null = null) => ({
  estado,
  etiquetas,
  fechaCreacionOrden: '2026-01-05',
  fechaEstado: '2026-01-07',
});
const steps = (estado: string | null, etiquetas: string | null = null) =>
  fulfillmentTimeline(order(estado, etiquetas)).map(({ label, date, state }) => [label, date, state]);

test('a registered order is being prepared', () => {
  expect(steps('Registrado')).toEqual([
    ['En preparación', '2026-01-05', 'here'],
    ['Preparado', null, 'ahead'],
    ['Listo para despacho', null, 'ahead'],
  ]);
});

test('a prepared order without a label stays at Preparado', () => {
  expect(steps('Preparado', ' , ')).toEqual([
    ['En preparación', '2026-01-05', 'passed'],
    ['Preparado', '2026-01-07', 'here'],
    ['Listo para despacho', '2026-01-07', 'ahead'],
  ]);
});

test('a prepared order with a label is ready to leave', () => {
  expect(steps('PREPARADO', '000000001AB-1')).toEqual([
    ['En preparación', '2026-01-05', 'passed'],
    ['Preparado', '2026-01-07', 'passed'],
    ['Listo para despacho', '2026-01-07', 'here'],
  ]);
});

test('a cancelled order shows Cancelado instead of Preparado, marked as cancelled, with or without labels', () => {
  expect(steps('Cancelado', '000000001AB-1')).toEqual([
    ['En preparación', '2026-01-05', 'passed'],
    ['Cancelado', '2026-01-07', 'here'],
    ['Listo para despacho', null, 'ahead'],
  ]);
  expect(fulfillmentTimeline(order('Cancelado')).map((step) => step.cancel)).toEqual([false, true, false]);
});

test('an unknown or missing status counts as being prepared', () => {
  expect(parseFulfillmentStatus('Abducido')).toBe('Registrado');
  expect(steps(null)[0]).toEqual(['En preparación', '2026-01-05', 'here']);
});

test('only a prepared order has a tracking link, to its first label', () => {
  expect(labelToFollow(order('Preparado', '000000001AB-1, 000000001AB-2'))).toBe('000000001AB-1');
  expect(labelToFollow(order('Preparado', ''))).toBeNull();
  expect(labelToFollow(order('Registrado', '000000001AB-1'))).toBeNull();
  expect(fulfillmentLabels('a,, b ')).toEqual(['a', 'b']);
});
