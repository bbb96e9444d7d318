import { expect, test } from 'vitest';
import { fold } from '#shared/kit/text/fold.ts';
import { isShipmentStateCode, SHIPMENT_STATES, STAGES, shipmentState, stateByText } from './shipment-states.ts';

const codesWith = (mark: 'cancellable' | 'returnable' | 'reversible' | 'final') =>
  SHIPMENT_STATES.filter((state) => state[mark]).map((state) => state.code);

test('a shipment may be cancelled only in registrado, pendiente de pago and logística inversa registrada', () => {
  expect(codesWith('cancellable')).toEqual(['pendiente_pago', 'registrado', 'li_registrada']);
});

test('a return may be requested only in retirado and descargado', () => {
  expect(codesWith('returnable')).toEqual(['retirado', 'descargado']);
});

test('only a delivered shipment may be sent back by reverse logistics', () => {
  expect(codesWith('reversible')).toEqual(['entregado', 'entregado_danio']);
});

test('the final states are delivered, returned, lost, damaged, expired and cancelled', () => {
  expect(codesWith('final')).toEqual([
    'entregado',
    'entregado_danio',
    'devuelto',
    'siniestrado',
    'extraviado',
    'expirado',
    'cancelado',
  ]);
});

test('there are 41 states, each with its own code and label', () => {
  expect(SHIPMENT_STATES).toHaveLength(41);
  expect(new Set(SHIPMENT_STATES.map((state) => state.code)).size).toBe(41);
  expect(new Set(SHIPMENT_STATES.map((state) => fold(state.label))).size).toBe(41);
});

test('every state has a text for the buyer and a stage, and no label has an explanation in brackets', () => {
  for (const state of SHIPMENT_STATES) {
    expect(state.publicLabel).not.toBe('');
    expect(STAGES).toContain(state.stage);
    expect(state.label).not.toMatch(/[()]/);
  }
});

test('a state is recognised by its label in any case, with or without accents, and only by the whole label', () => {
  expect(stateByText('ENTREGADO')).toBe('entregado');
  expect(stateByText('  logistica inversa   REGISTRADA')).toBe('li_registrada');
  expect(stateByText('EN TRÁNSITO')).toBe('en_transito');
  expect(stateByText('Entregado al vecino')).toBeNull();
  expect(stateByText('')).toBeNull();
});

test('an external code is validated before it is used', () => {
  expect(isShipmentStateCode('en_guarda')).toBe(true);
  expect(isShipmentStateCode('constructor')).toBe(false);
  expect(shipmentState('en_guarda').label).toBe('En Guarda');
});
