import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { MailContent } from '#server/integrations/mail/mail-template.ts';
import { mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { resetAllowedFrom } from '#shared/people/email-correction.ts';
import { INVITATION_HOURS } from '#shared/people/rules/team.ts';
import { displayUsername, greetingName } from './mail-names.ts';
import { endLinks, issueToken } from './password/one-time-token.ts';
import { isInvited, lockUser, type User } from './user.store.ts';

/** Kind of a mail, named by its occasion. */
export type AccessMailKind =
  | 'activation'
  | 'choose-password'
  | 'taken-email'
  | 'taken-invitation'
  | 'taken-change'
  | 'reset'
  | 'password-changed'
  | 'guessed';

/**
 * Job payload of a mail about an account. Contains only ids: the token of the link is issued when the mail is rendered.
 * The ids are null for an unknown address, which costs as much work as a known one (readings S9).
 */
export interface AccessMail {
  kind: AccessMailKind;
  clientId: number | null;
  userId: number | null;
}

export const accessMails = mailQueue<AccessMail>('access-mail', { requested: ['activation', 'reset'] });

/** Enqueues a mail in the caller's transaction. `to` is null for an unknown address. */
export function enqueueAccessMail(deps: Deps, trx: Trx, kind: AccessMailKind, to: UserKey | null): Promise<void> {
  return deps.jobs.enqueue(trx, accessMails, {
    kind,
    clientId: to?.clientId ?? null,
    userId: to?.userId ?? null,
  });
}

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export async function sendAccessMail(deps: Deps, { kind, clientId, userId }: AccessMail): Promise<void> {
  if (clientId === null || userId === null) return;
  const { db, config, clock } = deps;
  const userKey = { clientId, userId };
  const mail = await db.withClient(clientId, async (trx): Promise<MailContent | null> => {
    // Locked, because a change of the address ends all links: none may be issued meanwhile for the old one.
    const user = await lockUser(trx, userKey);
    if (!user) return null;
    const content = await contents[kind](user, {
      now: clock(),
      portal: (path) => `${config.PUBLIC_URL}${path}`,
      token: (purpose) => issueToken(trx, userPrincipal(userKey), purpose, clock()),
      invitation: async () => {
        await endLinks(trx, userPrincipal(userKey), clock());
        return issueToken(trx, userPrincipal(userKey), 'reset', clock(), INVITATION_HOURS);
      },
    });
    return content && { to: user.email, name: greetingName(user), ...content };
  });
  if (!mail) return;
  await sendMail(deps, accessMails, kind, mail);
}

interface Links {
  now: Date;
  portal(path: string): string;
  token(purpose: 'activation' | 'reset'): Promise<string>;
  /** Issues the token of an invitation, and ends earlier links. */
  invitation(): Promise<string>;
}

type Content = Omit<MailContent, 'to' | 'name'>;

/**
 * Returns the time from which the password may be reset after an active user's e-mail was corrected; null without a
 * correction. Until then the owner can stop the correction by the link at the former address.
 */
const resetAllowedAt = ({ activatedAt, emailCorrectedAt }: User): Date | null =>
  activatedAt && emailCorrectedAt && resetAllowedFrom(emailCorrectedAt);

/** Returns `Tu usuario es ana.`, or a text without the name if the name looks like a contact. */
function yourUsername(user: User): string {
  const username = displayUsername(user);
  return username === null ? 'Tu usuario es el que figura en el registro.' : `Tu usuario es ${username}.`;
}

/** Returns `del usuario ana`, or `de tu cuenta` if the name looks like a contact. */
function usernamePhrase(user: User): string {
  const username = displayUsername(user);
  return username === null ? 'de tu cuenta' : `del usuario ${username}`;
}

/**
 * Returns the mail to an owner whom the provider invited; null while the company or the owner is blocked. The provider chose the user
 * name, so it may look like a contact.
 */
async function ownerInvitation(user: User, { portal, invitation }: Links): Promise<Content | null> {
  if (user.blockedReason !== null) return null;
  return {
    subject: 'Tu cuenta está lista',
    paragraphs: [
      `Creamos la cuenta de tu empresa y sos su dueño. Tu usuario es ${user.username}.`,
      `Para entrar, elegí tu contraseña. El enlace sirve una sola vez y vence en ${INVITATION_HOURS} horas.`,
      'Si no esperabas esta cuenta, no hace falta que hagas nada.',
    ],
    action: { text: 'Elegir mi contraseña', url: portal(`/password_reset/${await invitation()}`) },
  };
}

/** Return the content of a mail; null if no mail is to be sent. */
const contents: Record<AccessMailKind, (user: User, links: Links) => Promise<Content | null>> = {
  async activation(user, links) {
    if (user.activatedAt) {
      return {
        subject: 'Tu cuenta ya está activa',
        paragraphs: [`Pediste otra vez el email de activación, pero tu cuenta ya está activa. ${yourUsername(user)}`],
        action: { text: 'Ingresar', url: links.portal('/login') },
      };
    }
    if (isInvited(user)) return ownerInvitation(user, links);
    const repeated = user.registrations > 1;
    return {
      subject: 'Activá tu cuenta',
      paragraphs: [
        `${repeated ? 'Recibimos otro registro con tu email. Vale el último.' : 'Recibimos tu registro.'} ${yourUsername(user)}`,
        ...(repeated ? ['Al activar la cuenta vas a elegir tu contraseña.'] : []),
        'Para empezar a usar el portal, activá tu cuenta. El enlace sirve una sola vez y vence en 48 horas.',
        ...(repeated ? ['Si no fuiste vos, no hace falta que hagas nada.'] : []),
      ],
      action: { text: 'Activar mi cuenta', url: links.portal(`/activation/${await links.token('activation')}`) },
    };
  },
  async 'choose-password'(user, links) {
    return {
      subject: 'Elegí tu contraseña',
      paragraphs: [
        `Tu cuenta está activa. ${yourUsername(user)}`,
        'Hubo más de un registro con tu email: para que nadie más pueda entrar, elegí tu contraseña. El enlace sirve una sola vez y vence en una hora.',
      ],
      action: { text: 'Elegir mi contraseña', url: links.portal(`/password_reset/${await links.token('reset')}`) },
    };
  },
  async 'taken-email'(user, links) {
    return {
      subject: 'Ya tenés una cuenta',
      paragraphs: [
        `Alguien quiso registrarse con tu email, que ya tiene una cuenta. ${yourUsername(user)}`,
        'Si fuiste vos, ingresá con ese usuario o recuperá tu contraseña. Si no fuiste vos, no hace falta que hagas nada.',
      ],
      action: { text: 'Recuperar mi contraseña', url: links.portal('/password-reset-request') },
    };
  },
  async 'taken-invitation'(user, links) {
    return {
      subject: 'Te quisieron invitar a un equipo',
      paragraphs: [
        `Una empresa quiso invitarte a su equipo, pero ya tenés una cuenta con este email. ${yourUsername(user)}`,
        'Cada email sirve para una sola empresa. Si querés sumarte a esa, pedile que te invite con otro email. Si no, no hace falta que hagas nada.',
      ],
      action: { text: 'Ingresar', url: links.portal('/login') },
    };
  },
  async 'taken-change'(user, links) {
    return {
      subject: 'Ya tenés una cuenta con este email',
      paragraphs: [
        `Alguien quiso cambiar el email de otra cuenta al tuyo, que ya tiene una cuenta. ${yourUsername(user)}`,
        'Cada email sirve para una sola cuenta. Si fuiste vos, usá otro email. Si no, no hace falta que hagas nada.',
      ],
      action: { text: 'Ingresar', url: links.portal('/login') },
    };
  },
  async reset(user, links) {
    if (user.emailStoppedAt) {
      return {
        subject: 'No podés cambiar tu contraseña',
        paragraphs: [
          `Pediste cambiar la contraseña ${usernamePhrase(user)}. Alguien detuvo el cambio de email de la cuenta: hablá con tu proveedor.`,
          'Si no fuiste vos, no hace falta que hagas nada.',
        ],
      };
    }
    const allowedAt = resetAllowedAt(user);
    if (allowedAt && links.now < allowedAt) {
      return {
        subject: 'Todavía no podés cambiar tu contraseña',
        paragraphs: [
          `Pediste cambiar la contraseña ${usernamePhrase(user)}. El email de la cuenta se corrigió hace poco: por seguridad, podés pedirlo desde el ${formatTimestamp(allowedAt.toISOString())}.`,
          'Si no fuiste vos, no hace falta que hagas nada.',
        ],
      };
    }
    return {
      subject: 'Cambiá tu contraseña',
      paragraphs: [
        `Pediste cambiar la contraseña ${usernamePhrase(user)}. El enlace sirve una sola vez y vence en una hora.`,
        'Si no fuiste vos, no hace falta que hagas nada: tu contraseña sigue siendo la misma.',
      ],
      action: { text: 'Cambiar mi contraseña', url: links.portal(`/password_reset/${await links.token('reset')}`) },
    };
  },
  async 'password-changed'(user, links) {
    return {
      subject: 'Tu contraseña cambió',
      paragraphs: [
        `La contraseña ${usernamePhrase(user)} cambió y se cerraron las otras sesiones.`,
        'Si no fuiste vos, recuperá tu cuenta ahora mismo.',
      ],
      action: { text: 'No fui yo', url: links.portal('/password-reset-request') },
    };
  },
  async guessed(user, links) {
    if (!user.activatedAt) return null;
    return {
      subject: 'Muchos intentos de entrar a tu cuenta',
      paragraphs: [
        `Alguien está probando contraseñas ${usernamePhrase(user)} desde lugares en los que nunca ingresaste.`,
        'Mientras tanto, desde un lugar nuevo el ingreso puede demorar unos segundos. Donde ya ingresaste, sigue como siempre.',
        'Si tu contraseña es larga y no la usás en otro sitio, no hace falta que hagas nada. Si no, cambiala ahora.',
      ],
      action: { text: 'Cambiar mi contraseña', url: links.portal('/password-reset-request') },
    };
  },
};
