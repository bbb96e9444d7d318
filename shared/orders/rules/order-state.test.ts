import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveOrderState, ORDER_STATES, type OrderStateCode, orderState } from './order-state.ts';
import { SHIPMENT_STATES, type ShipmentStateCode, shipmentState } from './shipment/shipment-states.ts';

const shipment = (stateCode: ShipmentStateCode) => ({ stateCode, stateText: shipmentState(stateCode).label });
const order = (...codes: ShipmentStateCode[]) => ({ prepaid: false, paid: false, shipments: codes.map(shipment) });

test.each<[OrderStateCode, ShipmentStateCode[]]>([
  ['registrado', []],
  ['registrado', ['registrado', 'registrado']],
  ['registrado', ['li_registrada']],
  ['registrado', ['registrado', 'cancelado']],
  ['cancelado', ['cancelado', 'cancelado']],
  ['en_curso', ['registrado', 'planificado']],
  ['en_curso', ['en_curso', 'devuelto']],
  ['entregado', ['entregado', 'entregado_danio']],
  ['entregado', ['entregado', 'cancelado']],
  ['entrega_parcial', ['entregado', 'en_transito']],
  ['entrega_parcial', ['entregado', 'no_entregado']],
  ['entrega_parcial', ['entrega_parcial']],
  ['con_incidencia', ['no_entregado', 'en_transito']],
  ['con_incidencia', ['no_retirado']],
  ['con_incidencia', ['rechazado', 'devuelto']],
  ['devuelto', ['devuelto', 'devuelto', 'cancelado']],
  ['con_incidencia', ['extraviado']],
  ['con_incidencia', ['siniestrado', 'devuelto', 'cancelado']],
  ['con_incidencia', ['extraviado', 'expirado']],
  ['en_curso', ['extraviado', 'en_transito']],
  ['entrega_parcial', ['entregado', 'extraviado']],
  ['con_incidencia', ['direccion_corregir', 'en_transito']],
  ['con_incidencia', ['demorado']],
  ['con_incidencia', ['en_revision', 'registrado']],
  ['entrega_parcial', ['demorado', 'entregado']],
  ['expirado', ['expirado']],
  ['expirado', ['expirado', 'cancelado']],
  ['devuelto', ['expirado', 'devuelto']],
  ['en_curso', ['expirado', 'registrado']],
])('an order is %s when its shipments are %j', (expected, codes) => {
  expect(deriveOrderState(order(...codes))).toBe(expected);
});

test('an order created prepaid waits for its payment, unless it was cancelled', () => {
  expect(deriveOrderState({ ...order('pendiente_pago'), prepaid: true })).toBe('pendiente_pago');
  expect(deriveOrderState({ ...order('registrado'), prepaid: true, paid: true })).toBe('registrado');
  expect(deriveOrderState({ ...order('cancelado'), prepaid: true })).toBe('cancelado');
  expect(deriveOrderState({ ...order(), prepaid: true })).toBe('registrado');
  expect(deriveOrderState({ ...order('expirado'), prepaid: true })).toBe('expirado');
  expect(deriveOrderState({ ...order('expirado', 'pendiente_pago'), prepaid: true })).toBe('pendiente_pago');
});

test('an unknown state is classified by its colour and its first word', () => {
  const unknown = (stateText: string) => ({ prepaid: false, paid: false, shipments: [{ stateCode: null, stateText }] });
  expect(deriveOrderState(unknown('No entregado: zona peligrosa'))).toBe('con_incidencia');
  expect(deriveOrderState(unknown('DEMORADO por corte de ruta'))).toBe('con_incidencia');
  expect(deriveOrderState(unknown('Abducido'))).toBe('en_curso');
});

test('the labels are the specified labels, with CANCELADO in capitals', () => {
  expect(ORDER_STATES.map((state) => state.label)).toEqual([
    'Pendiente de Pago',
    'Registrado',
    'En Curso',
    'Con Incidencia',
    'Entrega Parcial',
    'Entregado',
    'Devuelto',
    'Expirado',
    'CANCELADO',
  ]);
  expect(orderState('con_incidencia').badge).toBe('rojo');
});

test('cancelled shipments don’t change an order’s state while another shipment is active', () => {
  const codes = fc.array(fc.constantFrom(...SHIPMENT_STATES.map((state) => state.code)), { minLength: 1 });
  fc.assert(
    fc.property(codes, fc.nat(3), fc.boolean(), fc.boolean(), (some, cancelled, prepaid, paid) => {
      fc.pre(some.some((code) => code !== 'cancelado'));
      const before = deriveOrderState({ ...order(...some), prepaid, paid });
      const extra = Array<ShipmentStateCode>(cancelled).fill('cancelado');
      expect(deriveOrderState({ ...order(...extra, ...some), prepaid, paid })).toBe(before);
    }),
  );
});
