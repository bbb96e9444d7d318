import { useEffect, useEffectEvent, useState } from 'react';
import { beginFactor, confirmFactor, currentStaff, listStaffSessions } from '#shared/ops/staff-sessions.ts';
import { call } from '#web/lib/api.ts';
import { type ApiError, asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { BackupCodes } from '#web/parts/second-factor/backup-codes.tsx';
import { ConfirmSecret, type Secret } from '#web/parts/second-factor/confirm-secret.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface FactorSetupProps {
  /** True for a person without a second factor, who needs no code to begin. */
  first?: boolean;
  /** Secret and address that were begun with a code. */
  begun?: Secret;
  /**
   * Receives whether the setup must stay on the page: while a code is confirmed, and until the backup codes are saved. Meanwhile the
   * session may be read as complete, and the backup codes are never shown again.
   */
  onHold?: (held: boolean) => void;
  onDone?: () => void;
}

/** Sets up an authenticator app: QR code and text, a code that confirms it, then the backup codes. */
export function FactorSetup({ first = false, begun, onHold, onDone }: FactorSetupProps) {
  const [secret, setSecret] = useState(begun ?? null);
  const [failed, setFailed] = useState<ApiError | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const begin = () => {
    call(beginFactor, { body: {} }).then(
      ({ results }) => {
        setFailed(null);
        setSecret(results);
      },
      (error: unknown) => setFailed(asApiError(error)),
    );
  };
  const beginFirst = useEffectEvent(begin);
  useEffect(() => {
    if (first) beginFirst();
  }, [first]);
  useEffect(() => () => onHold?.(false), [onHold]);

  const finish = () => {
    onHold?.(false);
    onDone?.();
    void invalidateApiQueries(currentStaff, listStaffSessions);
  };
  if (codes) return <BackupCodes codes={codes} onDone={finish} />;
  if (failed) {
    const title = failed.status === 401 ? 'Tu sesión terminó' : undefined;
    return <ErrorState {...(title && { title })} text={failed.message} onRetry={begin} />;
  }
  return secret ? <ConfirmFactor secret={secret} onHold={onHold} onConfirmed={setCodes} /> : <Spinner />;
}

interface ConfirmFactorProps extends Pick<FactorSetupProps, 'onHold'> {
  secret: Secret;
  onConfirmed: (backupCodes: readonly string[]) => void;
}

function ConfirmFactor({ secret, onHold, onConfirmed }: ConfirmFactorProps) {
  const { send } = useApiMutation(confirmFactor);
  const give = async (code: string) => {
    onHold?.(true);
    try {
      onConfirmed((await send({ body: { code } })).results.backup_codes);
    } catch (error) {
      onHold?.(false);
      throw error;
    }
  };
  return <ConfirmSecret secret={secret} onCode={give} />;
}
