import { useState } from 'react';
import { formatTimestamp } from '#shared/format.ts';
import {
  currentStaff,
  endOtherStaffSessions,
  endStaffSession,
  listStaffSessions,
  type StaffSession,
} from '#shared/ops/staff-sessions.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import type { Me } from './console-layout.tsx';
import { FactorPanel } from './factor-panel.tsx';
import { refetchStaff, useStaffCall, useStaffQuery } from './staff-api.ts';

/** `/consola`: the person's sessions and second factor. */
export function MySession({ me }: { me: Me }) {
  return (
    <>
      <PageHeader title="Mi sesión" subtitle={<span>{me.email}</span>} />
      <div className="stack">
        <Sessions />
        <FactorPanel me={me} />
      </div>
    </>
  );
}

function Sessions() {
  const { data, error, refetch } = useStaffQuery(listStaffSessions);
  const others = useStaffCall(endOtherStaffSessions);
  const one = useStaffCall(endStaffSession);
  const [ending, setEnding] = useState<number | null>(null);

  const run = async (work: () => Promise<{ message: string }>) => {
    try {
      alerts.success((await work()).message);
    } catch (failure) {
      alerts.danger(asApiError(failure).message);
    }
    await refetchStaff(listStaffSessions, currentStaff);
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
        <StaticTable
          caption="Sesiones abiertas"
          minWidth={640}
          rows={sessions}
          rowKey={({ id }) => String(id)}
          columns={[
            { header: 'Dispositivo', cell: (row) => row.device },
            { header: 'Red', cell: (row) => row.network },
            { header: 'Inicio', cell: (row) => formatTimestamp(row.created_at) },
            { header: 'Último uso', cell: (row) => formatTimestamp(row.last_seen_at) },
            {
              header: 'Acción',
              right: true,
              cell: (row) =>
                row.current ? (
                  <Badge colour="verde">Ésta</Badge>
                ) : (
                  <Button
                    size="sm"
                    busy={ending === row.id}
                    aria-label={`Cerrar ${row.device}`}
                    onClick={() => end(row)}
                  >
                    Cerrar
                  </Button>
                ),
            },
          ]}
        />
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </Panel>
  );
}
