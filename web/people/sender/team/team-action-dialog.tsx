import { USER_ROLE_NAMES, type UserRole } from '#shared/people/rules/permissions.ts';
import { GRACE_DAYS } from '#shared/people/rules/required-factor.ts';
import { releaseFactor, requireFactor } from '#shared/people/second-factor/required-factor.ts';
import {
  changeUserRole,
  leaveTeam,
  readTeam,
  removeUser,
  resumeUser,
  suspendUser,
  type TeamInvitation,
  type TeamUser,
  withdrawInvitation,
} from '#shared/people/team.ts';
import type { ActionDialogProps } from '#web/kit/app/use-action-dialog.tsx';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { endSession } from '#web/kit/call/session.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { personName } from '#web/people/person-name.ts';

/** A change of the team that a dialog confirms. */
export type TeamAction =
  | { kind: 'role'; user: TeamUser; role: UserRole }
  | { kind: 'suspend' | 'resume' | 'remove'; user: TeamUser }
  | { kind: 'withdraw'; invitation: TeamInvitation }
  | { kind: 'require' | 'release' | 'leave' };

interface Texts {
  title: string;
  message: string;
  confirmText: string;
  danger?: boolean;
}

/** Returns the consequence of an action and the name of its button. */
function textsOf(action: TeamAction): Texts {
  switch (action.kind) {
    case 'role':
      return {
        title: `Cambiar el rol de ${personName(action.user)}`,
        message: `Pasa de ${USER_ROLE_NAMES[action.user.role]} a ${USER_ROLE_NAMES[action.role]} desde su próxima acción. Le avisamos por email.`,
        confirmText: 'Cambiar rol',
      };
    case 'suspend':
      return {
        title: `Suspender el acceso de ${personName(action.user)}`,
        message:
          'Sus sesiones se cierran ahora y no puede volver a entrar hasta que reactives su acceso. Lo que está subiendo termina igual, y sus invitaciones abiertas se retiran.',
        confirmText: 'Suspender acceso',
        danger: true,
      };
    case 'resume':
      return {
        title: `Reactivar el acceso de ${personName(action.user)}`,
        message: `Puede volver a entrar con su contraseña de siempre y el rol ${USER_ROLE_NAMES[action.user.role]}.`,
        confirmText: 'Reactivar acceso',
      };
    case 'remove':
      return {
        title: `Quitar a ${personName(action.user)} del equipo`,
        message:
          'Sus sesiones se cierran ahora y su usuario deja de servir. Lo que hizo queda en la empresa. Para que vuelva, hay que invitarla de nuevo.',
        confirmText: 'Quitar del equipo',
        danger: true,
      };
    case 'withdraw':
      return {
        title: 'Retirar la invitación',
        message: `El enlace que recibió ${action.invitation.email} deja de servir.`,
        confirmText: 'Retirar invitación',
        danger: true,
      };
    case 'require':
      return {
        title: 'Exigir el segundo paso',
        message: `Cada persona tiene ${GRACE_DAYS} días para configurar su segundo paso. Después, quien no lo tenga sólo puede configurarlo. Les avisamos por email.`,
        confirmText: 'Exigir el segundo paso',
      };
    case 'release':
      return {
        title: 'Dejar de exigir el segundo paso',
        message: 'Cada persona decide de nuevo si lo usa. Quienes ya lo configuraron lo conservan.',
        confirmText: 'Dejar de exigirlo',
        danger: true,
      };
    case 'leave':
      return {
        title: 'Salir de la empresa',
        message:
          'Tu sesión se cierra ahora y tu usuario deja de servir. Para volver, alguien tiene que invitarte de nuevo.',
        confirmText: 'Salir de la empresa',
        danger: true,
      };
  }
}

function run(action: TeamAction): Promise<{ message: string }> {
  switch (action.kind) {
    case 'role':
      return call(changeUserRole, { params: { id: action.user.id }, body: { role: action.role } });
    case 'suspend':
      return call(suspendUser, { params: { id: action.user.id } });
    case 'resume':
      return call(resumeUser, { params: { id: action.user.id } });
    case 'remove':
      return call(removeUser, { params: { id: action.user.id } });
    case 'withdraw':
      return call(withdrawInvitation, { params: { id: action.invitation.id } });
    case 'require':
      return call(requireFactor);
    case 'release':
      return call(releaseFactor);
    case 'leave':
      return call(leaveTeam, { body: { confirmed: true } });
  }
}

/** Confirms a change of the team and makes it. Shows a refusal as an alert and reads the team again. */
export function TeamActionDialog({ action, open, onOpenChange }: ActionDialogProps<TeamAction>) {
  const confirm = async () => {
    try {
      const { message } = await run(action);
      if (action.kind === 'leave') endSession({ forced: false });
      alerts.success(message);
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
    if (action.kind !== 'leave') void invalidateApiQueries(readTeam);
  };
  return <ConfirmDialog {...textsOf(action)} open={open} onOpenChange={onOpenChange} onConfirm={confirm} />;
}
