import type { ReplyOf } from '#shared/http/endpoint.ts';
import { countOrders, listOrders, readOrder } from '#shared/orders.ts';
import { cancelPayment, type createPayment, listPayments, type Payment } from '#shared/payments.ts';
import { PENDING } from '#shared/rules/payments.ts';
import { listShipments, readShipment } from '#shared/shipments.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import type { PaymentAction } from './payment-action.ts';
import { redirectToCheckout } from './redirect-to-checkout.ts';

type Cancellation = Extract<PaymentAction, { kind: 'cancel' }>;

/** Reasons that are listed: a payment may name hundreds of orders. */
const SHOWN = 5;

/** The response message as a danger alert (D1 §8), with what it says of single orders. */
function showPaymentError(error: unknown): void {
  const { message, errors } = asApiError(error);
  const reasons = new Set(errors.map((each) => each.message).filter((reason) => reason !== message));
  alerts.failure(error, message, undefined, [...reasons].slice(0, SHOWN));
}

const refresh = () =>
  invalidateApiQueries(listPayments, listOrders, countOrders, readOrder, listShipments, readShipment);

/** Leaves for the page of a payment that is being made; tells why when there is none. Never throws. */
export async function openCheckout(made: Promise<ReplyOf<typeof createPayment>>): Promise<void> {
  try {
    const { results } = await made;
    redirectToCheckout(results.init_point);
  } catch (error) {
    showPaymentError(error);
    await refresh();
  }
}

type FoundPayment = Pick<Payment, 'id'> & Partial<Pick<Payment, 'cancelable' | 'blocked'>>;

/** A payment; a gateway that doesn't send its id with the order lists it among the open ones. */
async function find(payment: Cancellation['payment']): Promise<FoundPayment | undefined> {
  if ('id' in payment) return payment;
  const { trackingId } = payment;
  const filter = { state_id: String(PENDING), tracking: trackingId };
  const { results } = await call(listPayments, { query: { page: 1, limit: 1, filter } });
  return results.find(({ orders }) => orders?.some(({ tracking_id }) => tracking_id === trackingId));
}

/** Cancels a payment, tells how it went, and reads again what it changed. Never throws. */
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
