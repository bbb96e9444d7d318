import { expect, test } from 'vitest';
import type { OrderFacts } from './order-actions.ts';
import { type ShipmentStateCode, shipmentState } from './shipment/shipment-states.ts';
import { type StateGroup, stateGroup } from './state-group.ts';

const order = (codes: ShipmentStateCode[], printed = false, prepaid = false, incidentClosed = false): OrderFacts => ({
  prepaid,
  paid: false,
  openMerchantOrder: null,
  approvedPayment: false,
  modificationPending: false,
  incidentClosed,
  shipments: codes.map((stateCode) => ({
    stateCode,
    stateText: shipmentState(stateCode).label,
    returnRequested: false,
    printed,
  })),
});

test.each<[StateGroup, string, OrderFacts]>([
  ['pendiente_pago', 'unpaid prepaid', order(['pendiente_pago'], false, true)],
  ['final', 'delivered and cancelled', order(['entregado', 'cancelado'])],
  ['final', 'cancelled before its payment', order(['cancelado'], false, true)],
  ['final', 'expired before its payment', order(['expirado'], false, true)],
  ['con_problema', 'lost', order(['extraviado'])],
  ['con_problema', 'lost in part, the rest returned', order(['siniestrado', 'devuelto', 'cancelado'])],
  ['final', 'lost long ago', order(['extraviado'], false, false, true)],
  ['con_problema', 'late, its incident of long ago closed', order(['extraviado', 'demorado'], true, false, true)],
  ['con_problema', 'not delivered, label not printed', order(['no_entregado'])],
  ['por_imprimir', 'registered, label not printed', order(['registrado'])],
  ['en_camino', 'registered, label printed', order(['registrado'], true)],
  ['en_camino', 'on the road', order(['en_transito', 'entregado'], true)],
  ['en_camino', 'without shipments', order([])],
])('the group %s contains an order that is %s', (group, _, facts) => {
  expect(stateGroup(facts)).toBe(group);
});
