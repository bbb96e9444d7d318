import { fold } from '#shared/kit/text/fold.ts';
import { PAY_ENDED } from '#shared/orders/rules/order-actions.ts';
import { CONFIRMED, PENDING, paymentStateId } from './payments.ts';

/** Fields of an order that its payment actions depend on, as any gateway returns them. */
export interface OrderToPay {
  payable: boolean;
  can_generate_merchant_order: boolean;
  init_point?: string | null;
  order_state?: { name: string } | null;
  /** `cancelable` is set when the gateway returns the flag with the order. */
  merchant_order?: { state?: { id: number | string } | null; cancelable?: boolean } | null;
}

/** Payment actions that a sender has on an order. */
export interface OrderPaymentActions {
  /** Link of the open payment; null when there is none. */
  payLink: string | null;
  generate: boolean;
  cancel: boolean;
}

const paymentState = ({ merchant_order }: OrderToPay) => paymentStateId(merchant_order?.state?.id);

const stateIs = ({ order_state }: OrderToPay, name: string) => fold(order_state?.name ?? '') === name;

/** Returns the payment actions of an order's row (D1 §2, readings C41). */
export function orderPaymentActions(order: OrderToPay): OrderPaymentActions {
  return {
    payLink: (order.payable && stateIs(order, 'pendiente de pago') && order.init_point) || null,
    generate: order.payable && order.can_generate_merchant_order,
    cancel: paymentState(order) === PENDING && order.merchant_order?.cancelable !== false,
  };
}

/** Why an order with an open payment can't be added to another one. */
export const HAS_PAYMENT = 'Esta orden ya tiene un pago generado';

/** Returns why an order can't be added to a payment, from its flags and states; null when it can. */
export function orderNotPayableReason(order: OrderToPay): string | null {
  if (order.payable) return order.can_generate_merchant_order ? null : HAS_PAYMENT;
  if (stateIs(order, 'cancelado')) return 'No se puede pagar: la orden está cancelada';
  if (paymentState(order) === CONFIRMED) return 'Esta orden ya está pagada';
  return stateIs(order, 'expirado') ? PAY_ENDED : 'Esta orden no tiene un pago pendiente';
}
