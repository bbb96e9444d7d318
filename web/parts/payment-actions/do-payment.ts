import type { ReplyOf } from '#shared/http/endpoint.ts';
import { countOrders, listOrders, readOrder } from '#shared/orders.ts';
import { cancelPayment, type createPayment, listPayments } from '#shared/payments.ts';
import { PENDING } from '#shared/rules/payments.ts';
import { listShipments, readShipment } from '#shared/shipments.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { asFailure } from '#web/lib/call-failure.ts';
import { refreshCalls } from '#web/lib/queries.ts';
import { goToPayment } from './go-to-payment.ts';
import type { PaymentAction } from './payment-action.ts';

type Cancellation = Extract<PaymentAction, { kind: 'cancel' }>;

/** Reasons that are listed: a payment may name hundreds of orders. */
const SHOWN = 5;

/** The response message as a danger alert (D1 §8), with what it says of single orders. */
function tell(error: unknown): void {
  const { message, errors } = asFailure(error);
  const reasons = new Set(errors.map((each) => each.message).filter((reason) => reason !== message));
  alerts.danger(message, undefined, [...reasons].slice(0, SHOWN));
}

const refresh = () => refreshCalls(listPayments, listOrders, countOrders, readOrder, listShipments, readShipment);

/** Leaves for the page of a payment that is being made; tells why when there is none. Never throws. */
export async function payAt(made: Promise<ReplyOf<typeof createPayment>>): Promise<void> {
  try {
    const { results } = await made;
    goToPayment(results.init_point);
  } catch (error) {
    tell(error);
    await refresh();
  }
}

/** The id of a payment; a gateway that doesn't send it with the order lists it among the open ones. */
async function idOf(payment: Cancellation['payment']): Promise<number | undefined> {
  if ('id' in payment) return payment.id;
  const { trackingId } = payment;
  const filter = { state_id: String(PENDING), tracking: trackingId };
  const { results } = await call(listPayments, { query: { page: 1, limit: 1, filter } });
  return results.find(({ orders }) => orders?.some(({ tracking_id }) => tracking_id === trackingId))?.id;
}

/** Cancels a payment, tells how it went, and reads again what it changed. Never throws. */
export async function cancel({ payment }: Cancellation): Promise<void> {
  try {
    const id = await idOf(payment);
    if (id === undefined) alerts.warning('El pago ya no está pendiente');
    else {
      const { message } = await call(cancelPayment, { params: { id: String(id) } });
      alerts.success(message || 'Pago cancelado');
    }
  } catch (error) {
    tell(error);
  }
  await refresh();
}
