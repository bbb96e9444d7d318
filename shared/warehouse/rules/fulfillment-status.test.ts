import { expect, test } from 'vitest';
import { SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { deriveFulfillmentStatus, goodsLocation } from './fulfillment-status.ts';

test('goods stay in the warehouse until they are packed, and return to stock when the order is cancelled', () => {
  const at = (place: string) => SHIPMENT_STATES.map(({ code }) => code).filter((code) => goodsLocation(code) === place);
  expect(at('unpaid')).toEqual(['pendiente_pago']);
  expect(at('in_warehouse').sort()).toEqual(['demorado', 'en_preparacion', 'en_revision', 'registrado']);
  expect(at('released').sort()).toEqual(['cancelado', 'expirado']);
  expect(goodsLocation('listo_despacho')).toBe('dispatched');
  expect(goodsLocation('entregado')).toBe('dispatched');
  expect(goodsLocation(null)).toBe('in_warehouse');
});

test.each([
  [[], null, null],
  [['unpaid', 'unpaid'], null, null],
  [['unpaid', 'released'], null, null],
  [['released', 'released'], null, null],
  [['in_warehouse', 'released'], null, 'Registrado'],
  [['in_warehouse', 'dispatched'], 'Registrado', 'Registrado'],
  [['dispatched', 'dispatched'], 'Registrado', 'Preparado'],
  [['dispatched', 'released'], 'Registrado', 'Preparado'],
  [['released', 'released'], 'Registrado', 'Cancelado'],
  [['in_warehouse', 'dispatched'], 'Preparado', 'Preparado'],
  [['in_warehouse', 'released'], 'Preparado', 'Preparado'],
  [['released', 'released'], 'Preparado', 'Cancelado'],
  [['released', 'released'], 'Cancelado', 'Cancelado'],
] as const)('shipments that are %j turn a status of %s into %s', (places, before, expected) => {
  expect(deriveFulfillmentStatus(places, before)).toBe(expected);
});
