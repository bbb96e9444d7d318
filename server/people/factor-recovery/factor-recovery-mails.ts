import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { displayUsername, greetingName } from '#server/people/access/mail-names.ts';
import { issueToken } from '#server/people/access/password/one-time-token.ts';
import { mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import { RECOVERY_MINUTES } from '#shared/people/second-factor/factor-code.ts';
import { RECOVERY_DELAY_HOURS } from '#shared/people/second-factor/factor-recovery.ts';
import { lockRecoveredUser, readOpenRecovery } from './factor-recovery.store.ts';

/** Job payload of a mail to the owner whose second factor is recovered. Contains only ids. */
interface RecoveryMail {
  kind: 'requested' | 'approved' | 'given';
  clientId: number;
  userId: number;
}

export const factorRecoveryMails = mailQueue<RecoveryMail>('factor-recovery-mail');

/** Enqueues a mail in the caller's transaction. */
export function enqueueRecoveryMail({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, mail: RecoveryMail): Promise<void> {
  return jobs.enqueue(trx, factorRecoveryMails, mail);
}

const CHANGE_PASSWORD = 'cambiá tu contraseña ahora: alguien la puede conocer.';

/** Renders and sends a mail, with a link that stops an open recovery. Throws if the mail server refuses it: the job is retried. */
export async function sendRecoveryMail(deps: Deps, { kind, ...user }: RecoveryMail): Promise<void> {
  const { db, clock, config } = deps;
  const found = await db.withClient(user.clientId, async (trx) => {
    const person = await lockRecoveredUser(trx, user);
    if (!person) return null;
    const open = await readOpenRecovery(trx, user);
    return { person, token: open && (await issueToken(trx, userPrincipal(user), 'factor-recovery', clock())) };
  });
  // A recovery that was stopped meanwhile needs no mail.
  if (!found || (kind !== 'given' && !found.token)) return;
  const { person, token } = found;
  const username = displayUsername(person);
  const account = username === null ? 'tu cuenta' : `el usuario ${username}`;
  const to = { to: person.email, name: greetingName(person) };
  if (kind === 'given') {
    await sendMail(deps, factorRecoveryMails, kind, {
      ...to,
      subject: 'Te dieron un código para entrar',
      paragraphs: [
        `Se generó un código para entrar sin teléfono con ${account}. Sirve una sola vez, durante ${RECOVERY_MINUTES} minutos.`,
        'Después de entrar, configurá tu teléfono nuevo en Mi Cuenta, Segundo paso.',
        `Si no fuiste vos, ${CHANGE_PASSWORD}`,
      ],
      action: { text: 'Cambiar mi contraseña', url: `${config.PUBLIC_URL}/password-reset-request` },
    });
    return;
  }
  const when =
    kind === 'requested'
      ? `Si se aprueba, dentro de ${RECOVERY_DELAY_HOURS} horas podés recibir un código.`
      : `Ya se aprobó: dentro de ${RECOVERY_DELAY_HOURS} horas podés recibir un código.`;
  await sendMail(deps, factorRecoveryMails, kind, {
    ...to,
    subject: 'Pidieron entrar a tu cuenta sin teléfono',
    paragraphs: [
      `Alguien le dijo a tu proveedor que perdió el teléfono de ${account}. ${when}`,
      `Si no fuiste vos, detené la recuperación y ${CHANGE_PASSWORD}`,
    ],
    action: { text: 'Detener la recuperación', url: `${config.PUBLIC_URL}/detener-recuperacion/${token}` },
  });
}
