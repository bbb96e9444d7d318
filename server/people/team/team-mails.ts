import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { MailContent } from '#server/integrations/mail/mail-template.ts';
import { enqueueAccessMail } from '#server/people/access/access-mails.ts';
import { displayUsernameToOthers, greetingName, isMisleadingName } from '#server/people/access/mail-names.ts';
import { userWithEmail } from '#server/people/access/members.ts';
import { mailQueue, sendMail } from '#server/people/domain/mail/mails.ts';
import { newToken } from '#server/platform/secrets/token-hash.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { USER_ROLE_NAMES } from '#shared/people/rules/permissions.ts';
import { INVITATION_HOURS } from '#shared/people/rules/team.ts';
import { RECOVERY_MINUTES } from '#shared/people/second-factor/factor-code.ts';
import { markSent, readInvitation } from './invitation.store.ts';
import { readRequirement } from './required-factor.store.ts';
import { type MailedUser, readCompany, readMailedUser } from './team.store.ts';

/** Job payload of a mail to a member, or to a person who is invited. Contains only ids. */
type TeamMail =
  | { kind: 'invitation'; clientId: number; invitationId: number }
  | { kind: 'joined'; clientId: number; userId: number; memberId: number }
  | { kind: 'recovery-code'; clientId: number; userId: number; byId: number }
  | { kind: 'recovery-code-given'; clientId: number; userId: number; memberId: number; byId: number }
  | { kind: 'factor-required' | 'factor-released'; clientId: number; userId: number }
  | { kind: 'role' | 'suspended' | 'resumed' | 'removed'; clientId: number; userId: number };

export const teamMails = mailQueue<TeamMail>('team-mail', { requested: ['invitation'] });

/** Enqueues a mail in the caller's transaction. */
export function enqueueTeamMail(deps: Deps, trx: Trx, mail: TeamMail): Promise<void> {
  return deps.jobs.enqueue(trx, teamMails, mail);
}

/** Renders and sends a mail. Throws if the mail server refuses it: the job is retried. */
export async function sendTeamMail(deps: Deps, mail: TeamMail): Promise<void> {
  const content = await deps.db.withClient(mail.clientId, (trx) =>
    mail.kind === 'invitation' ? renderInvitation(deps, trx, mail) : renderNotice(deps, trx, mail),
  );
  if (!content) return;
  await sendMail(deps, teamMails, mail.kind, content, 'memberId' in mail ? mail.memberId : null);
}

/** Returns a company's name for a mail: anybody can register a company with a misleading one (phishing). */
async function companyForMail(deps: Deps, trx: Trx, clientId: number): Promise<string> {
  const company = await readCompany(trx, clientId);
  return isMisleadingName(company, deps.config.BRAND_NAME) ? 'una empresa' : company;
}

/** Returns a person's name for a mail, or the replacement if the name is misleading. */
function personForMail(deps: Deps, user: MailedUser | null, replacement: string): string {
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  return name === '' || isMisleadingName(name, deps.config.BRAND_NAME) ? replacement : name;
}

/**
 * Returns the mail of an open invitation, with a new link. The user who has the address already, in any company, gets a notice
 * instead. The response to the company is the same in both cases (readings S9).
 */
async function renderInvitation(
  deps: Deps,
  trx: Trx,
  { clientId, invitationId }: Extract<TeamMail, { kind: 'invitation' }>,
): Promise<MailContent | null> {
  const invitation = await readInvitation(trx, clientId, invitationId);
  if (!invitation?.open) return null;
  const account = await userWithEmail(trx, invitation.email);
  if (account) {
    await markSent(trx, clientId, invitationId, null, deps.clock());
    await enqueueAccessMail(deps, trx, 'taken-invitation', account);
    return null;
  }
  const { token, hash } = newToken();
  await markSent(trx, clientId, invitationId, hash, deps.clock());
  const company = await companyForMail(deps, trx, clientId);
  const inviter = personForMail(
    deps,
    await readMailedUser(trx, clientId, invitation.invitedBy),
    'Una persona de la empresa',
  );
  return {
    to: invitation.email,
    name: '',
    subject: `Te invitaron al equipo de ${company}`,
    paragraphs: [
      `${inviter} te invitó al equipo de ${company}, con el rol ${USER_ROLE_NAMES[invitation.role]}.`,
      `Para sumarte, elegí tu usuario y tu contraseña. El enlace sirve una sola vez y vence en ${INVITATION_HOURS} horas.`,
      'Si no esperabas esta invitación, no hace falta que hagas nada.',
    ],
    action: { text: 'Aceptar la invitación', url: `${deps.config.PUBLIC_URL}/equipo/invitacion/${token}` },
  };
}

/** Returns the mail to a member about a change of the team. */
async function renderNotice(
  deps: Deps,
  trx: Trx,
  mail: Exclude<TeamMail, { kind: 'invitation' }>,
): Promise<MailContent | null> {
  const { clientId, userId } = mail;
  const user = await readMailedUser(trx, clientId, userId);
  // A removed user gets the notice of the removal, and no mail that was enqueued before.
  if (!user || (user.removedAt && mail.kind !== 'removed')) return null;
  const company = await companyForMail(deps, trx, clientId);
  const portal = (path: string) => `${deps.config.PUBLIC_URL}${path}`;
  const to = { to: user.email, name: greetingName(user) };
  switch (mail.kind) {
    case 'joined': {
      const member = await readMailedUser(trx, clientId, mail.memberId);
      if (!member) return null;
      const username = displayUsernameToOthers(member);
      return {
        ...to,
        subject: 'Una persona se sumó a tu equipo',
        paragraphs: [
          `${personForMail(deps, member, 'Una persona')} aceptó la invitación a ${company}${username ? `, con el usuario ${username}` : ''} y el rol ${USER_ROLE_NAMES[member.role]}.`,
          'Si no la conocés, suspendé su acceso en Equipo.',
        ],
        action: { text: 'Ver el equipo', url: portal('/usuario/equipo') },
      };
    }
    case 'recovery-code':
      return {
        ...to,
        subject: 'Te dieron un código para entrar',
        paragraphs: [
          `${personForMail(deps, await readMailedUser(trx, clientId, mail.byId), 'Una persona de tu equipo')} generó un código para que entres a ${company} sin tu teléfono. Sirve una sola vez, durante ${RECOVERY_MINUTES} minutos.`,
          'Después de entrar, configurá tu teléfono nuevo en Mi Cuenta, Segundo paso.',
          'Si no lo pediste, cambiá tu contraseña ahora y avisale al dueño de tu empresa.',
        ],
        action: { text: 'Cambiar mi contraseña', url: portal('/password-reset-request') },
      };
    case 'recovery-code-given': {
      const member = personForMail(
        deps,
        await readMailedUser(trx, clientId, mail.memberId),
        'Una persona de tu equipo',
      );
      const by = personForMail(deps, await readMailedUser(trx, clientId, mail.byId), 'Otra persona de tu equipo');
      return {
        ...to,
        subject: 'Se generó un código para entrar sin teléfono',
        paragraphs: [
          `${by} generó un código para que ${member} entre a ${company} sin su teléfono. Sirve una sola vez, durante ${RECOVERY_MINUTES} minutos.`,
          `Si no lo esperabas, suspendé el acceso de ${member} en Equipo.`,
        ],
        action: { text: 'Ver el equipo', url: portal('/usuario/equipo') },
      };
    }
    case 'factor-required': {
      const from = await readRequirement(trx, clientId);
      // The requirement ended before the mail was sent.
      if (!from) return null;
      return {
        ...to,
        subject: 'Configurá tu segundo paso',
        paragraphs: [
          `Desde el ${formatTimestamp(from.toISOString())}, ${company} exige el segundo paso: además de tu contraseña, un código de tu teléfono.`,
          'Configuralo antes en Mi Cuenta, Segundo paso. Si no, a partir de ese momento tu ingreso empieza por configurarlo.',
        ],
        action: { text: 'Configurar mi segundo paso', url: portal('/usuario/segundo-paso') },
      };
    }
    case 'factor-released':
      return {
        ...to,
        subject: 'Tu empresa ya no exige el segundo paso',
        paragraphs: [
          `${company} dejó de exigir el segundo paso a las personas de su equipo. Cada una conserva el suyo, si quiere.`,
          'Si no lo esperabas, mirá en Actividad quién lo cambió.',
        ],
        action: { text: 'Ver la actividad', url: portal('/usuario/actividad') },
      };
    case 'role':
      return {
        ...to,
        subject: 'Tu rol cambió',
        paragraphs: [`Tu rol en ${company} ahora es ${USER_ROLE_NAMES[user.role]}.`],
        action: { text: 'Ingresar', url: portal('/login') },
      };
    case 'suspended':
      return {
        ...to,
        subject: 'Tu acceso se suspendió',
        paragraphs: [
          `Tu acceso a ${company} se suspendió y tus sesiones se cerraron. Lo que estabas subiendo termina igual.`,
          'Para volver a entrar, hablá con alguien de la empresa que tenga el rol Dueño o Administrador.',
        ],
      };
    case 'resumed':
      return {
        ...to,
        subject: 'Tu acceso está activo otra vez',
        paragraphs: [`Ya podés volver a entrar a ${company} con tu usuario y tu contraseña de siempre.`],
        action: { text: 'Ingresar', url: portal('/login') },
      };
    case 'removed':
      return {
        ...to,
        subject: 'Ya no sos parte del equipo',
        paragraphs: [
          `Te quitaron del equipo de ${company}. Tus sesiones se cerraron y tu usuario dejó de servir.`,
          'Tu email queda libre: podés registrarte o aceptar la invitación de otra empresa.',
        ],
      };
  }
}
