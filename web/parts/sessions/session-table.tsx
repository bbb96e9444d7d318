import { formatTimestamp } from '#shared/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
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

interface SessionTableProps<S extends OpenSession> {
  sessions: readonly S[];
  /** Id of the session that is being ended. */
  ending: S['id'] | null;
  onEnd: (session: S) => void;
}

const deviceOf = ({ device }: OpenSession) => device || 'Sin datos del dispositivo';

/** The open sessions of a person, each of which can be ended, except this one. */
export function SessionTable<S extends OpenSession>({ sessions, ending, onEnd }: SessionTableProps<S>) {
  return (
    <StaticTable
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
                busy={ending === session.id}
                aria-label={`Cerrar la sesión de ${deviceOf(session)}, último uso ${formatTimestamp(session.last_seen_at)}`}
                onClick={() => onEnd(session)}
              >
                Cerrar
              </Button>
            ),
        },
      ]}
    />
  );
}
