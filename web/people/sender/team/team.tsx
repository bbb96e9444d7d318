import { lazy, useContext, useState } from 'react';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { GRACE_DAYS, requirementRefusal } from '#shared/people/rules/required-factor.ts';
import { leaveRefusal } from '#shared/people/rules/team.ts';
import { readTeam, type TeamUser } from '#shared/people/team.ts';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { useActionDialog } from '#web/kit/app/use-action-dialog.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { LogOut, Plus } from '#web/kit/ui/display/icons.ts';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { SheetBody } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { paths } from '#web/paths.ts';
import { permissionReason, UnapprovedContext } from '#web/people/user/use-permission-reason.ts';
import { InvitationTable } from './invitation-table.tsx';
import { type TeamAction, TeamActionDialog } from './team-action-dialog.tsx';
import { UserTable } from './user-table.tsx';

const RecoveryCodeDialog = lazy(() => import('./recovery-code-dialog.tsx'));
const InviteDialog = lazy(() => import('./invite-dialog.tsx'));

const BACK = { to: paths.account, label: 'Mi Cuenta' };

const countOwners = (users: readonly TeamUser[]) =>
  users.filter(({ role, state }) => role === 'owner' && state === 'active').length;

interface RequiredFactorPanelProps {
  /** From when the company requires a second factor, ISO 8601; null if it doesn't. */
  from: string | null;
  users: readonly TeamUser[];
  /** The logged-in user. */
  me: TeamUser;
  ask: (action: TeamAction) => void;
}

/** Requires a second factor of all users of the company, or ends the requirement. */
function RequiredFactorPanel({ from, users, me, ask }: RequiredFactorPanelProps) {
  const refused = permissionReason(me.role, 'people') ?? requirementRefusal(me.second_factor === true);
  return (
    <Panel
      title="Segundo paso del equipo"
      action={
        <Button
          size="sm"
          disabledReason={refused}
          aria-haspopup="dialog"
          onClick={() => ask({ kind: from === null ? 'require' : 'release' })}
        >
          {from === null ? 'Exigir el segundo paso' : 'Dejar de exigirlo'}
        </Button>
      }
    >
      <p className="muted">
        {from === null
          ? `Cada persona decide si su ingreso pide también un código de su teléfono. Si lo exigís, tiene ${GRACE_DAYS} días para configurarlo.`
          : `Exigido desde el ${formatTimestamp(from)}.${missing(users)}`}
      </p>
    </Panel>
  );
}

/** Returns a sentence about the users without a second factor; empty for somebody who can't see who they are. */
function missing(users: readonly TeamUser[]): string {
  if (users.some(({ second_factor }) => second_factor === null)) return '';
  const count = users.filter(({ second_factor }) => !second_factor).length;
  if (count === 0) return ' Todas las personas lo configuraron.';
  return count === 1 ? ' Falta que lo configure una persona.' : ` Falta que lo configuren ${count} personas.`;
}

/** `/usuario/equipo`: the users of the company and their invitations (readings C54). */
export default function Team() {
  const answer = useApiQuery(readTeam, {});
  const [inviting, setInviting] = useState(false);
  const [recovering, setRecovering] = useState<TeamUser | null>(null);
  const { ask, dialog } = useActionDialog<TeamAction>(TeamActionDialog);
  const users = answer.data?.results ?? [];
  const invitations = answer.data?.invitations ?? [];
  const me = users.find((user) => user.me);
  const requiredFrom = answer.data?.factor_required_from ?? null;
  const alone = users.length === 1 && invitations.length === 0 && requiredFrom === null;
  const unapproved = useContext(UnapprovedContext);
  const refused = unapproved ?? permissionReason(me?.role ?? null, 'people');

  const invite = (
    <Button
      variant="primary"
      icon={<Plus />}
      disabledReason={refused}
      aria-haspopup="dialog"
      onClick={() => setInviting(true)}
    >
      Invitar a una persona
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Equipo"
        back={BACK}
        actions={
          me &&
          !alone && (
            <>
              {users.length > 1 && (
                <LinkButton to={paths.activity} disabledReason={permissionReason(me.role, 'company')}>
                  Ver la actividad
                </LinkButton>
              )}
              {invite}
            </>
          )
        }
      />
      {!me && (answer.isError || answer.isSuccess ? <ErrorState onRetry={() => void answer.refetch()} /> : <Loading />)}
      {me && alone && (
        <EmptyState
          title="Por ahora sos la única persona de tu empresa"
          text="Cada persona que invites entra con su propio usuario y su contraseña."
          action={invite}
        />
      )}
      {me && !alone && (
        <SheetBody>
          <div className="stack">
            <UserTable users={users} me={me} owners={countOwners(users)} ask={ask} recover={setRecovering} />
            {invitations.length > 0 && <InvitationTable invitations={invitations} me={me} ask={ask} />}
            <RequiredFactorPanel from={requiredFrom} users={users} me={me} ask={ask} />
            <Panel
              title="Salir de la empresa"
              action={
                <Button
                  size="sm"
                  variant="danger"
                  icon={<LogOut />}
                  disabledReason={leaveRefusal(me.role, countOwners(users))}
                  aria-haspopup="dialog"
                  onClick={() => ask({ kind: 'leave' })}
                >
                  Salir de la empresa
                </Button>
              }
            >
              <p className="muted">Dejás de ver los datos de la empresa. Tu email queda libre para otra cuenta.</p>
            </Panel>
          </div>
        </SheetBody>
      )}
      {dialog}
      {recovering && (
        <LazyDialog onFailure={() => setRecovering(null)}>
          <RecoveryCodeDialog user={recovering} onClose={() => setRecovering(null)} />
        </LazyDialog>
      )}
      {me && inviting && (
        <LazyDialog onFailure={() => setInviting(false)}>
          <InviteDialog role={me.role} refused={refused} onClose={() => setInviting(false)} />
        </LazyDialog>
      )}
    </>
  );
}

function Loading() {
  return (
    <SheetBody>
      <Panel title="Personas">
        <Skeleton lines={6} label="Cargando el equipo" />
      </Panel>
    </SheetBody>
  );
}
