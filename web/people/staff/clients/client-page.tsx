import { useParams } from 'react-router';
import { readClient } from '#shared/people/staff-clients.ts';
import { clientChargesPath } from '#web/console/charges/charge-paths.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { NotesPanel } from '#web/people/staff/notes/notes-panel.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ClientActions } from './client-actions.tsx';
import { ClientActivity } from './client-activity.tsx';
import { ClientData } from './client-data.tsx';
import { backToClients, UNKNOWN_CLIENT } from './client-paths.ts';
import { ClientPayments } from './client-payments.tsx';
import { ClientState } from './client-state.tsx';
import styles from './clients.module.css';
import { ClientFlags } from './flags.tsx';
import { ClientNumbers } from './numbers.tsx';
import { ClientPeople } from './people.tsx';
import { SameCuit } from './same-cuit.tsx';

/** `/consola/clientes/{id}`: what the provider knows about a client, and what it can do. */
export function ClientPage({ me }: { me: Me }) {
  const { client = '' } = useParams();
  // Nothing that was typed or opened for a client may stay for another one.
  return <Client key={client} clientId={client} me={me} />;
}

function Client({ clientId, me }: { clientId: string; me: Me }) {
  const { data, error, refetch } = useApiQuery(readClient, { params: { clientId } });
  const client = data?.results;
  if (!client) {
    return (
      <>
        <PageHeader title="Cliente" back={backToClients()} />
        <NotLoaded error={error} unknown={UNKNOWN_CLIENT} onRetry={() => void refetch()} lines={8} />
      </>
    );
  }
  const reason = client.blocked_reason ?? client.rejection_reason;
  return (
    <>
      <PageHeader title={client.nombre_empresa} back={backToClients()} badge={<ClientState state={client.state} />} />
      <div className="stack">
        {reason && <Note tone="warn">{reason}</Note>}
        {client.same_cuit > 0 && <SameCuit client={client} />}
        <ClientActions client={client} me={me} />
        <div className={styles.columns}>
          <Panel title="Datos">
            <ClientData client={client} />
          </Panel>
          <Panel title="Permisos y tarifa">
            <ClientFlags client={client} me={me} />
          </Panel>
          <div className={styles.whole}>
            <NotesPanel subject={{ clientId }} me={me} />
          </div>
          <ClientNumbers clientId={clientId} />
          <div className={styles.whole}>
            <Panel title="Personas">
              <ClientPeople clientId={clientId} me={me} />
            </Panel>
          </div>
          <Panel title="Pagos abiertos" action={<Link to={clientChargesPath(clientId)}>Ver sus cobros</Link>}>
            <ClientPayments clientId={clientId} />
          </Panel>
          <Panel title="Última actividad">
            <ClientActivity clientId={clientId} me={me} />
          </Panel>
        </div>
      </div>
    </>
  );
}
