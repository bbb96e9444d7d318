import { fold } from '#shared/kit/text/fold.ts';
import { deriveOrderState, hasEnded, isFinal, type ShipmentStatus } from './order-state.ts';
import { shipmentState } from './shipment/shipment-states.ts';

/** Whether an action is allowed, and the reason for the sender when it isn't. */
export type Permission = { allowed: true } | { allowed: false; reason: string };

/** Facts about a shipment that its actions depend on. */
export type ShipmentFacts = ShipmentStatus & { returnRequested: boolean; printed: boolean };

/** Facts about an order that its actions depend on. */
export type OrderFacts = {
  /** The order was created as prepaid; the flag is frozen, like the price. */
  prepaid: boolean;
  /** A payment is confirmed (state 56). */
  paid: boolean;
  /** The open payment (state 54); null when there is none. */
  openMerchantOrder: { hasInitPoint: boolean } | null;
  /** The payment provider reported an approved payment, booked or (after a cancellation) not booked. */
  approvedPayment: boolean;
  /** A modification request is pending at the provider. */
  modificationPending: boolean;
  /** The order's shipments ended so long ago that a lost shipment no longer counts as an incident (readings C51). */
  incidentClosed: boolean;
  shipments: readonly ShipmentFacts[];
};

export type OrderAction =
  | 'printable'
  | 'payable'
  | 'can_generate_merchant_order'
  | 'pay_link'
  | 'cancellable'
  | 'can_request_edit';

/** Text of D1 §4 for a cancellation in a state that doesn't allow it. */
export const NOT_IN_THIS_STATE = 'Esta acción no está habilitada para órdenes en este estado';

const yes: Permission = { allowed: true };
const no = (reason: string): Permission => ({ allowed: false, reason });

/**
 * Decides the actions of an order (D1 §4, §6), with a reason for each refusal. Both the buttons and the calls use this
 * decision. The payment link is the order's `init_point`.
 */
export function orderActions(order: OrderFacts): Record<OrderAction, Permission> {
  return {
    printable: printable(order),
    payable: payable(order),
    can_generate_merchant_order: canGenerateMerchantOrder(order),
    pay_link: payLink(order),
    cancellable: cancellable(order),
    can_request_edit: canRequestEdit(order),
  };
}

/** Returns whether a shipment is neither cancelled nor ended: labels are printed for active shipments only. */
export function isActiveShipment(shipment: ShipmentStatus): boolean {
  return !isFinal(shipment);
}

/**
 * Returns the payment's reason against cancelling an order or one shipment; null when no payment prevents the
 * cancellation.
 */
export function paymentBlockingCancellation(order: OrderFacts): string | null {
  if (order.paid || order.approvedPayment) return 'No se puede cancelar: ya hay un pago aprobado';
  return order.openMerchantOrder ? 'Cancelá primero el pago pendiente' : null;
}

/** Returns whether the labels of an order that was created as prepaid wait for its payment. */
export function awaitsPayment(order: Pick<OrderFacts, 'prepaid' | 'paid'>): boolean {
  return order.prepaid && !order.paid;
}

/**
 * Returns whether an order counts as printed: all active shipments are printed, or without active ones all that aren't
 * cancelled.
 */
export function isPrinted(shipments: readonly ShipmentFacts[]): boolean {
  const notCancelled = shipments.filter((shipment) => shipment.stateCode !== 'cancelado');
  const counted = [shipments.filter(isActiveShipment), notCancelled, shipments].find((group) => group.length > 0);
  return counted?.every((shipment) => shipment.printed) ?? false;
}

function isCancelled(order: OrderFacts): boolean {
  return deriveOrderState(order) === 'cancelado';
}

const PRINT_CANCELLED = 'No se puede imprimir: la orden está cancelada';
const PRINT_ENDED = 'No se puede imprimir: los envíos de la orden ya finalizaron';
const PRINT_UNPAID = 'No se puede imprimir: falta pagar la orden';

function printable(order: OrderFacts): Permission {
  if (order.shipments.length === 0) return no('No se puede imprimir: la orden no tiene envíos');
  if (isCancelled(order)) return no(PRINT_CANCELLED);
  if (!order.shipments.some(isActiveShipment)) return no(PRINT_ENDED);
  return awaitsPayment(order) ? no(PRINT_UNPAID) : yes;
}

const PRINT_REASONS = new Map([
  ['pendiente de pago', PRINT_UNPAID],
  ['cancelado', PRINT_CANCELLED],
  ['entregado', PRINT_ENDED],
  ['devuelto', PRINT_ENDED],
  ['expirado', PRINT_ENDED],
  // Both states allow printing while one shipment is active.
  ['con incidencia', PRINT_ENDED],
  ['entrega parcial', PRINT_ENDED],
]);

/** Returns why an order's labels can't be printed, from the text of its state. For responses without a reason. */
export function orderNotPrintableReason(stateText: string): string {
  return PRINT_REASONS.get(fold(stateText)) ?? 'Esta orden no se puede imprimir';
}

/** Reason of an order that can't be paid any more, for example because it expired. */
export const PAY_ENDED = 'No se puede pagar: los envíos de la orden ya finalizaron';

function payable(order: OrderFacts): Permission {
  if (!order.prepaid) return no('Esta orden no se paga por adelantado');
  if (order.paid) return no('Esta orden ya está pagada');
  // The provider reported money for a cancelled payment. A second payment must wait until this one is settled.
  if (order.approvedPayment) return no('Recibimos un pago de esta orden después de cancelarlo: lo estamos revisando');
  if (isCancelled(order)) return no('No se puede pagar: la orden está cancelada');
  if (order.shipments.length === 0) return no('No se puede pagar: la orden no tiene envíos');
  return hasEnded(order) ? no(PAY_ENDED) : yes;
}

function canGenerateMerchantOrder(order: OrderFacts): Permission {
  const mayPay = payable(order);
  if (!mayPay.allowed) return mayPay;
  return order.openMerchantOrder ? no('Esta orden ya tiene un pago generado') : yes;
}

function payLink(order: OrderFacts): Permission {
  const mayPay = payable(order);
  if (!mayPay.allowed) return mayPay;
  if (!order.openMerchantOrder) return no('Generá primero el pago de la orden');
  return order.openMerchantOrder.hasInitPoint ? yes : no('El pago se está generando. Probá de nuevo en un momento');
}

/** Returns whether an order may be cancelled. */
export function cancellable(order: OrderFacts): Permission {
  const early = order.shipments.every(({ stateCode }) => stateCode !== null && shipmentState(stateCode).cancellable);
  if (order.shipments.length === 0 || !early) return no(NOT_IN_THIS_STATE);
  const payment = paymentBlockingCancellation(order);
  return payment === null ? yes : no(payment);
}

/** Reason of an order that can't be edited because a modification request is pending. */
export const EDIT_PENDING = 'Ya hay una modificación pendiente de aprobación';

function canRequestEdit(order: OrderFacts): Permission {
  if (isCancelled(order)) return no('No se puede editar: la orden está cancelada');
  if (order.shipments.length === 0) return no('No se puede editar: la orden no tiene envíos');
  if (hasEnded(order)) return no('No se puede editar: los envíos de la orden ya finalizaron');
  return order.modificationPending ? no(EDIT_PENDING) : yes;
}
