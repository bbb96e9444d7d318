import { type ReactNode, useEffect, useState } from 'react';
import type { confirmUserFactor } from '#shared/people/second-factor/second-factor.ts';
import { call } from '#web/kit/call/api.ts';
import { BackupCodes } from './backup-codes.tsx';
import { ConfirmSecret, type Secret } from './confirm-secret.tsx';

interface FactorSetUpProps {
  /** A secret that was begun before. */
  begun?: Secret | null;
  /** Asks what is needed for a secret, and begins it. */
  first: (onSecret: (secret: Secret) => void) => ReactNode;
  /** Confirms the secret by a code. */
  confirm: typeof confirmUserFactor;
  onConfirmed?: () => void;
  /**
   * Receives whether the set-up must stay on the page: while a code is confirmed, and until the backup codes are saved. Meanwhile the
   * session may be read as complete, and the backup codes are never shown again.
   */
  onHold?: ((held: boolean) => void) | undefined;
  onDone: () => void;
  /** Further buttons while the secret is shown. */
  buttons?: ReactNode;
}

/** Sets up an authenticator app: a new secret, a code that confirms it, then the backup codes. */
export function FactorSetUp({ begun = null, first, confirm, onConfirmed, onHold, onDone, buttons }: FactorSetUpProps) {
  const [secret, setSecret] = useState(begun);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [confirming, setConfirming] = useState(false);
  useEffect(() => () => onHold?.(false), [onHold]);

  async function give(code: string) {
    onHold?.(true);
    setConfirming(true);
    try {
      setCodes((await call(confirm, { body: { code } })).results.backup_codes);
      onConfirmed?.();
    } catch (error) {
      onHold?.(false);
      setConfirming(false);
      throw error;
    }
  }
  const finish = () => {
    onHold?.(false);
    onDone();
  };

  if (codes) return <BackupCodes codes={codes} onDone={finish} />;
  if (!secret) return first(setSecret);
  return (
    <ConfirmSecret secret={secret} onCode={give}>
      {/* To leave meanwhile would lose the backup codes. */}
      {!confirming && buttons}
    </ConfirmSecret>
  );
}
