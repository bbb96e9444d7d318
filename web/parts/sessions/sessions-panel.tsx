import { type ComponentType, useState } from 'react';
import type * as z from 'zod/mini';
import { formatTimestamp } from '#shared/format.ts';
import type { AnyEndpoint, Endpoint } from '#shared/http/endpoint.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { type ApiError, asApiError } from '#web/lib/api-error.ts';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import type { NotLoadedProps } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';

/** An open session of a client's user or of the staff. */
interface OpenSession {
  id: string | number;
  /** Browser and system; '' for a session of a version that didn't record them. */
  device: string;
  network: string;
  created_at: string;
  last_seen_at: string;
  current: boolean;
}

type Message = z.ZodMiniType<{ message: string }>;

interface SessionsPanelProps {
  calls: {
    list: Endpoint<undefined, undefined, undefined, z.ZodMiniType<{ results: OpenSession[] }>>;
    end: Endpoint<z.ZodMiniType<unknown, { id?: unknown }>, undefined, undefined, Message>;
    endOthers: Endpoint<undefined, undefined, undefined, Message>;
  };
  /** Further calls whose replies change when a session ends. */
  changed?: readonly AnyEndpoint[];
  NotLoaded: ComponentType<NotLoadedProps<ApiError>>;
}

const deviceOf = ({ device }: OpenSession) => device || 'Sin datos del dispositivo';

/** The open sessions of a person, each of which can be ended, except this one. */
export function SessionsPanel({ calls, changed = [], NotLoaded }: SessionsPanelProps) {
  const { data, error, refetch } = useApiQuery(calls.list);
  const sessions = data?.results;
  const readAgain = () => invalidateApiQueries(calls.list, ...changed);
  return (
    <Panel
      title="Sesiones abiertas"
      action={
        <EndButton
          variant="danger"
          disabledReason={sessions?.length === 1 && 'No hay otras sesiones abiertas'}
          end={() => call(calls.endOthers)}
          onEnded={readAgain}
        >
          Cerrar las otras sesiones
        </EndButton>
      }
    >
      {sessions ? (
        <StaticTable<OpenSession>
          caption="Sesiones abiertas"
          cards
          rows={sessions}
          rowKey={({ id }) => String(id)}
          columns={[
            { header: 'Dispositivo', cell: deviceOf },
            { header: 'Red', cell: ({ network }) => network || '-' },
            { header: 'Inicio', cell: ({ created_at }) => formatTimestamp(created_at) },
            { header: 'Último uso', cell: ({ last_seen_at }) => formatTimestamp(last_seen_at) },
            {
              header: 'Acciones',
              right: true,
              cell: (session) =>
                session.current ? (
                  <Badge colour="verde">Ésta</Badge>
                ) : (
                  <EndButton
                    aria-label={`Cerrar la sesión de ${deviceOf(session)}, último uso ${formatTimestamp(session.last_seen_at)}`}
                    end={() => call(calls.end, { params: { id: session.id } })}
                    onEnded={readAgain}
                  >
                    Cerrar
                  </EndButton>
                ),
            },
          ]}
        />
      ) : (
        <NotLoaded error={error} onRetry={() => void refetch()} lines={4} label="Cargando las sesiones" />
      )}
    </Panel>
  );
}

interface EndButtonProps extends Omit<ButtonProps, 'size' | 'busy' | 'onClick'> {
  end: () => Promise<{ message: string }>;
  /** Reads the sessions again, also after a failure: a session may have ended meanwhile. */
  onEnded: () => Promise<void>;
}

/** Ends one session or several, and shows the result. Busy until the list is read again. */
function EndButton({ end, onEnded, ...button }: EndButtonProps) {
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    try {
      alerts.success((await end()).message);
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
    await onEnded();
    setBusy(false);
  }
  return <Button {...button} size="sm" busy={busy} onClick={() => void run()} />;
}
