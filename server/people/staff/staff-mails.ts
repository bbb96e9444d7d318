import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { mailProblem } from '#server/integrations/mail/mail-problem.ts';
import type { MailContent } from '#server/integrations/mail/mail-template.ts';
import { issueToken } from '#server/people/access/password/one-time-token.ts';
import { mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import { staffPrincipal } from '#server/platform/secrets/principal.ts';
import { newToken } from '#server/platform/secrets/token-hash.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { INVITATION_HOURS } from '#shared/people/rules/invitation-mail.ts';
import { STAFF_ROLE_NAMES } from '#shared/people/rules/staff-permissions.ts';
import { RECOVERY_MINUTES } from '#shared/people/second-factor/factor-code.ts';
import { deleteDeadLinks } from './password/staff-password.store.ts';
import { type LoggingIn, lockStaff, readActiveAdministrators, readStaff } from './staff.store.ts';
import { readInvitation, writeInvitationHash, writeMailFailure, writeMailSent } from './staff-invitation.store.ts';

/** Job payload of a mail to the staff. Contains no secret: the token of a link is generated when the mail is rendered. */
type StaffMail = { kind: 'invitation'; invitationId: number } | PersonMail;

/** A mail to an active person. The id is null for an unknown address, which costs as much work as a known one (readings S9). */
type PersonMail =
  | { kind: 'requested'; staffId: number | null }
  | { kind: 'changed' | 'recovery-code'; staffId: number }
  /** `epoch` of the password that was withdrawn. */
  | { kind: 'withdrawn'; staffId: number; epoch: number }
  | { kind: ColleagueMail; staffId: number; aboutId: number };

/**
 * A mail to an administrator about a colleague: whose password was withdrawn, for whom somebody guesses codes by a link, or who got a code of
 * recovery.
 */
type ColleagueMail = 'colleague-withdrawn' | 'colleague-guessed' | 'colleague-recovery-code';

/**
 * Number of wrong codes by links within a day. Each wrong code from this number on ends the links that were requested
 * for a person.
 */
export const WRONG_CODES_BY_LINK = 10;

export const staffMails = mailQueue<StaffMail>('staff-mail', { requested: ['invitation', 'requested', 'withdrawn'] });

/** Enqueues a mail in the caller's transaction. */
export const enqueueStaffMail = ({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, mail: StaffMail): Promise<void> =>
  jobs.enqueue(trx, staffMails, mail);

/** Enqueues a mail to all administrators but the person whom it is about. */
export async function informAdministrators(deps: Deps, trx: Trx, kind: ColleagueMail, aboutId: number): Promise<void> {
  for (const staffId of await readActiveAdministrators(trx)) {
    if (staffId !== aboutId) await enqueueStaffMail(deps, trx, { kind, staffId, aboutId });
  }
}

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export const sendStaffMail = (deps: Deps, mail: StaffMail): Promise<void> =>
  mail.kind === 'invitation' ? sendInvitationMail(deps, mail) : sendPersonMail(deps, mail);

async function sendPersonMail(deps: Deps, mail: PersonMail): Promise<void> {
  const { staffId } = mail;
  if (staffId === null) return;
  const content = await deps.db.withProvider(async (trx): Promise<MailContent | null> => {
    // Locked, because a suspension ends all links: none may be issued meanwhile.
    await lockStaff(trx, staffId);
    const person = await readStaff(trx, staffId);
    if (!person?.activatedAt || person.suspendedAt || !isDue(mail, person, deps.clock())) return null;
    return { to: person.email, name: person.name, ...(await contentOf(deps, trx, mail, person)) };
  });
  if (content) await sendMail(deps, staffMails, mail.kind, content, 'aboutId' in mail ? mail.aboutId : null);
}

/**
 * Whether a mail is still due. A link that anybody requests needs a second factor. One that somebody vouches for is
 * issued for the latest withdrawal alone, and within the hours that it is valid: a repeated job issues no other after a
 * password was set. Only administrators get mails about colleagues.
 */
function isDue(mail: PersonMail, person: LoggingIn, now: Date): boolean {
  if (mail.kind === 'requested') return person.hasFactor;
  if (mail.kind === 'withdrawn') {
    const { withdrawnAt, passwordEpoch } = person;
    return mail.epoch === passwordEpoch && withdrawnAt !== null && now < addHours(withdrawnAt, INVITATION_HOURS);
  }
  return 'aboutId' in mail ? person.role === 'admin' : true;
}

const addHours = (time: Date, hours: number) => new Date(time.getTime() + hours * HOUR_MS);

const ONCE = 'El enlace sirve una sola vez y vence en';

const CODE_ONCE = `Sirve una sola vez, durante ${RECOVERY_MINUTES} minutos.`;

async function contentOf(
  deps: Deps,
  trx: Trx,
  mail: PersonMail,
  { id }: LoggingIn,
): Promise<Omit<MailContent, 'to' | 'name'>> {
  const { CONSOLE_URL } = deps.config;
  if ('aboutId' in mail) return colleagueContent(deps, mail, await readStaff(trx, mail.aboutId));
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
  if (mail.kind === 'recovery-code') {
    return {
      subject: 'Te dieron un código para entrar',
      paragraphs: [
        `Se generó un código para que entres a la consola sin teléfono. ${CODE_ONCE}`,
        'Después de entrar, configurá tu teléfono nuevo en Mi sesión. Si no lo pediste, avisale a un administrador.',
      ],
      action: { text: 'Abrir la consola', url: `${CONSOLE_URL}/consola` },
    };
  }
  const url = `${CONSOLE_URL}/contrasena/${await issueLink(deps, trx, id, mail.kind === 'withdrawn')}`;
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

/** Returns the content of a mail to an administrator about a person. */
function colleagueContent(
  { config }: Pick<Deps, 'config'>,
  { kind }: { kind: ColleagueMail },
  about: LoggingIn | null,
): Omit<MailContent, 'to' | 'name'> {
  const whom = about?.name || about?.email || 'una persona del personal';
  const action = { text: 'Abrir Personal', url: `${config.CONSOLE_URL}/consola/personal` };
  if (kind === 'colleague-withdrawn') {
    return {
      subject: `Se restableció la contraseña de ${whom}`,
      paragraphs: [
        `Se restableció la contraseña de ${whom}: la anterior ya no sirve, y le enviamos un enlace para elegir otra.`,
        'Si no lo esperabas, mirá en Actividad quién lo hizo.',
      ],
      action,
    };
  }
  if (kind === 'colleague-recovery-code') {
    return {
      subject: 'Se generó un código para entrar sin teléfono',
      paragraphs: [
        `Se generó un código para que ${whom} entre a la consola sin teléfono. ${CODE_ONCE}`,
        'Si no lo esperabas, suspendé el acceso de esta persona.',
      ],
      action: { text: 'Abrir la consola', url: `${config.CONSOLE_URL}/consola` },
    };
  }
  return {
    subject: `Alguien prueba códigos de ${whom}`,
    paragraphs: [
      `Alguien abrió un enlace para cambiar la contraseña de ${whom} y escribió ${WRONG_CODES_BY_LINK} códigos equivocados del segundo paso. Los enlaces ya no sirven.`,
      'Preguntale si fue esa persona. Si no fue, alguien lee sus emails: suspendé su acceso hasta que lo resuelva.',
    ],
    action,
  };
}

/** Issues the token of a link. A link that somebody vouches for is valid as long as an invitation. */
async function issueLink({ clock }: Pick<Deps, 'clock'>, trx: Trx, id: number, vouched: boolean): Promise<string> {
  const now = clock();
  await deleteDeadLinks(trx, id, now, vouched);
  return issueToken(trx, staffPrincipal(id), vouched ? 'vouched-reset' : 'reset', now);
}

/** Sends the mail of an invitation, unless it was withdrawn meanwhile, and stores the result. */
async function sendInvitationMail(deps: Deps, { invitationId }: { invitationId: number }): Promise<void> {
  const { db, clock, config } = deps;
  const { token, hash } = newToken();
  const invitation = await db.withProvider(async (trx) => {
    const open = await readInvitation(trx, invitationId, clock());
    if (open) await writeInvitationHash(trx, open.id, hash);
    return open;
  });
  if (!invitation) return;
  const content = {
    to: invitation.email,
    name: '',
    subject: 'Tu acceso a la consola',
    paragraphs: [
      `Te invitaron a trabajar en la consola de ${config.BRAND_NAME} con el rol ${STAFF_ROLE_NAMES[invitation.role]}.`,
      'Vas a elegir tu contraseña y configurar una aplicación de autenticación en tu teléfono. El enlace sirve una sola vez y vence en 72 horas.',
      'Si no esperabas esta invitación, no hace falta que hagas nada.',
    ],
    action: { text: 'Aceptar la invitación', url: `${config.CONSOLE_URL}/invitacion/${token}` },
  };
  let sent: boolean;
  try {
    sent = await sendMail(deps, staffMails, 'invitation', content);
  } catch (error) {
    await db.withProvider((trx) => writeMailFailure(trx, invitationId, mailProblem(error)));
    throw error;
  }
  if (sent) await db.withProvider((trx) => writeMailSent(trx, invitationId, clock()));
}
