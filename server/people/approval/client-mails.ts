import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { MailContent } from '#server/integrations/mail/mail-template.ts';
import { DECISION_MAIL_SECONDS } from '#server/orders/domain/undo-decision.ts';
import { displayUsername, greetingName } from '#server/people/access/mail-names.ts';
import { issueToken } from '#server/people/access/password/one-time-token.ts';
import { mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { createSecretEncryption } from '#server/platform/secrets/encryption.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import { STOP_CORRECTION_HOURS } from '#shared/people/email-correction.ts';
import { activeOwners } from './client-approval.store.ts';
import { type Recipient, readRecipient } from './client-mails.store.ts';

/** Job payload of a mail about a decision of the provider. Contains an address only encrypted, where the user has it no more. */
type ClientMail = UserKey &
  (
    | { kind: 'blocked' | 'user-blocked' }
    | {
        kind: 'approved' | 'rejected';
        /** Time of the decision, ISO 8601. The mail isn't sent once it was undone. Jobs of the version before lack it. */
        decidedAt?: string;
      }
    | {
        kind: 'email';
        /** The address before the change, by `encryptAddress`; without it the mail goes to the new one. */
        former?: string;
        /** Whether the mail to the former address has a link that stops the change. */
        stoppable?: boolean;
      }
  );

export const clientMails = mailQueue<ClientMail>('client-mail');

const encryption = ({ config }: Pick<Deps, 'config'>) =>
  createSecretEncryption(config.SECRETS_KEY, config.SECRETS_KEY_PREVIOUS);

const addressUse = (userId: number) => `former address of user ${userId}`;

/** Encrypts an address that a user has no more for the payload of a mail: jobs are kept for days after they ended. */
export const encryptAddress = (deps: Pick<Deps, 'config'>, userId: number, address: string): string =>
  encryption(deps).encrypt(Buffer.from(address), addressUse(userId)).toString('base64url');

/** Enqueues a mail to a user in the caller's transaction. Mails about decisions are sent once these can't be undone any more. */
export function enqueueClientMail(deps: Deps, trx: Trx, mail: ClientMail): Promise<void> {
  return deps.jobs.enqueue(trx, clientMails, mail, 'decidedAt' in mail ? DECISION_MAIL_SECONDS : 0);
}

/** Enqueues a mail to each active owner of a client. @param trx a transaction of the role `provider` */
export async function enqueueOwnerMails(
  deps: Deps,
  trx: Trx,
  clientId: number,
  content: { kind: 'blocked' } | { kind: 'approved' | 'rejected'; decidedAt: string },
): Promise<void> {
  for (const userId of await activeOwners(trx, clientId)) {
    await enqueueClientMail(deps, trx, { ...content, clientId, userId });
  }
}

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export async function sendClientMail(deps: Deps, mail: ClientMail): Promise<void> {
  const { db, config } = deps;
  if (mail.kind === 'email' && mail.former !== undefined) return sendFormerAddressMail(deps, mail, mail.former);
  const recipient = await db.withClient(mail.clientId, (trx) => readRecipient(trx, mail.clientId, mail.userId));
  const content = recipient && contentOf(mail, recipient, `${config.PUBLIC_URL}/login`);
  if (!content) return;
  await sendMail(deps, clientMails, mail.kind, { to: recipient.email, name: greetingName(recipient), ...content });
}

/**
 * Informs an address that a user has no more, and lets its owner stop the change. It may belong to another person, so the mail contains
 * neither the new address nor a name.
 */
async function sendFormerAddressMail(
  deps: Deps,
  { stoppable = false, ...user }: UserKey & { stoppable?: boolean },
  former: string,
): Promise<void> {
  const { db, config, clock } = deps;
  const to = encryption(deps).decrypt(Buffer.from(former, 'base64url'), addressUse(user.userId)).toString();
  // Strict mode has no page that stops it.
  const hasLink = stoppable && !config.STRICT_CONTRACT;
  const token =
    hasLink &&
    (await db.withClient(user.clientId, (trx) => issueToken(trx, userPrincipal(user), 'email-correction', clock())));
  await sendMail(deps, clientMails, 'former-email', {
    to,
    name: '',
    subject: 'Este email ya no es el de una cuenta',
    paragraphs: [
      'La cuenta que tenía este email tiene otro, a pedido. Los enlaces de los mails anteriores ya no sirven.',
      token
        ? `Si era tu cuenta y no lo pediste, detenelo ahora y avisanos. El enlace sirve una sola vez y vence en ${STOP_CORRECTION_HOURS / 24} días.`
        : 'Si era tu cuenta y no lo pediste, avisanos ahora mismo.',
    ],
    ...(token && { action: { text: 'Detener el cambio', url: `${config.PUBLIC_URL}/detener-correccion/${token}` } }),
  });
}

/** Whether a decision is still the one of a mail. */
const stands = (decided: Date | null, decidedAt: string | undefined): boolean =>
  decided !== null && (decidedAt === undefined || decided.toISOString() === decidedAt);

/** Returns the content of a mail; null if the provider has decided otherwise meanwhile. */
function contentOf(mail: ClientMail, recipient: Recipient, login: string): Omit<MailContent, 'to' | 'name'> | null {
  const { rejectionReason, clientBlockedReason, userBlockedReason } = recipient;
  switch (mail.kind) {
    case 'approved':
      return !stands(recipient.approvedAt, mail.decidedAt)
        ? null
        : {
            subject: 'Tu cuenta está aprobada',
            paragraphs: ['Revisamos tu registro y aprobamos tu cuenta. Ya podés crear órdenes.'],
            action: { text: 'Ingresar', url: login },
          };
    case 'rejected':
      return !stands(recipient.rejectedAt, mail.decidedAt)
        ? null
        : {
            subject: 'No aprobamos tu cuenta',
            paragraphs: [
              'Revisamos tu registro y por ahora no aprobamos tu cuenta.',
              `El motivo: ${rejectionReason}`,
              'Podés seguir viendo el portal y cotizar. Si es un error, hablá con nosotros.',
            ],
          };
    case 'blocked':
      return blockedContent('Bloqueamos la cuenta de tu empresa', clientBlockedReason);
    case 'user-blocked':
      return blockedContent('Bloqueamos tu acceso', userBlockedReason);
    case 'email': {
      const username = displayUsername(recipient);
      return {
        subject: 'Cambió el email de tu cuenta',
        paragraphs: [
          `El email ${username === null ? 'de tu cuenta' : `del usuario ${username}`} cambió a pedido. El nuevo es ${recipient.email}.`,
          'Los enlaces de los mails anteriores ya no sirven. Si no lo pediste, avisanos ahora mismo.',
        ],
      };
    }
  }
}

function blockedContent(subject: string, reason: string | null): Omit<MailContent, 'to' | 'name'> | null {
  if (reason === null) return null;
  return {
    subject,
    paragraphs: [
      `${subject}. El motivo: ${reason}`,
      'Mientras tanto no se puede entrar al portal. Los envíos en camino y los archivos en proceso siguen.',
    ],
  };
}
