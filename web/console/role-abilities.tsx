import {
  STAFF_ACTIONS,
  STAFF_PERMISSIONS,
  STAFF_ROLE_NAMES,
  STAFF_ROLES,
  type StaffPermission,
  type StaffRole,
  staffMay,
  staffPermissions,
} from '#shared/rules/staff-permissions.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import styles from './console.module.css';

const sentence = (action: string) => action.charAt(0).toUpperCase() + action.slice(1);

/** What each role may do: a row for each permission, a column for each role. */
export function RoleMatrix() {
  return (
    <Panel title="Qué puede cada rol">
      <StaticTable<StaffPermission>
        caption="Qué puede cada rol"
        rows={STAFF_PERMISSIONS}
        rowKey={(permission) => permission}
        columns={[
          {
            header: 'Acción',
            cell: (permission) => <span className={styles.action}>{sentence(STAFF_ACTIONS[permission])}</span>,
          },
          ...STAFF_ROLES.map((role) => ({
            header: STAFF_ROLE_NAMES[role],
            cell: (permission: StaffPermission) => (staffMay(role, permission) ? <b>Sí</b> : 'No'),
          })),
        ]}
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
