import { useState } from 'react';
import { listTariffs } from '#shared/money/staff-tariffs.ts';
import { listPickupPoints } from '#shared/provider/staff-pickup-points.ts';
import { loadExamples, readSetup } from '#shared/provider/staff-setup.ts';
import { listTerms } from '#shared/provider/staff-terms.ts';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import styles from './settings.module.css';

/** Offers invented data to an empty installation. */
export function LoadExamples({ refused }: { refused: string | null }) {
  const { send, pending } = useApiMutation(loadExamples);
  const [confirming, setConfirming] = useState(false);
  return (
    <div className={styles.buttons}>
      <Button busy={pending} disabledReason={refused} onClick={() => setConfirming(true)}>
        Cargar ejemplos para probar
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="¿Cargar ejemplos?"
        message="Se cargan una tarifa, términos y puntos de retiro inventados. Reemplazalos antes de la primera orden real."
        confirmText="Cargar"
        onConfirm={() => runAndRefetch(() => send(), readSetup, listTerms, listTariffs, listPickupPoints)}
      />
    </div>
  );
}
