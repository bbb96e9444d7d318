import { expect, test } from 'vitest';
import { deliveryModeId, deliveryModeName, firstShipmentState, isFulfillmentMode, modesFor } from './delivery-modes.ts';

const ids = (reverseLogistics: boolean, fulfillment: boolean) =>
  modesFor({ reverseLogistics, fulfillment }).map((mode) => mode.id);

test('a client sees the modes that its flags allow', () => {
  expect(ids(false, false)).toEqual([1, 2]);
  expect(ids(true, false)).toEqual([1, 2, 4]);
  expect(ids(false, true)).toEqual([1, 2, 3, 5]);
  expect(ids(true, true)).toEqual([1, 2, 3, 4, 5]);
});

test('a mode is read from a text or a number, and any other value is refused', () => {
  expect([deliveryModeId('4'), deliveryModeId(4), deliveryModeId(1)]).toEqual([4, 4, 1]);
  expect([deliveryModeId('04'), deliveryModeId(6), deliveryModeId(''), deliveryModeId(null)]).toEqual(
    Array(4).fill(null),
  );
});

test('the fulfillment modes are 3 and 5, and the refrigerated mode keeps the name that the portal expects', () => {
  expect(([1, 2, 3, 4, 5] as const).filter(isFulfillmentMode)).toEqual([3, 5]);
  expect(deliveryModeName(5)).toBe('Fulfillment Refrigerado');
});

test('a new shipment starts as registered, in reverse logistics in a separate state, and unpaid in a prepaid order', () => {
  expect(firstShipmentState({ mode: 1, prepaid: false, paid: false })).toBe('registrado');
  expect(firstShipmentState({ mode: 4, prepaid: false, paid: false })).toBe('li_registrada');
  expect(firstShipmentState({ mode: 4, prepaid: true, paid: false })).toBe('pendiente_pago');
  expect(firstShipmentState({ mode: 4, prepaid: true, paid: true })).toBe('li_registrada');
  expect(firstShipmentState({ mode: 3, prepaid: true, paid: true })).toBe('registrado');
});
