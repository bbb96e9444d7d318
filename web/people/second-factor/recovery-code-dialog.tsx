import { type ReactNode, useState } from 'react';
import { RECOVERY_MINUTES } from '#shared/people/second-factor/factor-code.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { CopyButton } from '#web/kit/ui/copy-button.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import styles from './second-factor.module.css';

interface RecoveryCodeDialogProps {
  /** Name of the person who lost the phone. */
  name: string;
  /** Generates the code. The dialog shows a failure. */
  onGive: () => Promise<string>;
  onClose: () => void;
  /** Explains what the code permits, before it is generated. */
  children: ReactNode;
}

/** Gives a person who lost the phone a code for one login. The code is shown once. */
export function RecoveryCodeDialog({ name, onGive, onClose, children }: RecoveryCodeDialogProps) {
  const [code, setCode] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function give() {
    setPending(true);
    try {
      setCode(await onGive());
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
    setPending(false);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Código para ${name}`}
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
          <p className={styles.given}>
            <b>{code}</b>
            <CopyButton text={code} label="Copiar el código" />
          </p>
          <p>
            Dictáselo por teléfono o en persona, después de asegurarte de que es {name}. Sirve una sola vez, durante{' '}
            {RECOVERY_MINUTES} minutos.
          </p>
        </div>
      ) : (
        <p>{children}</p>
      )}
    </Dialog>
  );
}
