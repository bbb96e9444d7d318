import { useEffect, useEffectEvent, useState } from 'react';
import { beginFactor, confirmFactor, currentStaff, listStaffSessions } from '#shared/people/staff-sessions.ts';
import { call } from '#web/kit/call/api.ts';
import { type ApiError, asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import type { Secret } from '#web/people/second-factor/confirm-secret.tsx';
import { FactorSetUp } from '#web/people/second-factor/factor-set-up.tsx';

interface StaffFactorSetUpProps {
  /** Receives whether the setup must stay on the page. */
  onHold?: (held: boolean) => void;
  onDone?: () => void;
}

/** Sets up the first authenticator app of a member of the staff. */
export function StaffFactorSetUp({ onHold, onDone }: StaffFactorSetUpProps) {
  const finish = () => {
    onDone?.();
    void invalidateApiQueries(currentStaff, listStaffSessions);
  };
  return (
    <FactorSetUp
      first={(onSecret) => <FirstSecret onSecret={onSecret} />}
      confirm={confirmFactor}
      onHold={onHold}
      onDone={finish}
    />
  );
}

/** Begins the first secret of a member of the staff at once: nothing is asked before it. */
export function FirstSecret({ onSecret }: { onSecret: (secret: Secret) => void }) {
  const [failed, setFailed] = useState<ApiError | null>(null);
  const begin = () => {
    call(beginFactor, { body: {} }).then(
      ({ results }) => onSecret(results),
      (error: unknown) => setFailed(asApiError(error)),
    );
  };
  const beginOnce = useEffectEvent(begin);
  useEffect(() => beginOnce(), []);
  if (!failed) return <Spinner />;
  const title = failed.status === 401 ? 'Tu sesión terminó' : undefined;
  return <ErrorState {...(title && { title })} text={failed.message} onRetry={begin} />;
}
