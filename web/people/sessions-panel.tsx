import { type ComponentType, useState } from 'react';
import type * as z from 'zod/mini';
import type { AnyEndpoint, Endpoint } from '#shared/kit/http/endpoint.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { call } from '#web/kit/call/api.ts';
import { type ApiError, asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import type { NotLoadedProps } from '#web/kit/ui/display/empty-state.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';

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
  /** Id of the session that is being ended, or `others`; null for none. */
  const [ending, setEnding] = useState<OpenSession['id'] | null>(null);

  async function end(id: OpenSession['id'], run: () => Promise<{ message: string }>) {
    if (ending !== null) return;
    setEnding(id);
    try {
      alerts.success((await run()).message);
    } catch (failure) {
      alerts.failure(failure, asApiError(failure).message);
    }
    // Also after a failure: a session may have ended meanwhile.
    await invalidateApiQueries(calls.list, ...changed);
    setEnding(null);
  }

  return (
    <Panel
      title="Sesiones abiertas"
      action={
        sessions && (
          <Button
            size="sm"
            variant="danger"
            disabledReason={sessions.length === 1 && 'No hay otras sesiones abiertas'}
            busy={ending === 'others'}
            onClick={() => void end('others', () => call(calls.endOthers))}
          >
            Cerrar las otras sesiones
          </Button>
        )
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
                  <Button
                    size="sm"
                    aria-label={`Cerrar la sesión de ${deviceOf(session)}, último uso ${formatTimestamp(session.last_seen_at)}`}
                    busy={ending === session.id}
                    onClick={() => void end(session.id, () => call(calls.end, { params: { id: session.id } }))}
                  >
                    Cerrar
                  </Button>
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
