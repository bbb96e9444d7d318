import { useState } from 'react';
import { useParams } from 'react-router';
import { formatTimestamp, integer, money } from '#shared/kit/text/format.ts';
import { PENDING } from '#shared/money/rules/payments.ts';
import { clientPayments } from '#shared/money/staff-payments.ts';
import type { OpenItemKind } from '#shared/orders/rules/open-item-kinds.ts';
import type { StateGroup } from '#shared/orders/rules/state-group.ts';
import { MAX_ACTIVITY_READ } from '#shared/people/activity.ts';
import { exportAllActivity, listAllActivity } from '#shared/people/staff-activity.ts';
import { readClient, readClientOverview } from '#shared/people/staff-clients.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useDownload } from '#web/console/kit/use-download.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { labelledCard } from '#web/kit/list/labelled-card.tsx';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { DataTable } from '#web/kit/ui/table/data-table.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { shownTotal } from '#web/money/shown-total.ts';
import { clientChargesPath } from '#web/money/staff/charges/charge-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { activityKey, CLIENT_ACTIVITY } from '#web/people/staff/activity/activity-columns.tsx';
import { NotesPanel } from '#web/people/staff/notes/notes-panel.tsx';
import { ClientActions } from './client-actions.tsx';
import { ClientData } from './client-data.tsx';
import { ClientFlags } from './client-flags.tsx';
import { backToClients, UNKNOWN_CLIENT } from './client-paths.ts';
import { ClientState } from './client-state.tsx';
import { ClientPeople } from './client-users.tsx';
import styles from './clients.module.css';
import { SameCuit } from './same-cuit.tsx';

/** `/consola/clientes/{id}`: what the provider knows about a client, and what it can do. */
export function ClientPage({ me }: { me: Me }) {
  const { client = '' } = useParams();
  // Nothing that was typed or opened for a client may stay for another one.
  return <Client key={client} clientId={client} me={me} />;
}

/** Rows that are shown at first, and how many more each time. */
const STEP = 50;

/** The newest rows of the audit trail about a client, or why the person can't see them. */
function ClientActivity({ clientId, me }: { clientId: string; me: Me }) {
  const refused = refusalOf(me, 'activity');
  return refused ? <p className="muted">{refused}</p> : <NewestActivity clientId={clientId} />;
}

/** The newest rows of the audit trail about a client. The file contains all of them. */
function NewestActivity({ clientId }: { clientId: string }) {
  const [limit, setLimit] = useState(STEP);
  const { download, downloading } = useDownload();
  const filter = { client: clientId };
  const { data, error, refetch } = useApiQuery(listAllActivity, { query: { limit, filter } }, { keepPrevious: true });
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={5} />;
  if (data.results.length === 0) return <p className="muted">Nadie hizo nada todavía.</p>;
  return (
    <div className="stack">
      <DataTable
        label="Última actividad"
        boxed
        rows={data.results}
        columns={CLIENT_ACTIVITY}
        rowKey={activityKey}
        card={labelledCard(CLIENT_ACTIVITY)}
      />
      <div className={styles.actions}>
        {data.cursor && limit < MAX_ACTIVITY_READ && (
          <Button size="sm" onClick={() => setLimit(Math.min(limit + STEP, MAX_ACTIVITY_READ))}>
            Mostrar más
          </Button>
        )}
        <Button size="sm" busy={downloading} onClick={() => void download(exportAllActivity, { query: { filter } })}>
          Descargar toda la actividad (CSV)
        </Button>
      </div>
    </div>
  );
}

/** The open payments of a client, last changed first. */
function ClientPayments({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useApiQuery(clientPayments, {
    params: { clientId },
    query: { limit: 10, filter: { state_id: String(PENDING) } },
  });
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={3} />;
  if (data.results.length === 0) return <p className="muted">No tiene pagos abiertos.</p>;
  return (
    <StaticTable
      caption="Pagos abiertos"
      cards="phone"
      rows={data.results}
      rowKey={({ id }) => String(id)}
      columns={[
        { header: 'Pago', cell: ({ id }) => id },
        { header: 'Creado', cell: ({ created_at }) => formatTimestamp(created_at) },
        { header: 'Importe', right: true, cell: ({ amount }) => money(amount) },
      ]}
    />
  );
}

const STATE_NAMES: Record<StateGroup, string> = {
  por_imprimir: 'Por imprimir',
  pendiente_pago: 'Pendientes de pago',
  con_problema: 'Con problema',
  en_camino: 'En camino',
  final: 'Finalizadas',
};

const KIND_NAMES: Record<OpenItemKind, string> = {
  last_attempt: 'Último intento fallido',
  wrong_address: 'Direcciones a corregir',
  failed_visit: 'Visitas fallidas',
  pickup_waiting: 'Esperan en la sucursal',
  late: 'Demoradas',
  print: 'Por imprimir',
  payment_attention: 'Pagos a revisar',
  pay: 'Por pagar',
  modification_rejected: 'Modificaciones rechazadas',
  failed_rows: 'Filas que fallaron',
  stock_short: 'Stock insuficiente',
  stock_expiring: 'Stock por vencer',
  not_collected: 'Sin retirar',
  invitation_expiring: 'Invitaciones por vencer',
  second_factor: 'Sin segundo paso',
};

/** Orders of a client by state, and what requires the sender's action. */
function ClientNumbers({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useApiQuery(readClientOverview, { params: { clientId } });
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={4} />;
  const { orders, pending } = data.results;
  return (
    <>
      <Panel title="Órdenes">
        {orders.length === 0 ? (
          <p className="muted">Todavía no creó órdenes.</p>
        ) : (
          <DescriptionList
            groups={[orders.map(({ state, total }) => ({ term: STATE_NAMES[state], value: integer(total) }))]}
          />
        )}
      </Panel>
      <Panel title="Espera una acción del cliente">
        {pending.length === 0 ? (
          <p className="muted">Nada espera.</p>
        ) : (
          <DescriptionList
            groups={[
              pending.map(({ kind, total, overdue }) => ({
                term: KIND_NAMES[kind],
                value: `${shownTotal(total)}${overdue > 0 ? ` (${shownTotal(overdue)} fuera de plazo)` : ''}`,
              })),
            ]}
          />
        )}
      </Panel>
    </>
  );
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
