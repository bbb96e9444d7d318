import { useState } from 'react';
import { endOneSession, endOtherSessions, listSessions } from '#shared/sessions.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { SessionTable } from '#web/parts/sessions/session-table.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { SheetBody } from '#web/ui/layouts.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const BACK = { to: paths.account, label: 'Mi Cuenta' };

/** What is being ended: the id of a session, or all others. */
type Ending = { id: string } | 'others' | null;

/** `/usuario/sesiones`: the user's open sessions, each of which can be ended. */
export default function Sessions() {
  const answer = useApiQuery(listSessions, {});
  const [ending, setEnding] = useState<Ending>(null);
  const sessions = answer.data?.results;

  async function end(what: NonNullable<Ending>) {
    if (ending) return;
    setEnding(what);
    try {
      const { message } = await (what === 'others' ? call(endOtherSessions) : call(endOneSession, { params: what }));
      alerts.success(message);
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
    await invalidateApiQueries(listSessions);
    setEnding(null);
  }

  const alone = sessions?.length === 1 ? 'No hay otras sesiones abiertas' : null;
  return (
    <>
      <PageHeader
        title="Sesiones"
        back={BACK}
        actions={
          sessions && (
            <Button
              variant="danger"
              busy={ending === 'others'}
              disabledReason={alone}
              onClick={() => void end('others')}
            >
              Cerrar las otras sesiones
            </Button>
          )
        }
      />
      {!sessions && answer.isError ? (
        <ErrorState onRetry={() => void answer.refetch()} />
      ) : (
        <SheetBody>
          <div className="stack">
            <Panel title="Sesiones abiertas">
              {sessions ? (
                <SessionTable
                  sessions={sessions}
                  ending={typeof ending === 'object' ? (ending?.id ?? null) : null}
                  onEnd={({ id }) => void end({ id })}
                />
              ) : (
                <Skeleton lines={4} label="Cargando las sesiones" />
              )}
            </Panel>
            <p className="muted">
              Si no reconocés una sesión, cerrala y cambiá tu contraseña en Mi Cuenta. El último uso tiene hasta cinco
              minutos de demora.
            </p>
          </div>
        </SheetBody>
      )}
    </>
  );
}
