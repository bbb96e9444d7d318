import { useState } from 'react';
import { LAST_ADMINISTRATOR, STAFF_ROLE_NAMES, type StaffRole } from '#shared/people/rules/staff-permissions.ts';
import {
  changeStaff,
  listStaff,
  resendStaffInvitation,
  type StaffMember,
  withdrawStaffInvitation,
} from '#shared/people/staff.ts';
import styles from '#web/console/console.module.css';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { GiveCode } from './give-code.tsx';
import { ROLE_OPTIONS } from './invite-form.tsx';
import { runStaffChange } from './run-staff-change.ts';
import { WithdrawPassword } from './withdraw-password.tsx';

const named = ({ name, email }: StaffMember) => name || email;

interface StaffCellProps {
  person: StaffMember;
  /** Whether the person is the only active administrator. */
  last: boolean;
}

/** The role of a person. A choice is confirmed, because an arrow key chooses, too. */
export function RoleSelect({ person, last }: StaffCellProps) {
  const { send } = useApiMutation(changeStaff);
  const [chosen, setChosen] = useState<StaffRole | null>(null);
  if (last) {
    return (
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Rol de ${named(person)}: ${STAFF_ROLE_NAMES[person.role]}`}
        disabledReason={LAST_ADMINISTRATOR}
      >
        {STAFF_ROLE_NAMES[person.role]}
      </Button>
    );
  }
  return (
    <>
      <Select
        small
        aria-label={`Rol de ${named(person)}`}
        value={person.role}
        options={ROLE_OPTIONS}
        onChange={({ target }) => setChosen(target.value as StaffRole)}
      />
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={() => setChosen(null)}
        title={`¿Cambiar el rol de ${named(person)}?`}
        message={`Pasa de ${STAFF_ROLE_NAMES[person.role]} a ${STAFF_ROLE_NAMES[chosen ?? person.role]} desde su próxima acción.`}
        confirmText="Cambiar rol"
        onConfirm={() =>
          runStaffChange(named(person), () =>
            send({ params: { id: person.id }, body: { role: chosen ?? person.role } }),
          )
        }
      />
    </>
  );
}

/**
 * The actions on a person: of an invitation, or of the access.
 *
 * @param props.onInvited called with the person's id when the invitation was sent again
 */
export function StaffActions({ person, last, onInvited }: StaffCellProps & { onInvited: (id: number) => void }) {
  const resend = useApiMutation(resendStaffInvitation);
  const withdraw = useApiMutation(withdrawStaffInvitation);
  const change = useApiMutation(changeStaff);
  const [confirming, setConfirming] = useState(false);
  const params = { id: person.id };
  const name = named(person);

  const sendAgain = async () => {
    try {
      await resend.send({ params });
      onInvited(person.id);
    } catch (error) {
      alerts.danger(asApiError(error).message);
    }
    await invalidateApiQueries(listStaff);
  };
  const suspend = (suspended: boolean) => runStaffChange(name, () => change.send({ params, body: { suspended } }));

  if (person.state === 'suspended') {
    return (
      <Button size="sm" busy={change.pending} aria-label={`Readmitir a ${name}`} onClick={() => void suspend(false)}>
        Readmitir
      </Button>
    );
  }
  if (person.state === 'active') {
    return (
      <span className={styles.row}>
        {person.second_factor && !person.current && <GiveCode id={person.id} name={name} />}
        {!person.current && <WithdrawPassword id={person.id} name={name} />}
        <Button
          size="sm"
          variant="danger"
          aria-label={`Suspender a ${name}`}
          disabledReason={last && LAST_ADMINISTRATOR}
          onClick={() => setConfirming(true)}
        >
          Suspender
        </Button>
        <ConfirmDialog
          open={confirming}
          onOpenChange={setConfirming}
          title={`¿Suspender a ${name}?`}
          message="Sus sesiones se cierran y las invitaciones que mandó se retiran de inmediato. No puede volver a entrar hasta que lo readmitas."
          confirmText="Suspender"
          danger
          onConfirm={() => suspend(true)}
        />
      </span>
    );
  }
  return (
    <span className={styles.row}>
      <Button
        size="sm"
        busy={resend.pending}
        aria-label={`Reenviar la invitación a ${name}`}
        onClick={() => void sendAgain()}
      >
        Reenviar
      </Button>
      {person.state !== 'withdrawn' && (
        <Button
          size="sm"
          busy={withdraw.pending}
          aria-label={`Retirar la invitación a ${name}`}
          onClick={() => void runAndRefetch(() => withdraw.send({ params }), listStaff)}
        >
          Retirar
        </Button>
      )}
    </span>
  );
}
