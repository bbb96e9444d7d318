import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { mailQueue, sendMail } from '#server/domain/mails.ts';
import { displayUsername, greetingName } from '#server/features/access/mail-names.ts';
import { type MailedUser, readMailedUser } from './second-factor.store.ts';

/** Kind of a mail, named by its occasion. */
type FactorMailKind =
  | ('set-up' | 'removed' | 'backup-codes' | 'backup-code-used' | 'wrong-codes')
  | ('passkey-added' | 'passkey-removed');

/** Job payload of a mail about a second factor. Contains only ids. */
interface FactorMail {
  kind: FactorMailKind;
  clientId: number;
  userId: number;
}

export const factorMails = mailQueue<FactorMail>('factor-mail');

/** Enqueues a mail in the caller's transaction. */
export function enqueueFactorMail(
  { jobs }: Deps,
  trx: Trx,
  kind: FactorMailKind,
  { clientId, userId }: Omit<FactorMail, 'kind'>,
): Promise<void> {
  return jobs.enqueue(trx, factorMails, { kind, clientId, userId });
}

/** Number of unused backup codes from which a mail asks for new ones. */
const FEW_CODES = 2;

const CHANGE_PASSWORD =
  'Si no fuiste vos, cambiá tu contraseña ahora y pedile ayuda a alguien de tu empresa con el rol Dueño o Administrador.';

/** Return the subject and the paragraphs of a mail. `account` is 'de tu cuenta' or 'del usuario ana'. */
const contents: Record<FactorMailKind, (account: string, user: MailedUser) => [subject: string, ...text: string[]]> = {
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
  'backup-code-used': (account, { backupCodes }) => [
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

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export async function sendFactorMail(deps: Deps, { kind, clientId, userId }: FactorMail): Promise<void> {
  const user = await deps.db.withClient(clientId, (trx) => readMailedUser(trx, { clientId, userId }));
  if (!user) return;
  const username = displayUsername(user);
  const [subject, ...paragraphs] = contents[kind](username === null ? 'de tu cuenta' : `del usuario ${username}`, user);
  const action = { text: 'Cambiar mi contraseña', url: `${deps.config.PUBLIC_URL}/password-reset-request` };
  const content = { to: user.email, name: greetingName(user), subject, paragraphs, action };
  await sendMail(deps, factorMails, kind, content);
}
