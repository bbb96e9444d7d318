import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { cancelPayment, type createPayment, listPayments, type Payment } from '#shared/money/payments.ts';
import { PENDING } from '#shared/money/rules/payments.ts';
import { countOrders, listOrders, readOrder } from '#shared/orders/orders.ts';
import { listShipments, readShipment } from '#shared/orders/shipments.ts';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import type { PaymentAction } from './payment-action.ts';
import { redirectToCheckout } from './redirect-to-checkout.ts';

type Cancellation = Extract<PaymentAction, { kind: 'cancel' }>;

/** Maximum number of listed reasons; a payment may have hundreds of orders. */
const SHOWN = 5;

/** Shows the response message as a danger alert (D1 §8), with the errors of single orders. */
function showPaymentError(error: unknown): void {
  const { message, errors } = asApiError(error);
  const reasons = new Set(errors.map((error) => error.message).filter((reason) => reason !== message));
  alerts.failure(error, message, undefined, [...reasons].slice(0, SHOWN));
}

const refresh = () =>
  invalidateApiQueries(listPayments, listOrders, countOrders, readOrder, listShipments, readShipment);

/** Opens the checkout page of a payment that is being created; shows an alert on failure. Never throws. */
export async function openCheckout(payment: Promise<ReplyOf<typeof createPayment>>): Promise<void> {
  try {
    const { results } = await payment;
    redirectToCheckout(results.init_point);
  } catch (error) {
    showPaymentError(error);
    await refresh();
  }
}

type FoundPayment = Pick<Payment, 'id'> & Partial<Pick<Payment, 'cancelable' | 'blocked'>>;

/** Finds a payment. If the gateway sends no payment id with the order, looks it up in the list of open payments. */
async function find(payment: Cancellation['payment']): Promise<FoundPayment | undefined> {
  if ('id' in payment) return payment;
  const { trackingId } = payment;
  const filter = { state_id: String(PENDING), tracking: trackingId };
  const { results } = await call(listPayments, { query: { page: 1, limit: 1, filter } });
  return results.find(({ orders }) => orders?.some(({ tracking_id }) => tracking_id === trackingId));
}

/** Cancels a payment, shows the result, and refetches the changed data. Never throws. */
export async function cancel({ payment }: Cancellation): Promise<void> {
  try {
    const found = await find(payment);
    if (!found) alerts.warning('El pago ya no está pendiente');
    else if (found.cancelable === false)
      alerts.warning(found.blocked?.cancelable ?? 'El pago no se puede cancelar ahora');
    else {
      const { message } = await call(cancelPayment, { params: { id: String(found.id) } });
      alerts.success(message || 'Pago cancelado');
    }
  } catch (error) {
    showPaymentError(error);
  }
  await refresh();
}
