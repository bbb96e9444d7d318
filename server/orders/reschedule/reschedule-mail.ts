import type { Deps } from '#server/integrations/deps.ts';
import { greetingName } from '#server/people/access/mail-names.ts';
import { readMailRecipient } from '#server/people/domain/mail/mail-recipient.store.ts';
import { BUSINESS_MAILS, mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { trackingIdOf } from '#shared/orders/rules/code/tracking-id.ts';
import { askedReschedule, rescheduleById } from './reschedule.store.ts';

/** A decided request. */
interface RescheduleKey {
  clientId: number;
  id: number;
  /** Time of the decision, ISO 8601. The mail isn't sent once it was undone. Jobs of the version before lack it. */
  decidedAt?: string;
}

export const rescheduleMails = mailQueue<RescheduleKey>('reschedule-mail', { limits: BUSINESS_MAILS });

/** Mails the decision to the user who asked, or to an owner once that user left. Throws if the mail service fails: the job is retried. */
export async function sendRescheduleMail(deps: Deps, { clientId, id, decidedAt }: RescheduleKey): Promise<void> {
  const found = await deps.db.withClient(clientId, async (trx) => {
    const request = await rescheduleById(trx, clientId, id);
    const asked = await askedReschedule(trx, clientId, id);
    const at = asked?.decidedAt?.toISOString();
    if (!request || !asked || at === undefined || at !== (decidedAt ?? at)) return null;
    const user = await readMailRecipient(trx, clientId, asked.userId);
    return user && { request, user };
  });
  if (!found) return;
  const { request, user } = found;
  const { shipment_id: label, order_id, date, reason } = request;
  const accepted = request.state === 'Aprobado';
  await sendMail(deps, rescheduleMails, 'decided', {
    to: user.email,
    name: greetingName({ firstName: user.first_name }),
    subject: accepted ? `Reprogramamos el envío ${label}` : `No pudimos reprogramar el envío ${label}`,
    paragraphs: [
      accepted
        ? `El envío ${label} de la orden ${order_id} se entrega el ${formatDate(date)}, como pediste.`
        : `Pediste la entrega del envío ${label} de la orden ${order_id} para el ${formatDate(date)}. No se puede: ${reason}`,
    ],
    action: {
      text: 'Ver la orden',
      url: `${deps.config.PUBLIC_URL}/ordenes/detalle/${trackingIdOf(label)}`,
    },
  });
}
