import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { mailQueue, sendMail } from '#server/domain/mails.ts';
import { generateToken, tokenDigest } from '#server/platform/token-hash.ts';
import { STAFF_ROLE_NAMES } from '#shared/rules/staff-permissions.ts';
import { readInvitation, writeInvitationHash } from './staff-invitation.store.ts';

/** Job payload of an invitation's mail. The token of the link is generated when the mail is rendered. */
interface InvitationMail {
  invitationId: number;
}

export const staffMails = mailQueue<InvitationMail>('staff-mail');

/** Enqueues the mail of an invitation in the caller's transaction. */
export function enqueueInvitationMail({ jobs }: Deps, trx: Trx, invitationId: number): Promise<void> {
  return jobs.enqueue(trx, staffMails, { invitationId });
}

/** Sends the mail of an invitation, unless it was withdrawn meanwhile. Throws if the mail server refuses it: the job is retried. */
export async function sendInvitationMail(deps: Deps, { invitationId }: InvitationMail): Promise<void> {
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
    action: { text: 'Aceptar la invitación', url: `${config.PUBLIC_URL}/invitacion/${token}` },
  };
  await sendMail(deps, content);
}
