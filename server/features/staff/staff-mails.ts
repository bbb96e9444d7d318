import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { mailQueue, sendMail } from '#server/domain/mails.ts';
import { mailProblem } from '#server/integrations/mail/mail-problem.ts';
import { generateToken, tokenDigest } from '#server/platform/token-hash.ts';
import { RECOVERY_MINUTES } from '#shared/factor-code.ts';
import { STAFF_ROLE_NAMES } from '#shared/rules/staff-permissions.ts';
import { readStaff } from './staff.store.ts';
import { readInvitation, writeInvitationHash, writeMailFailure, writeMailSent } from './staff-invitation.store.ts';

/** Job payload of an invitation's mail. The token of the link is generated when the mail is rendered. */
interface InvitationMail {
  invitationId: number;
}

/** Job payload of a mail to `staffId` about a code of recovery that `aboutId` got. */
interface RecoveryMail {
  kind: 'recovery-code';
  staffId: number;
  aboutId: number;
}

export const staffMails = mailQueue<InvitationMail | RecoveryMail>('staff-mail', {
  requested: ['invitation'],
});

/** Enqueues a mail in the caller's transaction. */
export function enqueueStaffMail({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, mail: RecoveryMail): Promise<void> {
  return jobs.enqueue(trx, staffMails, mail);
}

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export function sendStaffMail(deps: Deps, mail: InvitationMail | RecoveryMail): Promise<void> {
  return 'kind' in mail ? sendRecoveryMail(deps, mail) : sendInvitationMail(deps, mail);
}

async function sendRecoveryMail(deps: Deps, { staffId, aboutId }: RecoveryMail): Promise<void> {
  const { to, about } = await deps.db.withOperator(async (trx) => ({
    to: await readStaff(trx, staffId),
    about: await readStaff(trx, aboutId),
  }));
  if (!to || !about) return;
  const own = staffId === aboutId;
  const whom = own ? 'entres' : `${about.name || about.email} entre`;
  const content = {
    to: to.email,
    name: to.name,
    subject: own ? 'Te dieron un código para entrar' : 'Se generó un código para entrar sin teléfono',
    paragraphs: [
      `Se generó un código para que ${whom} a la consola sin teléfono. Sirve una sola vez, durante ${RECOVERY_MINUTES} minutos.`,
      own
        ? 'Después de entrar, configurá tu teléfono nuevo en Mi sesión. Si no lo pediste, avisale a un administrador.'
        : 'Si no lo esperabas, suspendé el acceso de esta persona.',
    ],
    action: { text: 'Abrir la consola', url: `${deps.config.CONSOLE_URL}/consola` },
  };
  await sendMail(deps, staffMails, 'recovery-code', content, own ? null : aboutId);
}

/** Enqueues the mail of an invitation in the caller's transaction. */
export function enqueueInvitationMail({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, invitationId: number): Promise<void> {
  return jobs.enqueue(trx, staffMails, { invitationId });
}

/** Sends the mail of an invitation, unless it was withdrawn meanwhile, and stores what became of it. */
async function sendInvitationMail(deps: Deps, { invitationId }: InvitationMail): Promise<void> {
  const { db, clock, config } = deps;
  const token = generateToken();
  const invitation = await db.withOperator(async (trx) => {
    const open = await readInvitation(trx, invitationId, clock());
    if (open) await writeInvitationHash(trx, open.id, tokenDigest(token));
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
    await db.withOperator((trx) => writeMailFailure(trx, invitationId, mailProblem(error)));
    throw error;
  }
  if (sent) await db.withOperator((trx) => writeMailSent(trx, invitationId, clock()));
}
