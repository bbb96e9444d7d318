import { useState } from 'react';
import { INVITATION_HOURS } from '#shared/people/rules/invitation-mail.ts';
import { withdrawStaffPassword } from '#shared/people/staff.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { runStaffChange } from './run-staff-change.ts';

/** Makes the password of a member of the staff worthless, and sends a link to choose another one. */
export function WithdrawPassword({ id, name }: { id: number; name: string }) {
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
