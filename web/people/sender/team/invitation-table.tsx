import { useState } from 'react';
import { relativeTime } from '#shared/kit/text/format.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import { USER_ROLE_NAMES } from '#shared/people/rules/permissions.ts';
import { grantRefusal } from '#shared/people/rules/team.ts';
import { readTeam, resendInvitation, type TeamInvitation, type TeamUser } from '#shared/people/team.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import styles from './team.module.css';
import type { TeamAction } from './team-action-dialog.tsx';

interface InvitationTableProps {
  invitations: readonly TeamInvitation[];
  /** The logged-in user. */
  me: TeamUser;
  ask: (action: TeamAction) => void;
}

/** The open invitations, each to be sent again or withdrawn. */
export function InvitationTable({ invitations, me, ask }: InvitationTableProps) {
  const columns = [
    { header: 'Email', cell: ({ email }: TeamInvitation) => email },
    { header: 'Rol', cell: ({ role }: TeamInvitation) => USER_ROLE_NAMES[role] },
    { header: 'Quién invitó', cell: ({ invited_by }: TeamInvitation) => invited_by },
    { header: 'Vencimiento', cell: (invitation: TeamInvitation) => <Expiry invitation={invitation} /> },
    {
      header: 'Acciones',
      cell: (invitation: TeamInvitation) => <InvitationActions invitation={invitation} me={me} ask={ask} />,
      right: true,
    },
  ];
  return (
    <Panel title="Invitaciones">
      <StaticTable caption="Invitaciones" cards columns={columns} rows={invitations} rowKey={({ id }) => String(id)} />
    </Panel>
  );
}

/** Rounds a time in ms to days from one day on, so that an invitation of 72 hours doesn't expire in 2 days from the beginning. */
const wholeDays = (ms: number) => (ms < DAY_MS ? ms : Math.round(ms / DAY_MS) * DAY_MS);

function Expiry({ invitation: { expired, expires_at } }: { invitation: TeamInvitation }) {
  const [now] = useState(Date.now);
  if (expired) return <Badge colour="amarillo">Venció</Badge>;
  const ms = parseWireDate(expires_at)?.ms;
  return ms === undefined ? '-' : `Vence ${relativeTime(now + wholeDays(ms - now), now)}`;
}

interface InvitationActionsProps extends Omit<InvitationTableProps, 'invitations'> {
  invitation: TeamInvitation;
}

function InvitationActions({ invitation, me, ask }: InvitationActionsProps) {
  const { send, pending } = useApiMutation(resendInvitation);
  const refused = grantRefusal(me.role, invitation.role);

  async function resend() {
    try {
      const { message } = await send({ params: { id: invitation.id } });
      alerts.success(message);
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
    // Also after a failure: the invitation may have been accepted meanwhile.
    void invalidateApiQueries(readTeam);
  }

  return (
    <span className={styles.actions}>
      <Button
        size="sm"
        aria-label={`Reenviar la invitación a ${invitation.email}`}
        busy={pending}
        disabledReason={refused}
        onClick={() => void resend()}
      >
        Reenviar
      </Button>
      <Button
        size="sm"
        variant="danger"
        aria-label={`Retirar la invitación a ${invitation.email}`}
        aria-haspopup="dialog"
        disabledReason={refused}
        onClick={() => ask({ kind: 'withdraw', invitation })}
      >
        Retirar
      </Button>
    </span>
  );
}
