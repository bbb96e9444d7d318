import { expect, test } from 'vitest';
import { fulfillmentStanding, goodsPlace } from './fulfillment-standing.ts';
import { SHIPMENT_STATES } from './shipment-states.ts';

test('goods stay on the shelves until they are packed, and return to them when nobody wants them', () => {
  const at = (place: string) => SHIPMENT_STATES.map(({ code }) => code).filter((code) => goodsPlace(code) === place);
  expect(at('unpaid')).toEqual(['pendiente_pago']);
  expect(at('here').sort()).toEqual(['demorado', 'en_preparacion', 'en_revision', 'registrado']);
  expect(at('off').sort()).toEqual(['cancelado', 'expirado']);
  expect(goodsPlace('listo_despacho')).toBe('left');
  expect(goodsPlace('entregado')).toBe('left');
  expect(goodsPlace(null)).toBe('here');
});

test.each([
  [[], null, null],
  [['unpaid', 'unpaid'], null, null],
  [['unpaid', 'off'], null, null],
  [['off', 'off'], null, null],
  [['here', 'off'], null, 'Registrado'],
  [['here', 'left'], 'Registrado', 'Registrado'],
  [['left', 'left'], 'Registrado', 'Preparado'],
  [['left', 'off'], 'Registrado', 'Preparado'],
  [['off', 'off'], 'Registrado', 'Cancelado'],
  [['here', 'left'], 'Preparado', 'Preparado'],
  [['here', 'off'], 'Preparado', 'Preparado'],
  [['off', 'off'], 'Preparado', 'Cancelado'],
  [['off', 'off'], 'Cancelado', 'Cancelado'],
] as const)('shipments that are %j make of what was %s an order that is %s', (places, before, expected) => {
  expect(fulfillmentStanding(places, before)).toBe(expected);
});
