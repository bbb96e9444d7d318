import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { MailContent } from '#server/integrations/mail/mail-template.ts';
import { enqueueAccessMail } from '#server/people/access/access-mails.ts';
import { displayUsername, greetingName } from '#server/people/access/mail-names.ts';
import { userWithEmail } from '#server/people/access/members.ts';
import { issueToken } from '#server/people/access/password/one-time-token.ts';
import { mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import { type ChangeAddress, EMAIL_CHANGE_HOURS } from '#shared/people/email-change.ts';
import { type ChangingUser, lockChangingUser, readChange } from './email-change.store.ts';

/** Job payload of a mail about a change. Contains only ids. */
interface EmailChangeMail {
  clientId: number;
  userId: number;
  changeId: number;
  /** The address that the mail is sent to. */
  address: ChangeAddress;
}

export const emailChangeMails = mailQueue<EmailChangeMail>('email-change-mail', { requested: ['old', 'new'] });

/** Enqueues a mail in the caller's transaction. */
export function enqueueEmailChangeMail(deps: Deps, trx: Trx, mail: EmailChangeMail): Promise<void> {
  return deps.jobs.enqueue(trx, emailChangeMails, mail);
}

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export async function sendEmailChangeMail(deps: Deps, mail: EmailChangeMail): Promise<void> {
  const content = await deps.db.withClient(mail.clientId, (trx) => renderContent(deps, trx, mail));
  if (!content) return;
  await sendMail(deps, emailChangeMails, mail.address, content);
}

/**
 * Returns the mail to one address of an open change, with a new link. The user who has the new address already, in any company, gets
 * a notice instead. The response to the request is the same in both cases (readings S9).
 */
async function renderContent(deps: Deps, trx: Trx, mail: EmailChangeMail): Promise<MailContent | null> {
  const { config, clock } = deps;
  const now = clock();
  const user = await lockChangingUser(trx, mail);
  const change = user && !user.inactive ? await readChange(trx, mail, now) : null;
  // A later request has its own mails, and its new address must not get the link of another one.
  if (!user || change?.id !== mail.changeId || change[mail.address]) return null;
  const account = mail.address === 'new' ? await userWithEmail(trx, change.email) : null;
  if (account) {
    await enqueueAccessMail(deps, trx, 'taken-change', account);
    return null;
  }
  const token = await issueToken(trx, userPrincipal(mail), `email-${mail.address}`, now);
  const url = `${config.PUBLIC_URL}/cambio-de-email/${token}`;
  return mail.address === 'old' ? toOldAddress(user, change.email, url) : toNewAddress(change.email, url);
}

const EXPIRY = `El enlace sirve una sola vez y vence en ${EMAIL_CHANGE_HOURS} horas.`;

function toOldAddress(user: ChangingUser, email: string, url: string): MailContent {
  const username = displayUsername(user);
  return {
    to: user.email,
    name: greetingName(user),
    subject: 'Confirmá el cambio de tu email',
    paragraphs: [
      `Pediste cambiar el email ${username === null ? 'de tu cuenta' : `del usuario ${username}`} a ${email}.`,
      `Para que valga, confirmalo desde este email y desde el nuevo. ${EXPIRY}`,
      'Si no fuiste vos, abrí el enlace, retirá el cambio y cambiá tu contraseña: alguien la conoce.',
    ],
    action: { text: 'Confirmar o retirar el cambio', url },
  };
}

/** Contains nothing about the account: a wrong address belongs to somebody else. */
function toNewAddress(email: string, url: string): MailContent {
  return {
    to: email,
    name: '',
    subject: 'Confirmá tu email nuevo',
    paragraphs: [
      'Recibimos el pedido de usar este email en una cuenta.',
      `Para que valga, confirmalo desde este email y desde el anterior. ${EXPIRY}`,
      'Si no fuiste vos, no hace falta que hagas nada.',
    ],
    action: { text: 'Confirmar mi email nuevo', url },
  };
}
