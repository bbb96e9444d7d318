import { useState } from 'react';
import { alerts } from '#web/lib/alerts.ts';
import { passkeyFailure, passkeysSupported } from '#web/lib/passkeys.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyRound } from '#web/ui/icons.ts';

interface PasskeyButtonProps {
  /** Asks for a passkey and sends its answer. The button shows a failure. */
  onUse: () => Promise<void>;
}

/** Gives a passkey instead of a code. Absent in browsers without passkeys. */
export function PasskeyButton({ onUse }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);
  if (!passkeysSupported()) return null;
  async function use() {
    setPending(true);
    try {
      await onUse();
    } catch (error) {
      alerts.danger(passkeyFailure(error));
    }
    setPending(false);
  }
  return (
    <Button icon={<KeyRound />} busy={pending} onClick={() => void use()}>
      Usar una llave de acceso
    </Button>
  );
}
