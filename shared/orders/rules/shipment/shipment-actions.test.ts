import { expect, test } from 'vitest';
import type { OrderFacts } from '#shared/orders/rules/order-actions.ts';
import { type ShipmentAction, shipmentActions, shipmentNotPrintableReason } from './shipment-actions.ts';
import { SHIPMENT_STATES, type ShipmentStateCode, shipmentState } from './shipment-states.ts';

const shipment = (stateCode: ShipmentStateCode, returnRequested = false) => ({
  stateCode,
  stateText: shipmentState(stateCode).label,
  returnRequested,
  printed: false,
});
const plain: OrderFacts = {
  prepaid: false,
  paid: false,
  openMerchantOrder: null,
  approvedPayment: false,
  modificationPending: false,
  incidentClosed: false,
  shipments: [],
};
const withFlag = { reverseLogistics: true };
const statesThatAllow = (action: ShipmentAction) =>
  SHIPMENT_STATES.map((state) => state.code).filter(
    (code) => shipmentActions(shipment(code), plain, withFlag)[action].allowed,
  );

test('each action is allowed exactly in the specified states', () => {
  expect(statesThatAllow('cancellable')).toEqual(['pendiente_pago', 'registrado', 'li_registrada']);
  expect(statesThatAllow('can_return')).toEqual(['retirado', 'descargado']);
  expect(statesThatAllow('reverse_logistics')).toEqual(['entregado', 'entregado_danio']);
  expect(statesThatAllow('printable')).toEqual(SHIPMENT_STATES.filter((s) => !s.final).map((s) => s.code));
});

test('a shipment with an open or approved payment can’t be cancelled', () => {
  const cancel = (order: OrderFacts) => shipmentActions(shipment('registrado'), order, withFlag).cancellable;
  expect(cancel({ ...plain, openMerchantOrder: { hasInitPoint: true } })).toEqual({
    allowed: false,
    reason: 'Cancelá primero el pago pendiente',
  });
  expect(cancel({ ...plain, approvedPayment: true }).allowed).toBe(false);
  expect(cancel({ ...plain, prepaid: true, paid: true }).allowed).toBe(false);
});

test('a return can be requested once', () => {
  expect(shipmentActions(shipment('retirado', true), plain, withFlag).can_return).toEqual({
    allowed: false,
    reason: 'La devolución de este envío ya fue solicitada',
  });
});

test('a client without the flag can’t use reverse logistics', () => {
  const actions = shipmentActions(shipment('entregado'), plain, { reverseLogistics: false });
  expect(actions.reverse_logistics.allowed).toBe(false);
});

test('the label of a prepaid order can’t be printed before the payment', () => {
  const order = { ...plain, prepaid: true };
  expect(shipmentActions(shipment('pendiente_pago'), order, withFlag).printable).toEqual({
    allowed: false,
    reason: 'No se puede imprimir: falta pagar la orden',
  });
});

test('an unknown state allows only the label', () => {
  const unknown = { stateCode: null, stateText: 'Abducido', returnRequested: false, printed: false };
  const actions = shipmentActions(unknown, plain, withFlag);
  expect(Object.entries(actions).filter(([, permission]) => permission.allowed)).toEqual([
    ['printable', { allowed: true }],
  ]);
});

test('the reason why a label can’t be printed depends on the state', () => {
  expect(['CANCELADO', 'Pendiente de pago', 'Entregado', 'Abducido', ''].map(shipmentNotPrintableReason)).toEqual([
    'No se puede imprimir: el envío está cancelado',
    'No se puede imprimir: falta pagar la orden',
    'No se puede imprimir: el envío ya finalizó',
    'Este envío no se puede imprimir',
    'Este envío no se puede imprimir',
  ]);
});
