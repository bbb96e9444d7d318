import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPrinted, NOT_IN_THIS_STATE, type OrderAction, type OrderFacts, orderActions } from './order-actions.ts';
import { SHIPMENT_STATES, type ShipmentStateCode, shipmentState } from './shipment/shipment-states.ts';

const shipment = (stateCode: ShipmentStateCode, printed = false) => ({
  stateCode,
  stateText: shipmentState(stateCode).label,
  returnRequested: false,
  printed,
});
const order = (codes: ShipmentStateCode[], more: Partial<OrderFacts> = {}): OrderFacts => ({
  prepaid: false,
  paid: false,
  openMerchantOrder: null,
  approvedPayment: false,
  modificationPending: false,
  incidentClosed: false,
  shipments: codes.map((code) => shipment(code)),
  ...more,
});
const unpaid = { prepaid: true };
const may = (facts: OrderFacts, action: OrderAction) => orderActions(facts)[action];
const reason = (facts: OrderFacts, action: OrderAction) => {
  const permission = may(facts, action);
  return permission.allowed ? null : permission.reason;
};

test('labels can be printed until the shipments end, and for a prepaid order only after its payment', () => {
  expect(may(order(['entregado', 'en_curso']), 'printable').allowed).toBe(true);
  expect(reason(order(['pendiente_pago'], unpaid), 'printable')).toBe('No se puede imprimir: falta pagar la orden');
  expect(may(order(['registrado'], { ...unpaid, paid: true }), 'printable').allowed).toBe(true);
  expect(reason(order(['entregado', 'cancelado']), 'printable')).toContain('finalizaron');
  expect(reason(order(['cancelado']), 'printable')).toContain('cancelada');
  expect(reason(order([]), 'printable')).toContain('no tiene envíos');
});

test('only an order that was created prepaid, unpaid and not cancelled is payable', () => {
  expect(may(order(['pendiente_pago'], unpaid), 'payable').allowed).toBe(true);
  expect(may(order(['registrado']), 'payable').allowed).toBe(false);
  expect(reason(order(['registrado'], { ...unpaid, paid: true }), 'payable')).toBe('Esta orden ya está pagada');
  expect(may(order(['cancelado'], unpaid), 'payable').allowed).toBe(false);
});

test('an expired order can’t be paid, and an order with a shipment that can still be sent can', () => {
  const ended = 'No se puede pagar: los envíos de la orden ya finalizaron';
  expect(reason(order(['expirado'], unpaid), 'payable')).toBe(ended);
  expect(reason(order(['expirado', 'cancelado'], unpaid), 'can_generate_merchant_order')).toBe(ended);
  const open = { ...unpaid, openMerchantOrder: { hasInitPoint: true } };
  expect(reason(order(['expirado'], open), 'pay_link')).toBe(ended);
  expect(may(order(['expirado', 'pendiente_pago'], unpaid), 'payable').allowed).toBe(true);
  expect(reason(order([], unpaid), 'payable')).toBe('No se puede pagar: la orden no tiene envíos');
});

test('an order with an open payment offers its link and no second payment', () => {
  const open = order(['pendiente_pago'], { ...unpaid, openMerchantOrder: { hasInitPoint: true } });
  expect(may(open, 'payable').allowed).toBe(true);
  expect(reason(open, 'can_generate_merchant_order')).toBe('Esta orden ya tiene un pago generado');
  expect(may(open, 'pay_link').allowed).toBe(true);
  const none = order(['pendiente_pago'], unpaid);
  expect(may(none, 'can_generate_merchant_order').allowed).toBe(true);
  expect(may(none, 'pay_link').allowed).toBe(false);
  const starting = order(['pendiente_pago'], { ...unpaid, openMerchantOrder: { hasInitPoint: false } });
  expect(may(starting, 'pay_link').allowed).toBe(false);
});

test('an order can be cancelled while all its shipments are in one of the three first states', () => {
  expect(may(order(['registrado', 'pendiente_pago', 'li_registrada']), 'cancellable').allowed).toBe(true);
  expect(reason(order(['registrado', 'planificado']), 'cancellable')).toBe(NOT_IN_THIS_STATE);
  expect(reason(order(['registrado', 'cancelado']), 'cancellable')).toBe(NOT_IN_THIS_STATE);
  expect(reason(order([]), 'cancellable')).toBe(NOT_IN_THIS_STATE);
});

test('an order with an open or approved payment can’t be cancelled', () => {
  const open = order(['pendiente_pago'], { ...unpaid, openMerchantOrder: { hasInitPoint: false } });
  expect(reason(open, 'cancellable')).toBe('Cancelá primero el pago pendiente');
  for (const money of [{ paid: true }, { approvedPayment: true }]) {
    expect(reason(order(['registrado'], { ...unpaid, ...money }), 'cancellable')).toContain('pago aprobado');
  }
});

test('an order can be edited until all its shipments have ended, with one pending request at a time', () => {
  expect(may(order(['en_curso']), 'can_request_edit').allowed).toBe(true);
  expect(may(order(['en_curso', 'cancelado']), 'can_request_edit').allowed).toBe(true);
  expect(may(order(['en_curso', 'entregado']), 'can_request_edit').allowed).toBe(true);
  expect(reason(order([]), 'can_request_edit')).toBe('No se puede editar: la orden no tiene envíos');
  expect(reason(order(['cancelado']), 'can_request_edit')).toBe('No se puede editar: la orden está cancelada');
  expect(reason(order(['entregado', 'cancelado']), 'can_request_edit')).toBe(
    'No se puede editar: los envíos de la orden ya finalizaron',
  );
  expect(reason(order(['en_curso'], { modificationPending: true }), 'can_request_edit')).toBe(
    'Ya hay una modificación pendiente de aprobación',
  );
});

test('a shipment in an unknown state prevents only the cancellation', () => {
  const unknown = order([], {
    shipments: [{ stateCode: null, stateText: 'Abducido', returnRequested: false, printed: false }],
  });
  expect(may(unknown, 'cancellable').allowed).toBe(false);
  expect(may(unknown, 'printable').allowed).toBe(true);
});

test('an order counts as printed when all its active shipments are printed', () => {
  expect(isPrinted([shipment('registrado', true), shipment('cancelado')])).toBe(true);
  expect(isPrinted([shipment('registrado', true), shipment('expirado')])).toBe(true);
  expect(isPrinted([shipment('registrado', true), shipment('planificado')])).toBe(false);
  expect(isPrinted([shipment('entregado', true), shipment('cancelado')])).toBe(true);
  expect(isPrinted([shipment('cancelado', true)])).toBe(true);
  expect(isPrinted([])).toBe(false);
});

test('the rules of payments and labels are consistent for every order, and every refusal has a reason', () => {
  const facts = fc.record<OrderFacts>({
    prepaid: fc.boolean(),
    paid: fc.boolean(),
    openMerchantOrder: fc.option(fc.record({ hasInitPoint: fc.boolean() })),
    approvedPayment: fc.boolean(),
    modificationPending: fc.boolean(),
    incidentClosed: fc.boolean(),
    shipments: fc.array(fc.constantFrom(...SHIPMENT_STATES).map((state) => shipment(state.code))),
  });
  fc.assert(
    fc.property(facts, (any) => {
      const actions = orderActions(any);
      for (const permission of Object.values(actions)) {
        if (!permission.allowed) expect(permission.reason).not.toBe('');
      }
      expect(actions.payable.allowed && actions.printable.allowed).toBe(false);
      expect(actions.pay_link.allowed && actions.can_generate_merchant_order.allowed).toBe(false);
      if (actions.pay_link.allowed || actions.can_generate_merchant_order.allowed) {
        expect(actions.payable.allowed).toBe(true);
      }
      if (any.openMerchantOrder) expect(actions.cancellable.allowed).toBe(false);
    }),
  );
});
