import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { PaymentKey } from '#server/money/domain/payment-queues.ts';
import { findPayment, paidOrders } from '#server/money/payment/payment.store.ts';
import { greetingName } from '#server/people/access/mail-names.ts';
import { readMailRecipient } from '#server/people/domain/mail/mail-recipient.store.ts';
import { BUSINESS_MAILS, mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import { money, pluralize } from '#shared/kit/text/format.ts';

/** Most orders that a mail lists. */
const MAX_LISTED = 20;

export const paymentMails = mailQueue<PaymentKey>('payment-mail', { limits: BUSINESS_MAILS });

/** Enqueues the payment's mail in the transaction that confirms the payment, so that it is sent once (outbox). */
export function enqueuePaymentMail(deps: Deps, trx: Trx, paymentKey: PaymentKey): Promise<void> {
  return deps.jobs.enqueue(trx, paymentMails, paymentKey);
}

/** Mails the payment's confirmation to the user who began it, or to an owner once that user left. Throws if the mail service fails: the job is retried. */
export async function sendPaymentMail(deps: Deps, { clientId, id }: PaymentKey): Promise<void> {
  const { db, config } = deps;
  const found = await db.withClient(clientId, async (trx) => {
    const payment = await findPayment(trx, clientId, id);
    const orders = await paidOrders(trx, clientId, id);
    const user = await readMailRecipient(trx, clientId, payment?.begun_by ?? null);
    return payment && user ? { payment, orders, user } : null;
  });
  if (!found) return;
  const { payment, orders, user } = found;
  const names = orders.slice(0, MAX_LISTED).map(({ order_id, tracking_id }) => `${order_id} (${tracking_id})`);
  const rest = orders.length > MAX_LISTED ? ` y ${orders.length - MAX_LISTED} más` : '';
  const letter = {
    to: user.email,
    name: greetingName({ firstName: user.first_name }),
    subject: 'Confirmamos tu pago',
    paragraphs: [
      `Recibimos ${money(payment.amount_cents / 100)} por ${pluralize(orders.length, 'orden', 'órdenes')}. El pago es el número ${id}.`,
      `${orders.length === 1 ? 'Orden' : 'Órdenes'}: ${names.join(', ')}${rest}.`,
      payment.attention === null
        ? 'Ya podés imprimir las etiquetas.'
        : 'Estamos revisando el pago. Te escribimos si hace falta algo más.',
    ],
    action: { text: 'Ver las órdenes', url: `${config.PUBLIC_URL}/ordenes` },
  };
  await sendMail(deps, paymentMails, 'paid', letter);
}
