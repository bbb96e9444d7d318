import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDER_STATES } from '#shared/orders/rules/order-state.ts';
import { SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { badgeColourOf } from './badge-colours.ts';

const named = {
  verde: [
    'activo',
    'confirmado',
    'entregado',
    'listo',
    'procesado',
    'recibido en cd',
    'retirado',
    'valido',
    'visitado',
    'si',
    'Pago confirmado',
    'Aprobado',
    'Preparado',
    'Devuelto',
  ],
  azul: ['despachado', 'en curso', 'planificado', 'registrado', 'En preparación'],
  amarillo: [
    'pendiente',
    'revision',
    'devolucion',
    'redespacho',
    'controlado',
    'notificado',
    'Pendiente de Pago',
    'Entrega Parcial',
  ],
  rojo: ['cancelado', 'CANCELADO', 'error', 'no entregado', 'invalido', 'omitido', 'no', 'Rechazado', 'Con Incidencia'],
} as const;

describe.each(Object.entries(named))('the group %s', (colour, texts) => {
  test.each(texts)('contains %s', (text) => {
    expect(badgeColourOf(text)).toBe(colour);
    expect(badgeColourOf(` ${text.toUpperCase()} `)).toBe(colour);
  });
});

test('a state of a shipment or of an order has the colour of its table', () => {
  for (const state of [...SHIPMENT_STATES, ...ORDER_STATES])
    expect(badgeColourOf(state.label), state.label).toBe(state.badge);
});

test('the printed badge is green for SI and red for NO', () => {
  expect([badgeColourOf('SI'), badgeColourOf('Sí'), badgeColourOf('NO')]).toEqual(['verde', 'verde', 'rojo']);
});

test('a longer text has the colour of its longest known beginning', () => {
  expect(badgeColourOf('No Entregado: Destinatario ausente')).toBe('rojo');
  expect(badgeColourOf('No Entregado - Entregado mañana')).toBe('rojo');
  expect(badgeColourOf('Entregado a vecino')).toBe('verde');
  expect(badgeColourOf('Devuelto (parcial)')).toBe('verde');
  expect(badgeColourOf('En Tránsito al Remitente por ruta 3')).toBe('azul');
});

test('a badge matches a known word only at the end of a word, and SI and NO only as the whole text', () => {
  expect(badgeColourOf('Entregados')).toBe('gris');
  expect(badgeColourOf('Registrador')).toBe('gris');
  expect(badgeColourOf('Errores')).toBe('gris');
  expect(badgeColourOf('No sabemos')).toBe('gris');
  expect(badgeColourOf('Si llueve')).toBe('gris');
});

test('an unknown state is grey', () => {
  expect(badgeColourOf('')).toBe('gris');
  expect(badgeColourOf('Abducido')).toBe('gris');
  expect(badgeColourOf('inactivo')).toBe('gris');
});

test('every text has a colour, in upper and lower case alike', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'constructor', 'No Entregado\u0301'),
  );
  fc.assert(
    fc.property(text, (anything) => {
      expect(['verde', 'azul', 'amarillo', 'rojo', 'gris']).toContain(badgeColourOf(anything));
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...SHIPMENT_STATES), fc.stringMatching(/^[ :,.(-][\w ]*$/), (state, rest) => {
      const text = state.label + rest;
      expect(badgeColourOf(text.toUpperCase())).toBe(badgeColourOf(text));
      expect(badgeColourOf(text)).not.toBe('gris');
    }),
  );
});
