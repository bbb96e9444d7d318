import { fold } from './fold.ts';
import { PAY_ENDED } from './order-actions.ts';
import { CONFIRMED, PENDING, paymentStateId } from './payments.ts';

/** What the answers of the calls say of an order's payment, whichever gateway gave them. */
export interface OrderToPay {
  payable: boolean;
  can_generate_merchant_order: boolean;
  init_point?: string | null;
  order_state?: { name: string } | null;
  /** `cancelable` where the gateway says so with the order. */
  merchant_order?: { state?: { id: number | string } | null; cancelable?: boolean } | null;
}

/** What a sender may do about an order's payment. */
export interface OrderPaymentActions {
  /** Where its open payment is paid; null when there is nothing to follow. */
  payLink: string | null;
  generate: boolean;
  cancel: boolean;
}

const paymentState = ({ merchant_order }: OrderToPay) => paymentStateId(merchant_order?.state?.id);

const stateIs = ({ order_state }: OrderToPay, name: string) => fold(order_state?.name ?? '') === name;

/** The row actions that are about paying (D1 §2, readings C41). */
export function orderPaymentActions(order: OrderToPay): OrderPaymentActions {
  return {
    payLink: (order.payable && stateIs(order, 'pendiente de pago') && order.init_point) || null,
    generate: order.payable && order.can_generate_merchant_order,
    cancel: paymentState(order) === PENDING && order.merchant_order?.cancelable !== false,
  };
}

/** Why a payment can't take an order, read off its flags and states; null when it can. */
export function orderNotPayableReason(order: OrderToPay): string | null {
  if (order.payable) return order.can_generate_merchant_order ? null : 'Esta orden ya tiene un pago generado';
  if (stateIs(order, 'cancelado')) return 'No se puede pagar: la orden está cancelada';
  if (paymentState(order) === CONFIRMED) return 'Esta orden ya está pagada';
  return stateIs(order, 'expirado') ? PAY_ENDED : 'Esta orden no tiene un pago pendiente';
}
