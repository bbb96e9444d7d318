import { expect, test } from 'vitest';
import {
  editButton,
  hasReturnFlag,
  type OrderOnScreen,
  orderHeaderActions,
  shipmentCardActions,
} from './detail-actions.ts';

const plainScreen = { returnFlag: false, reverseLogistics: false };
const fullScreen = { returnFlag: true, reverseLogistics: true };
const order = (states: string[], more: Partial<OrderOnScreen> = {}): OrderOnScreen => ({
  stateName: 'En Curso',
  cancellable: false,
  printable: true,
  shipments: states.map((state) => ({ state })),
  ...more,
});
const tooltip = 'Esta acción no está habilitada para órdenes en este estado';

test('Cancelar is offered when the order is cancellable', () => {
  expect(orderHeaderActions(order(['Registrado'], { cancellable: true }), plainScreen).cancel.show).toBe('enabled');
  expect(orderHeaderActions(order(['En Curso']), plainScreen).cancel.show).toBe('hidden');
});

test('in a cancelled order, or beside a cancelled shipment, Cancelar is disabled with the reason', () => {
  const cancelled = order(['Registrado'], { stateName: 'CANCELADO', cancellable: true });
  expect(orderHeaderActions(cancelled, plainScreen).cancel).toEqual({ show: 'disabled', tooltip });
  const partly = order(['Registrado', 'cancelado'], { cancellable: true });
  expect(orderHeaderActions(partly, plainScreen).cancel).toEqual({ show: 'disabled', tooltip });
});

test('when only a payment prevents the cancellation, the disabled button gives that reason', () => {
  const waiting = order(['Pendiente de Pago'], { cancellableReason: 'Cancelá primero el pago pendiente' });
  expect(orderHeaderActions(waiting, plainScreen).cancel).toEqual({
    show: 'disabled',
    tooltip: 'Cancelá primero el pago pendiente',
  });
});

test('the return of a whole order is offered if every shipment is retirado or descargado and the address allows it', () => {
  expect(orderHeaderActions(order(['RETIRADO', 'Descargado']), fullScreen).return).toBe(true);
  expect(orderHeaderActions(order(['RETIRADO', 'Descargado']), plainScreen).return).toBe(false);
  expect(orderHeaderActions(order(['Retirado', 'En Curso']), fullScreen).return).toBe(false);
  expect(orderHeaderActions(order([]), fullScreen).return).toBe(false);
});

test('reverse logistics of a whole order is offered if it has shipments and all are delivered', () => {
  expect(orderHeaderActions(order(['ENTREGADO', 'Entregado']), fullScreen).reverseLogistics).toBe(true);
  expect(orderHeaderActions(order(['Entregado']), plainScreen).reverseLogistics).toBe(false);
  expect(orderHeaderActions(order(['Entregado', 'No Entregado']), fullScreen).reverseLogistics).toBe(false);
  expect(orderHeaderActions(order([]), fullScreen).reverseLogistics).toBe(false);
});

test('the card of a shipment offers the actions that its state allows', () => {
  const actions = (state: string) =>
    Object.entries(shipmentCardActions({ state }, fullScreen)).flatMap(([name, shown]) => (shown ? [name] : []));
  expect(actions('LOGISTICA INVERSA REGISTRADA')).toEqual(['cancel']);
  expect(actions('Descargado')).toEqual(['return']);
  expect(actions('Entregado')).toEqual(['reverseLogistics']);
  expect(actions('En Tránsito')).toEqual([]);
  expect(actions('Abducido')).toEqual([]);
  expect(shipmentCardActions({ state: 'Retirado' }, plainScreen).return).toBe(false);
});

test('Editar is disabled with a reason while a request is pending, and hidden once the order has ended', () => {
  const tooltip = 'Ya hay una modificación pendiente de aprobación';
  expect(editButton({ can_request_edit: true })).toEqual({ show: 'enabled' });
  const waits = { can_request_edit: false, last_modification_incidence_state: 'PENDIENTE' };
  expect(editButton(waits)).toEqual({ show: 'disabled', tooltip });
  expect(editButton({ ...waits, blocked: { can_request_edit: tooltip } })).toEqual({ show: 'disabled', tooltip });
  const ended = { can_request_edit: 'No se puede editar: los envíos de la orden ya finalizaron' };
  expect(editButton({ ...waits, blocked: ended })).toEqual({ show: 'hidden' });
  expect(editButton({ can_request_edit: false, last_modification_incidence_state: null })).toEqual({ show: 'hidden' });
});

test('the return flag is set by any value except 0 and false', () => {
  const flag = (query: string) => hasReturnFlag(new URLSearchParams(query));
  expect([flag('?devolucion'), flag('?devolucion=1'), flag('?devolucion=true')]).toEqual([true, true, true]);
  expect([flag(''), flag('?devolucion=0'), flag('?devolucion=false')]).toEqual([false, false, false]);
});
