import { fold } from './fold.ts';
import { deriveOrderState, hasEnded, isFinal, type ShipmentStatus } from './order-state.ts';
import { shipmentState } from './shipment-states.ts';

/** Whether something may be done, and if not, why: the sentence that the sender reads. */
export type Permission = { allowed: true } | { allowed: false; reason: string };

/** What is known of a shipment when its actions are decided. */
export type ShipmentFacts = ShipmentStatus & { returnRequested: boolean; printed: boolean };

/** What is known of an order when its actions are decided. */
export type OrderFacts = {
  /** The order was created prepaid (frozen like its price). */
  prepaid: boolean;
  /** A payment is confirmed (56). */
  paid: boolean;
  /** The one open payment (54), if there is any. */
  openMerchantOrder: { hasInitPoint: boolean } | null;
  /** The payment provider reported an approved payment, booked or (late, after a cancellation) not. */
  approvedPayment: boolean;
  /** A modification request waits for the provider's decision. */
  modificationPending: boolean;
  /** The order's shipments ended so long ago that a lost parcel is no news any more (readings C51). */
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

/** D1 §4's sentence for a cancellation that the state forbids. */
export const NOT_IN_THIS_STATE = 'Esta acción no está habilitada para órdenes en este estado';

const yes: Permission = { allowed: true };
const no = (reason: string): Permission => ({ allowed: false, reason });

/**
 * What may be done with an order (D1 §4, §6), with a reason for what may not: the buttons are shown and the requests
 * are refused by this alone. The pay link is the order's `init_point`.
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

/** Whether a shipment is neither cancelled nor at another end: those that labels are printed for. */
export function isActiveShipment(shipment: ShipmentStatus): boolean {
  return !isFinal(shipment);
}

/** Why a payment stands in the way of a cancellation, of an order or of one shipment; null if none does. */
export function paymentBlockingCancellation(order: OrderFacts): string | null {
  if (order.paid || order.approvedPayment) return 'No se puede cancelar: ya hay un pago aprobado';
  return order.openMerchantOrder ? 'Cancelá primero el pago pendiente' : null;
}

/** Whether labels wait for the payment of an order that was created prepaid. */
export function awaitsPayment(order: Pick<OrderFacts, 'prepaid' | 'paid'>): boolean {
  return order.prepaid && !order.paid;
}

/** Whether an order counts as printed: all its live shipments are (when none is live, all those not cancelled). */
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
  // Both may be printed as long as one of their shipments is on its way.
  ['con incidencia', PRINT_ENDED],
  ['entrega parcial', PRINT_ENDED],
]);

/** Why an order's labels can't be printed, where an answer only says that they can't: read off its state's text. */
export function orderNotPrintableReason(stateText: string): string {
  return PRINT_REASONS.get(fold(stateText)) ?? 'Esta orden no se puede imprimir';
}

/** Why an order isn't paid any more, for example because it expired. */
export const PAY_ENDED = 'No se puede pagar: los envíos de la orden ya finalizaron';

function payable(order: OrderFacts): Permission {
  if (!order.prepaid) return no('Esta orden no se paga por adelantado');
  if (order.paid) return no('Esta orden ya está pagada');
  // Money has come in for a payment that was cancelled before: nobody shall pay again while that is being settled.
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

/** Whether an order may be cancelled. */
export function cancellable(order: OrderFacts): Permission {
  const early = order.shipments.every(({ stateCode }) => stateCode !== null && shipmentState(stateCode).cancellable);
  if (order.shipments.length === 0 || !early) return no(NOT_IN_THIS_STATE);
  const payment = paymentBlockingCancellation(order);
  return payment === null ? yes : no(payment);
}

/** Why an order isn't edited while a request waits for the provider. */
export const EDIT_PENDING = 'Ya hay una modificación pendiente de aprobación';

function canRequestEdit(order: OrderFacts): Permission {
  if (isCancelled(order)) return no('No se puede editar: la orden está cancelada');
  if (order.shipments.length === 0) return no('No se puede editar: la orden no tiene envíos');
  if (hasEnded(order)) return no('No se puede editar: los envíos de la orden ya finalizaron');
  return order.modificationPending ? no(EDIT_PENDING) : yes;
}
