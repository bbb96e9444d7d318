import type { Config } from '#server/config/config.ts';
import type { MailContent } from '#server/integrations/mail/mail-template.ts';
import { displayUsername, greetingName } from '#server/people/access/mail-names.ts';
import type { MailedStaff, MailedUser } from './factor-mails.store.ts';

/** Kind of a mail, named by its occasion. */
export type FactorMailKind =
  | ('set-up' | 'removed' | 'backup-codes' | 'backup-code-used' | 'wrong-codes')
  | ('passkey-added' | 'passkey-removed');

/** Number of unused backup codes from which a mail asks for new ones. */
const FEW_CODES = 2;

const CHANGE_PASSWORD =
  'Si no fuiste vos, cambiá tu contraseña ahora y pedile ayuda a alguien de tu empresa con el rol Dueño o Administrador.';

const TELL_ADMINISTRATOR = 'Si no fuiste vos, avisale ahora a un administrador para que suspenda tu acceso.';

type Texts = [subject: string, ...paragraphs: string[]];

/** Texts of a user's mails. `account` is 'de tu cuenta' or 'del usuario ana', `backupCodes` the number of unused ones. */
const USER_TEXTS: Record<FactorMailKind, (account: string, backupCodes: number) => Texts> = {
  'set-up': (account) => [
    'Tu segundo paso está activo',
    `Desde ahora, el ingreso ${account} pide también un código de tu aplicación de autenticación. Las otras sesiones se cerraron.`,
    'Guardá los códigos de respaldo: con ellos entrás si perdés el teléfono.',
    CHANGE_PASSWORD,
  ],
  removed: (account) => [
    'Se quitó tu segundo paso',
    `El ingreso ${account} ya no pide un código. Las otras sesiones se cerraron.`,
    CHANGE_PASSWORD,
  ],
  'backup-codes': (account) => [
    'Tenés códigos de respaldo nuevos',
    `Se generaron códigos de respaldo nuevos ${account}. Los anteriores ya no sirven.`,
    CHANGE_PASSWORD,
  ],
  'passkey-added': (account) => [
    'Agregaste una llave de acceso',
    `Desde ahora, el segundo paso del ingreso ${account} puede ser también la llave de acceso nueva.`,
    CHANGE_PASSWORD,
  ],
  'passkey-removed': (account) => [
    'Quitaste una llave de acceso',
    `El ingreso ${account} ya no acepta una de sus llaves de acceso. Las otras sesiones se cerraron.`,
    CHANGE_PASSWORD,
  ],
  'wrong-codes': (account) => [
    'Alguien escribió códigos equivocados',
    `Alguien conoce la contraseña ${account} y probó varios códigos del segundo paso, sin acertar.`,
    'Si fuiste vos, verificá que tu teléfono tenga la hora exacta. Si no fuiste vos, cambiá tu contraseña ahora.',
  ],
  'backup-code-used': (account, backupCodes) => [
    'Se usó un código de respaldo',
    `Alguien usó un código de respaldo ${account}. ${remaining(backupCodes)}`,
    ...(backupCodes <= FEW_CODES ? ['Generá códigos nuevos en Mi Cuenta, Segundo paso.'] : []),
    CHANGE_PASSWORD,
  ],
};

function remaining(codes: number): string {
  if (codes === 0) return 'No te queda ninguno.';
  return codes === 1 ? 'Te queda uno.' : `Te quedan ${codes}.`;
}

/** Texts of the staff's mails. The staff don't remove their second factor, which every login needs. */
const STAFF_TEXTS: Record<Exclude<FactorMailKind, 'removed'>, Texts> = {
  'set-up': [
    'Tu segundo paso está activo',
    'Se configuró una aplicación de autenticación para tu ingreso a la consola. Las otras sesiones se cerraron.',
    TELL_ADMINISTRATOR,
  ],
  'backup-codes': [
    'Tenés códigos de respaldo nuevos',
    'Se generaron códigos de respaldo nuevos para tu ingreso a la consola. Los anteriores ya no sirven.',
    TELL_ADMINISTRATOR,
  ],
  'backup-code-used': [
    'Se usó un código de respaldo',
    'Alguien usó un código de respaldo de tu ingreso a la consola. Podés generar códigos nuevos en Mi sesión.',
    TELL_ADMINISTRATOR,
  ],
  'wrong-codes': [
    'Alguien escribió códigos equivocados',
    'Alguien conoce tu contraseña de la consola, o tiene un enlace para cambiarla, y probó varios códigos del segundo paso, sin acertar. Si fuiste vos, verificá que tu teléfono tenga la hora exacta.',
    TELL_ADMINISTRATOR,
  ],
  'passkey-added': [
    'Agregaste una llave de acceso',
    'Desde ahora, el segundo paso de tu ingreso a la consola puede ser también la llave de acceso nueva.',
    TELL_ADMINISTRATOR,
  ],
  'passkey-removed': [
    'Quitaste una llave de acceso',
    'Tu ingreso a la consola ya no acepta una de tus llaves de acceso. Las otras sesiones se cerraron.',
    TELL_ADMINISTRATOR,
  ],
};

/** Returns a mail to a user of a client. @param backupCodes unused ones */
export function userFactorMail(
  { PUBLIC_URL }: Config,
  kind: FactorMailKind,
  user: MailedUser,
  backupCodes: number,
): MailContent {
  const username = displayUsername(user);
  const account = username === null ? 'de tu cuenta' : `del usuario ${username}`;
  const [subject, ...paragraphs] = USER_TEXTS[kind](account, backupCodes);
  const action = { text: 'Cambiar mi contraseña', url: `${PUBLIC_URL}/password-reset-request` };
  return { to: user.email, name: greetingName(user), subject, paragraphs, action };
}

/** Returns a mail to a member of the staff. @throws Error for an occasion that only users have */
export function staffFactorMail(
  { CONSOLE_URL }: Config,
  kind: FactorMailKind,
  { email, name }: MailedStaff,
): MailContent {
  if (kind === 'removed') throw new Error('the staff have no mail about a removed second factor');
  const [subject, ...paragraphs] = STAFF_TEXTS[kind];
  const action = { text: 'Abrir la consola', url: `${CONSOLE_URL}/consola` };
  return { to: email, name, subject, paragraphs, action };
}
