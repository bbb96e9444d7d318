import { useState } from 'react';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { INVITATION_HOURS } from '#shared/people/rules/invitation-mail.ts';
import { LAST_ADMINISTRATOR, STAFF_ROLE_NAMES, type StaffRole } from '#shared/people/rules/staff-permissions.ts';
import {
  changeStaff,
  giveStaffRecoveryCode,
  listStaff,
  resendStaffInvitation,
  type StaffMember,
  withdrawStaffInvitation,
  withdrawStaffPassword,
} from '#shared/people/staff.ts';
import { currentStaff } from '#shared/people/staff-sessions.ts';
import styles from '#web/console/kit/console.module.css';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { RecoveryCodeDialog } from '#web/people/second-factor/recovery-code-dialog.tsx';
import { ROLE_OPTIONS } from './invite-form.tsx';

const named = ({ name, email }: StaffMember) => name || email;

interface StaffCellProps {
  person: StaffMember;
  /** Whether the person is the only active administrator. */
  last: boolean;
}

/** Runs a change of a member of the staff, and shows its result. The keys that stay active are listed until the list is closed. */
const runStaffChange = (name: string, change: () => Promise<ReplyOf<typeof changeStaff>>): Promise<void> =>
  runAndRefetch(
    async () => {
      const done = await change();
      const keys = done.results.active_keys;
      if (keys.length > 0) {
        const next = 'Si ya no tienen que servir, revocalas en Configuración.';
        alerts.warning(`Siguen activas las claves que creó ${name}`, next, keys);
      }
      return done;
    },
    listStaff,
    currentStaff,
  );

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

/** Gives a member of the staff who lost the phone a code for one login. */
function GiveCode({ id, name }: { id: number; name: string }) {
  const { send } = useApiMutation(giveStaffRecoveryCode);
  const [open, setOpen] = useState(false);
  const give = async () => (await send({ params: { id } })).results.code;
  return (
    <>
      <Button size="sm" aria-label={`Dar un código para entrar a ${name}`} onClick={() => setOpen(true)}>
        Dar un código
      </Button>
      {open && (
        <RecoveryCodeDialog name={name} onGive={give} onClose={() => setOpen(false)}>
          {name} va a poder entrar una vez sin su teléfono, y después configurar uno nuevo. Su contraseña sigue haciendo
          falta. Le avisamos por email, y también a los administradores.
        </RecoveryCodeDialog>
      )}
    </>
  );
}

/** Makes the password of a member of the staff worthless, and sends a link to choose another one. */
function WithdrawPassword({ id, name }: { id: number; name: string }) {
  const { send } = useApiMutation(withdrawStaffPassword);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-label={`Restablecer contraseña de ${name}`} onClick={() => setOpen(true)}>
        Restablecer contraseña
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`¿Restablecer la contraseña de ${name}?`}
        message={`Su contraseña deja de servir y sus sesiones se cierran de inmediato. Le enviamos por email un enlace para elegir otra, que sirve una vez, durante ${INVITATION_HOURS} horas, sin código del segundo paso.`}
        confirmText="Restablecer"
        danger
        onConfirm={() => runStaffChange(name, () => send({ params: { id } }))}
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
