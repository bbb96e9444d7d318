import { useState } from 'react';
import { giveStaffRecoveryCode } from '#shared/people/staff.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { RecoveryCodeDialog } from '#web/people/second-factor/recovery-code-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

/** Gives a member of the staff who lost the phone a code for one login. */
export function GiveCode({ id, name }: { id: number; name: string }) {
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
