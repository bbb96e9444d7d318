import { expect, test } from 'vitest';
import { type ShipmentStateCode, shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import { stageProgress } from './stage-progress.ts';

/** Returns the stages with their positions for a shipment with these states, newest first. */
const places = (codes: readonly ShipmentStateCode[], { reverse = false, unknown = false } = {}) => {
  const states = codes.map(shipmentState);
  return stageProgress(unknown ? null : (states[0] ?? null), states, reverse).map(
    ({ stage, position }) => `${stage} ${position}`,
  );
};

test('a shipment on its way has passed the earlier stages', () => {
  expect(places(['en_curso', 'despachado', 'registrado'])).toEqual([
    'Ingreso passed',
    'En camino passed',
    'Entrega here',
  ]);
  expect(places(['registrado'])[0]).toBe('Ingreso here');
});

test('a shipment that is dispatched again has the delivery stage ahead', () => {
  expect(places(['redespacho', 'no_entregado', 'en_curso', 'despachado', 'registrado'])).toEqual([
    'Ingreso passed',
    'En camino here',
    'Entrega ahead',
  ]);
});

test('a returned shipment has passed only the stages of its history', () => {
  expect(places(['devolucion_solicitada', 'retirado', 'registrado'])).toEqual([
    'Ingreso passed',
    'En camino ahead',
    'Entrega ahead',
    'Devolución here',
  ]);
});

test('an unknown state keeps the shipment in its last stage', () => {
  expect(places(['despachado', 'registrado'], { unknown: true })[1]).toBe('En camino here');
  expect(places([], { unknown: true })[0]).toBe('Ingreso here');
});

test('reverse logistics has no return stage', () => {
  expect(places(['transito_remitente', 'recibido_cd', 'li_registrada'], { reverse: true })).toEqual([
    'Ingreso passed',
    'En camino here',
    'Entrega ahead',
  ]);
  expect(places(['entregado', 'transito_remitente', 'li_registrada'], { reverse: true })).toEqual([
    'Ingreso passed',
    'En camino passed',
    'Entrega here',
  ]);
});
