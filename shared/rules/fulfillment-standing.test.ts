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
  [[], null],
  [['unpaid', 'unpaid'], null],
  [['unpaid', 'off'], null],
  [['here', 'off'], 'Registrado'],
  [['here', 'left'], 'Registrado'],
  [['left', 'left'], 'Preparado'],
  [['left', 'off'], 'Preparado'],
  [['off', 'off'], 'Cancelado'],
] as const)('shipments that are %j make it %s', (places, expected) => {
  expect(fulfillmentStanding(places)).toBe(expected);
});
