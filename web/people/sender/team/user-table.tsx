import { formatTimestamp } from '#shared/kit/text/format.ts';
import { USER_ROLE_NAMES, type UserRole } from '#shared/people/rules/permissions.ts';
import { grantableRoles, type MemberAction, memberRefusal } from '#shared/people/rules/team.ts';
import type { TeamUser } from '#shared/people/team.ts';
import { Button, IconButton } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { Ban, Check, Ellipsis, KeyRound, Trash2 } from '#web/kit/ui/display/icons.ts';
import { Select } from '#web/kit/ui/field/select.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { Menu, MenuItem } from '#web/kit/ui/overlay/menu.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { personName } from '#web/people/person-name.ts';
import styles from './team.module.css';
import type { TeamAction } from './team-action-dialog.tsx';

interface UserTableProps {
  users: readonly TeamUser[];
  /** The logged-in user. */
  me: TeamUser;
  /** Number of owners who aren't suspended. */
  owners: number;
  ask: (action: TeamAction) => void;
  /** Opens the dialog that gives a code for one login. */
  recover: (user: TeamUser) => void;
}

/** The users of the company, with their roles and actions. */
export function UserTable({ users, me, owners, ask, recover }: UserTableProps) {
  const columns = [
    { header: 'Persona', cell: (user: TeamUser) => <Person user={user} /> },
    { header: 'Usuario', cell: ({ username }: TeamUser) => username },
    {
      header: 'Rol',
      cell: (user: TeamUser) => <RoleChoice user={user} me={me} owners={owners} ask={ask} recover={recover} />,
    },
    { header: 'Estado', cell: (user: TeamUser) => <UserState user={user} /> },
    { header: 'Segundo paso', cell: ({ second_factor }: TeamUser) => FACTOR_TEXTS[String(second_factor)] },
    { header: 'Último uso', cell: ({ last_seen }: TeamUser) => formatTimestamp(last_seen) },
    {
      header: 'Acciones',
      cell: (user: TeamUser) => <UserActions user={user} me={me} owners={owners} ask={ask} recover={recover} />,
      right: true,
    },
  ];
  return (
    <Panel title="Personas">
      <StaticTable caption="Personas" cards columns={columns} rows={users} rowKey={({ id }) => String(id)} />
    </Panel>
  );
}

function Person({ user }: { user: TeamUser }) {
  return (
    <span className={styles.person}>
      <span className="strong">
        {personName(user)}
        {user.me && ' (vos)'}
      </span>
      <span className="muted">{user.email}</span>
    </span>
  );
}

function UserState({ user: { state, blocked } }: { user: TeamUser }) {
  if (blocked) return <Badge colour="rojo">Bloqueado por el proveedor</Badge>;
  return state === 'active' ? <Badge colour="verde">Activo</Badge> : <Badge colour="amarillo">Suspendido</Badge>;
}

/** Texts of whether somebody has a second factor; only people who manage the team read it of others. */
const FACTOR_TEXTS: Record<string, string> = { true: 'Sí', false: 'No', null: '-' };

interface UserCellProps extends Omit<UserTableProps, 'users'> {
  user: TeamUser;
}

const refusal = (action: MemberAction, { user, me, owners }: Pick<UserCellProps, 'user' | 'me' | 'owners'>) =>
  memberRefusal(me.role, action, user, owners);

function RoleChoice(props: UserCellProps) {
  const { user, me, ask } = props;
  const refused = refusal('role', props);
  if (refused) {
    return (
      <Button size="sm" variant="quiet" disabledReason={refused}>
        {USER_ROLE_NAMES[user.role]}
      </Button>
    );
  }
  return (
    <Select
      small
      className={styles.role}
      aria-label={`Rol de ${personName(user)}`}
      value={user.role}
      options={grantableRoles(me.role).map((role) => ({ value: role, label: USER_ROLE_NAMES[role] }))}
      onChange={({ target }) => ask({ kind: 'role', user, role: target.value as UserRole })}
    />
  );
}

function UserActions(props: UserCellProps) {
  const { user, ask, recover } = props;
  const suspended = user.state === 'suspended';
  return (
    <span className={styles.actions}>
      <Menu
        trigger={
          <IconButton size="sm" title="Acciones" label={`Acciones de ${personName(user)}`} icon={<Ellipsis />} />
        }
      >
        {suspended ? (
          <MenuItem
            icon={<Check />}
            disabledReason={refusal('resume', props)}
            onSelect={() => ask({ kind: 'resume', user })}
          >
            Reactivar acceso
          </MenuItem>
        ) : (
          <MenuItem
            icon={<Ban />}
            disabledReason={refusal('suspend', props)}
            onSelect={() => ask({ kind: 'suspend', user })}
          >
            Suspender acceso
          </MenuItem>
        )}
        {user.second_factor && (
          <MenuItem icon={<KeyRound />} disabledReason={refusal('recover', props)} onSelect={() => recover(user)}>
            Dar un código para entrar
          </MenuItem>
        )}
        <MenuItem
          icon={<Trash2 />}
          danger
          disabledReason={refusal('remove', props)}
          onSelect={() => ask({ kind: 'remove', user })}
        >
          Quitar del equipo
        </MenuItem>
      </Menu>
    </span>
  );
}
