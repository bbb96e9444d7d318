import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import { type Letter, writeLetter } from '#server/integrations/mail/letter.ts';
import { type Queue, queue } from '#server/platform/jobs.ts';
import { issueToken } from './one-time-token.ts';
import { readUser, type User, type UserPlace } from './user.store.ts';

/** Why a mail goes out. */
export type AccessMailKind = 'activation' | 'taken-email' | 'reset' | 'password-changed';

/**
 * A mail about somebody's access. It holds ids alone: the link's secret is made when the mail is written. Nobody's ids
 * are null: asking for a mail to an unknown address is the same work as to a known one (readings S9).
 */
export interface AccessMail {
  kind: AccessMailKind;
  clientId: number | null;
  userId: number | null;
}

/** The waits between tries double from two seconds: a mail server may be away for some two hours. */
const MAIL_TRIES = 12;

export const accessMails: Queue<AccessMail> = queue('access-mail', MAIL_TRIES);

/** Asks for a mail within the transaction that it is about; `to` is null for an address that nobody has. */
export function requestMail(deps: Deps, trx: Trx, kind: AccessMailKind, to: UserPlace | null): Promise<void> {
  return deps.jobs.enqueue(trx, accessMails, {
    kind,
    clientId: to?.clientId ?? null,
    userId: to?.userId ?? null,
  });
}

/** Writes and sends one of them. Throws when the mail service doesn't take it: it is tried again. */
export async function sendAccessMail(deps: Deps, { kind, clientId, userId }: AccessMail): Promise<void> {
  if (clientId === null || userId === null) return;
  const { db, config, clock, mailer } = deps;
  const place = { clientId, userId };
  const letter = await db.withClient(clientId, async (trx): Promise<Letter | null> => {
    const user = await readUser(trx, place);
    if (!user) return null;
    const content = await contents[kind](user, {
      portal: (path) => `${config.PUBLIC_URL}${path}`,
      token: (purpose) => issueToken(trx, place, purpose, clock()),
    });
    return { to: user.email, name: user.firstName, ...content };
  });
  if (!letter) return;
  await mailer.send(writeLetter(letter, { brand: config.BRAND_NAME, support: config.BRAND_SUPPORT }));
}

interface Links {
  portal(path: string): string;
  token(purpose: 'activation' | 'reset'): Promise<string>;
}

type Content = Omit<Letter, 'to' | 'name'>;

const contents: Record<AccessMailKind, (user: User, links: Links) => Promise<Content>> = {
  async activation({ username, activatedAt }, links) {
    if (activatedAt) {
      return {
        subject: 'Tu cuenta ya está activa',
        paragraphs: [
          `Pediste otra vez el email de activación, pero tu cuenta ya está activa. Tu usuario es ${username}.`,
        ],
        action: { text: 'Ingresar', url: links.portal('/login') },
      };
    }
    return {
      subject: 'Activá tu cuenta',
      paragraphs: [
        `Recibimos tu registro. Tu usuario es ${username}.`,
        'Para empezar a usar el portal, activá tu cuenta. El enlace sirve una sola vez y vence en 48 horas.',
      ],
      action: { text: 'Activar mi cuenta', url: links.portal(`/activation/${await links.token('activation')}`) },
    };
  },
  async 'taken-email'({ username }, links) {
    return {
      subject: 'Ya tenés una cuenta',
      paragraphs: [
        `Alguien quiso registrarse con tu email, que ya tiene una cuenta. Tu usuario es ${username}.`,
        'Si fuiste vos, ingresá con ese usuario o recuperá tu contraseña. Si no fuiste vos, no hace falta que hagas nada.',
      ],
      action: { text: 'Recuperar mi contraseña', url: links.portal('/password-reset-request') },
    };
  },
  async reset({ username }, links) {
    return {
      subject: 'Cambiá tu contraseña',
      paragraphs: [
        `Pediste cambiar la contraseña del usuario ${username}. El enlace sirve una sola vez y vence en una hora.`,
        'Si no fuiste vos, no hace falta que hagas nada: tu contraseña sigue siendo la misma.',
      ],
      action: { text: 'Cambiar mi contraseña', url: links.portal(`/password_reset/${await links.token('reset')}`) },
    };
  },
  async 'password-changed'({ username }, links) {
    return {
      subject: 'Tu contraseña cambió',
      paragraphs: [
        `La contraseña del usuario ${username} cambió y se cerraron las otras sesiones.`,
        'Si no fuiste vos, recuperá tu cuenta ahora mismo.',
      ],
      action: { text: 'No fui yo', url: links.portal('/password-reset-request') },
    };
  },
};
