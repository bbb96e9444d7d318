import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { badgeOf } from './badges.ts';
import { ORDER_STATES } from './order-state.ts';
import { SHIPMENT_STATES } from './shipment-states.ts';

const named = {
  verde: [
    ...['activo', 'confirmado', 'entregado', 'listo', 'procesado', 'recibido en cd', 'retirado', 'valido', 'visitado'],
    ...['si', 'Pago confirmado', 'Aprobado', 'Preparado', 'Devuelto'],
  ],
  azul: ['despachado', 'en curso', 'planificado', 'registrado', 'En preparación'],
  amarillo: [
    ...['pendiente', 'revision', 'devolucion', 'redespacho', 'controlado', 'notificado', 'Pendiente de Pago'],
    'Entrega Parcial',
  ],
  rojo: [
    ...['cancelado', 'CANCELADO', 'error', 'no entregado', 'invalido', 'omitido', 'no', 'Rechazado', 'Con Incidencia'],
  ],
} as const;

describe.each(Object.entries(named))('the group %s', (colour, texts) => {
  test.each(texts)('holds %s', (text) => {
    expect(badgeOf(text)).toBe(colour);
    expect(badgeOf(` ${text.toUpperCase()} `)).toBe(colour);
  });
});

test('a state of a shipment or of an order has the colour of its table', () => {
  for (const state of [...SHIPMENT_STATES, ...ORDER_STATES])
    expect(badgeOf(state.label), state.label).toBe(state.badge);
});

test('the printed badge is green for SI and red for NO', () => {
  expect([badgeOf('SI'), badgeOf('Sí'), badgeOf('NO')]).toEqual(['verde', 'verde', 'rojo']);
});

test('a longer text takes the colour of its longest known beginning', () => {
  expect(badgeOf('No Entregado: Destinatario ausente')).toBe('rojo');
  expect(badgeOf('No Entregado - Entregado mañana')).toBe('rojo');
  expect(badgeOf('Entregado a vecino')).toBe('verde');
  expect(badgeOf('Devuelto (parcial)')).toBe('verde');
  expect(badgeOf('En Tránsito al Remitente por ruta 3')).toBe('azul');
});

test('a known word counts only where it ends, and SI and NO only alone', () => {
  expect(badgeOf('Entregados')).toBe('gris');
  expect(badgeOf('Registrador')).toBe('gris');
  expect(badgeOf('Errores')).toBe('gris');
  expect(badgeOf('No sabemos')).toBe('gris');
  expect(badgeOf('Si llueve')).toBe('gris');
});

test('what we do not know is grey', () => {
  expect(badgeOf('')).toBe('gris');
  expect(badgeOf('Abducido')).toBe('gris');
  expect(badgeOf('inactivo')).toBe('gris');
});

test('any text has a colour, and the same one in any case', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'constructor', 'No Entregado\u0301'),
  );
  fc.assert(
    fc.property(text, (anything) => {
      expect(['verde', 'azul', 'amarillo', 'rojo', 'gris']).toContain(badgeOf(anything));
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...SHIPMENT_STATES), fc.stringMatching(/^[ :,.(-][\w ]*$/), (state, rest) => {
      const text = state.label + rest;
      expect(badgeOf(text.toUpperCase())).toBe(badgeOf(text));
      expect(badgeOf(text)).not.toBe('gris');
    }),
  );
});
