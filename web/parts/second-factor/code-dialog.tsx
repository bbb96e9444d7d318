import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';

interface CodeDialogProps {
  /** Sends a code. The dialog shows its failure. */
  onCode: (code: string) => Promise<void>;
  /** Gives a passkey instead; null for a person without one. */
  onPasskey: (() => Promise<void>) | null;
  onCancel: () => void;
}

/** Asks for the second step again before a call is repeated. The page below keeps what was typed. */
export function CodeDialog({ onCode, onPasskey, onCancel }: CodeDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title="Confirmá que sos vos"
      description="Este cambio pide tu segundo paso. Vale por 10 minutos."
    >
      <CodeForm onCode={onCode}>
        {onPasskey && <PasskeyButton onUse={onPasskey} />}
        <Button onClick={onCancel}>Cancelar</Button>
      </CodeForm>
    </Dialog>
  );
}
