import { formatTimestamp } from '#shared/format.ts';
import { USER_ROLE_NAMES } from '#shared/people/rules/permissions.ts';
import { listClientUsers, type OperatorUser } from '#shared/people/staff-client-users.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { Badge } from '#web/ui/badge.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { UserActions } from './user-actions.tsx';

interface ClientPeopleProps {
  clientId: string;
  /** Who acts on the people; without it, they are only listed. */
  me?: Me;
}

/** The people of a client with their states. */
export function ClientPeople({ clientId, me }: ClientPeopleProps) {
  const { data, error, refetch } = useApiQuery(listClientUsers, { params: { clientId } });
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={3} />;
  return (
    <StaticTable<OperatorUser>
      caption="Personas"
      cards
      rows={data.results}
      rowKey={({ id }) => String(id)}
      columns={[
        {
          header: 'Persona',
          cell: (user) => (
            <span>
              <b>
                {user.first_name} {user.last_name}
              </b>
              <span className="row-line">{user.email}</span>
            </span>
          ),
        },
        { header: 'Usuario', cell: ({ username }) => username },
        { header: 'Rol', cell: ({ role }) => USER_ROLE_NAMES[role] },
        { header: 'Estado', cell: (user) => <UserState user={user} /> },
        { header: 'Sesiones', cell: (user) => <UserSessions user={user} /> },
        ...(me
          ? [
              {
                header: 'Acciones',
                cell: (user: OperatorUser) => <UserActions clientId={clientId} user={user} me={me} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function UserSessions({ user: { sessions, last_seen_at } }: { user: OperatorUser }) {
  return (
    <span>
      {sessions === 1 ? '1 abierta' : `${sessions} abiertas`}
      {last_seen_at && <span className="row-line">Último uso: {formatTimestamp(last_seen_at)}</span>}
    </span>
  );
}

function UserState({ user }: { user: OperatorUser }) {
  if (user.blocked_at) return <Badge colour="rojo">Bloqueado: {user.blocked_reason}</Badge>;
  if (user.suspended) return <Badge colour="gris">Suspendido por su empresa</Badge>;
  if (!user.activated_at) return <Badge colour="amarillo">Sin activar</Badge>;
  return <Badge colour="verde">Activo</Badge>;
}
