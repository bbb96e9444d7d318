import { useState } from 'react';
import {
  currentStaff,
  endOtherStaffSessions,
  endStaffSession,
  listStaffSessions,
  type StaffSession,
} from '#shared/ops/staff-sessions.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { SessionTable } from '#web/parts/sessions/session-table.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FactorPanel } from './factor-panel.tsx';
import type { Me } from './me.ts';
import { NotLoaded } from './not-loaded.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { StaffPasskeys } from './staff-passkeys.tsx';

/** `/consola`: the person's sessions, password and second factor. */
export function MySession({ me }: { me: Me }) {
  return (
    <>
      <PageHeader title="Mi sesión" subtitle={<span>{me.email}</span>} />
      <div className="stack">
        <Sessions />
        <PasswordPanel email={me.email} />
        <FactorPanel me={me} />
        {me.has_factor && <StaffPasskeys />}
      </div>
    </>
  );
}

function Sessions() {
  const { data, error, refetch } = useApiQuery(listStaffSessions);
  const others = useApiMutation(endOtherStaffSessions);
  const one = useApiMutation(endStaffSession);
  const [ending, setEnding] = useState<number | null>(null);

  const run = async (work: () => Promise<{ message: string }>) => {
    try {
      alerts.success((await work()).message);
    } catch (failure) {
      alerts.danger(asApiError(failure).message);
    }
    await invalidateApiQueries(listStaffSessions, currentStaff);
  };
  const end = ({ id }: StaffSession) => {
    setEnding(id);
    void run(() => one.send({ params: { id } })).finally(() => setEnding(null));
  };

  const sessions = data?.results;
  const alone = sessions?.length === 1 && 'No hay otras sesiones abiertas';
  return (
    <Panel
      title="Sesiones"
      action={
        <Button size="sm" busy={others.pending} disabledReason={alone} onClick={() => void run(() => others.send())}>
          Cerrar las otras
        </Button>
      }
    >
      {sessions ? (
        <SessionTable sessions={sessions} ending={ending} onEnd={end} />
      ) : (
        <NotLoaded error={error} onRetry={() => void refetch()} lines={3} />
      )}
    </Panel>
  );
}
