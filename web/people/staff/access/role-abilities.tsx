import {
  STAFF_ACTIONS,
  STAFF_PERMISSIONS,
  STAFF_ROLE_NAMES,
  STAFF_ROLES,
  type StaffPermission,
  type StaffRole,
  staffMay,
  staffPermissions,
} from '#shared/people/rules/staff-permissions.ts';
import styles from '#web/console/kit/console.module.css';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';

const sentence = (action: string) => action.charAt(0).toUpperCase() + action.slice(1);

const ACTION = {
  header: 'Acción',
  cell: (permission: StaffPermission) => sentence(STAFF_ACTIONS[permission]),
};

const ROLES = STAFF_ROLES.map((role) => ({
  header: STAFF_ROLE_NAMES[role],
  cell: (permission: StaffPermission) => (staffMay(role, permission) ? <b>Sí</b> : 'No'),
}));

const WHO = {
  header: 'Quién puede',
  cell: (permission: StaffPermission) => {
    const roles = STAFF_ROLES.filter((role) => staffMay(role, permission));
    return roles.length === STAFF_ROLES.length ? 'Todos' : roles.map((role) => STAFF_ROLE_NAMES[role]).join(', ');
  },
};

/** What each role may do: a row for each permission, with a column for each role, or on a phone with the roles that have it. */
export function RoleMatrix() {
  const phone = useMediaQuery(PHONE);
  return (
    <Panel title="Qué puede cada rol">
      <StaticTable<StaffPermission>
        caption="Qué puede cada rol"
        rows={STAFF_PERMISSIONS}
        rowKey={(permission) => permission}
        columns={phone ? [ACTION, WHO] : [ACTION, ...ROLES]}
      />
    </Panel>
  );
}

/** What one role may do. @param intro sentence above the list, such as 'Vas a poder:' */
export function RoleAbilities({ role, intro }: { role: StaffRole; intro: string }) {
  return (
    <div>
      <p>{intro}</p>
      <ul className={styles.abilities}>
        {staffPermissions(role).map((permission) => (
          <li key={permission}>{sentence(STAFF_ACTIONS[permission])}</li>
        ))}
      </ul>
    </div>
  );
}
