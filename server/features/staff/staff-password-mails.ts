import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { mailQueue, sendMail } from '#server/domain/mails.ts';
import { issueToken } from '#server/features/access/one-time-token.ts';
import type { MailContent } from '#server/integrations/mail/mail-template.ts';
import { staffPrincipal } from '#server/platform/principal.ts';
import { tokenDigest } from '#server/platform/token-hash.ts';
import { INVITATION_HOURS } from '#shared/rules/invitation-mail.ts';
import { type LoggingIn, lockStaff, readStaff } from './staff.store.ts';
import { deleteDeadLinks, markVouched } from './staff-password.store.ts';

/**
 * Job payload of a mail about a password of the staff. Contains only ids: the token of the link is issued when the mail is rendered. The
 * id is null for an unknown address, which costs as much work as a known one (readings S9).
 */
type PasswordMail =
  | { kind: 'requested'; staffId: number | null }
  | { kind: 'changed'; staffId: number }
  /** `vouchedBy` as logs name who acts, `epoch` of the password that was withdrawn. */
  | { kind: 'withdrawn'; staffId: number; vouchedBy: string; epoch: number };

export const staffPasswordMails = mailQueue<PasswordMail>('staff-password-mail', {
  requested: ['requested', 'withdrawn'],
});

/** Enqueues a mail in the caller's transaction. */
export const enqueueStaffPasswordMail = ({ jobs }: Deps, trx: Trx, mail: PasswordMail): Promise<void> =>
  jobs.enqueue(trx, staffPasswordMails, mail);

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export async function sendStaffPasswordMail(deps: Deps, mail: PasswordMail): Promise<void> {
  const { staffId } = mail;
  if (staffId === null) return;
  const content = await deps.db.withOperator(async (trx): Promise<MailContent | null> => {
    // Locked, because a suspension ends all links: none may be issued meanwhile.
    await lockStaff(trx, staffId);
    const person = await readStaff(trx, staffId);
    if (!person?.activatedAt || person.suspendedAt || !isDue(mail, person)) return null;
    return { to: person.email, name: person.name, ...(await contentOf(deps, trx, mail, person)) };
  });
  if (content) await sendMail(deps, staffPasswordMails, mail.kind, content);
}

/**
 * Whether a mail is still due. A link that anybody requests needs a second factor. A job that is repeated, after its link or a later one set
 * a password, issues no other.
 */
function isDue(mail: PasswordMail, { hasFactor, passwordEpoch }: LoggingIn): boolean {
  if (mail.kind === 'requested') return hasFactor;
  return mail.kind === 'changed' || mail.epoch === passwordEpoch;
}

const ONCE = 'El enlace sirve una sola vez y vence en';

async function contentOf(
  deps: Deps,
  trx: Trx,
  mail: PasswordMail,
  { id }: LoggingIn,
): Promise<Omit<MailContent, 'to' | 'name'>> {
  const { CONSOLE_URL } = deps.config;
  if (mail.kind === 'changed') {
    return {
      subject: 'Tu contraseña cambió',
      paragraphs: [
        'Tu contraseña de la consola cambió y se cerraron las otras sesiones.',
        'Si no fuiste vos, elegí otra ahora y avisale a un administrador para que suspenda tu acceso.',
      ],
      action: { text: 'No fui yo', url: `${CONSOLE_URL}/contrasena` },
    };
  }
  const url = `${CONSOLE_URL}/contrasena/${await issueLink(deps, trx, id, mail)}`;
  if (mail.kind === 'requested') {
    return {
      subject: 'Cambiá tu contraseña',
      paragraphs: [
        `Pediste cambiar tu contraseña de la consola. ${ONCE} una hora.`,
        'También te va a pedir un código de tu segundo paso.',
        'Si no fuiste vos, no hace falta que hagas nada: tu contraseña sigue siendo la misma.',
      ],
      action: { text: 'Cambiar mi contraseña', url },
    };
  }
  return {
    subject: 'Elegí otra contraseña',
    paragraphs: [
      'Se restableció tu contraseña de la consola: la anterior ya no sirve y tus sesiones se cerraron.',
      `Para volver a entrar, elegí otra. ${ONCE} ${INVITATION_HOURS} horas.`,
      'Si no lo esperabas, avisale a un administrador.',
    ],
    action: { text: 'Elegir mi contraseña', url },
  };
}

/** Issues the token of a link. A link that somebody vouches for is valid as long as an invitation. */
async function issueLink(
  { clock }: Deps,
  trx: Trx,
  staffId: number,
  mail: Exclude<PasswordMail, { kind: 'changed' }>,
): Promise<string> {
  const now = clock();
  const vouched = mail.kind === 'withdrawn';
  await deleteDeadLinks(trx, staffId, now, vouched);
  const token = await issueToken(trx, staffPrincipal(staffId), 'reset', now, vouched ? INVITATION_HOURS : undefined);
  if (vouched) await markVouched(trx, tokenDigest(token), mail.vouchedBy);
  return token;
}
