import { type Queue, queue } from '#server/cluster/jobs.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { PaymentKey } from '#server/domain/payment-queues.ts';
import { renderMail } from '#server/integrations/mail/mail-template.ts';
import { money, pluralize } from '#shared/format.ts';
import { findPayment, paidOrders, readPayer } from './payment.store.ts';

/** The waits between tries double from two seconds: a mail server may be away for some two hours. */
const MAIL_RETRY_LIMIT = 12;

/** Orders that a mail names. */
const NAMED = 20;

export const paymentMails: Queue<PaymentKey> = queue('payment-mail', MAIL_RETRY_LIMIT);

/** Asks for the one mail of a payment within the transaction that confirms it. */
export function enqueuePaymentMail(deps: Deps, trx: Trx, paymentKey: PaymentKey): Promise<void> {
  return deps.jobs.enqueue(trx, paymentMails, paymentKey);
}

/** Tells whoever began a payment that it is confirmed. Throws when the mail service doesn't take it: it is tried again. */
export async function sendPaymentMail(deps: Deps, { clientId, id }: PaymentKey): Promise<void> {
  const { db, config, mailer } = deps;
  const found = await db.withClient(clientId, async (trx) => {
    const payment = await findPayment(trx, clientId, id);
    const orders = await paidOrders(trx, clientId, id);
    const user = await readPayer(trx, clientId, payment?.begun_by ?? null);
    return payment && user ? { payment, orders, user } : null;
  });
  if (!found) return;
  const { payment, orders, user } = found;
  const names = orders.slice(0, NAMED).map(({ order_id, tracking_id }) => `${order_id} (${tracking_id})`);
  const rest = orders.length > NAMED ? ` y ${orders.length - NAMED} más` : '';
  const letter = {
    to: user.email,
    name: user.first_name,
    subject: 'Confirmamos tu pago',
    paragraphs: [
      `Recibimos ${money(payment.amount_cents / 100)} por ${pluralize(orders.length, 'orden', 'órdenes')}. El pago es el número ${id}.`,
      `${orders.length === 1 ? 'Orden' : 'Órdenes'}: ${names.join(', ')}${rest}.`,
      'Ya podés imprimir las etiquetas.',
    ],
    action: { text: 'Ver las órdenes', url: `${config.PUBLIC_URL}/ordenes` },
  };
  await mailer.send(renderMail(letter, { brand: config.BRAND_NAME, support: config.BRAND_SUPPORT }));
}
