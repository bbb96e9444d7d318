import { useState } from 'react';
import { RECOVERY_MINUTES } from '#shared/factor-code.ts';
import { giveRecoveryCode, type TeamUser } from '#shared/team.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { personName } from '#web/parts/team/person-name.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './team.module.css';

interface RecoveryCodeDialogProps {
  user: TeamUser;
  onClose: () => void;
}

/** Gives a member who lost the phone a code for one login. The code is shown once. */
export default function RecoveryCodeDialog({ user, onClose }: RecoveryCodeDialogProps) {
  const { send, pending } = useApiMutation(giveRecoveryCode);
  const [code, setCode] = useState<string | null>(null);

  async function give() {
    try {
      setCode((await send({ params: { id: user.id } })).results.code);
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Código para ${personName(user)}`}
      footer={
        code ? (
          <Button variant="primary" onClick={onClose}>
            Listo
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancelar</Button>
            <Button variant="primary" busy={pending} onClick={() => void give()}>
              Generar el código
            </Button>
          </>
        )
      }
    >
      {code ? (
        <div className="stack">
          <p className={styles.code}>
            <b>{code}</b>
            <CopyButton text={code} label="Copiar el código" />
          </p>
          <p>
            Dictáselo por teléfono o en persona, después de asegurarte de que es {personName(user)}. Sirve una sola vez,
            durante {RECOVERY_MINUTES} minutos.
          </p>
        </div>
      ) : (
        <p>
          {personName(user)} va a poder entrar una vez sin su teléfono, y después configurar uno nuevo. Su contraseña
          sigue haciendo falta. Le avisamos por email, y también a los dueños de la empresa.
        </p>
      )}
    </Dialog>
  );
}
