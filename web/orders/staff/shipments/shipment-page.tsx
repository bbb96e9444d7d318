import { useState } from 'react';
import { useParams } from 'react-router';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import { type ShipmentOrder as Order, readShipmentOrder } from '#shared/orders/staff-shipment/staff-order.ts';
import { readStaffShipment, type StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { useTrackingUrl } from '#web/orders/order/tracking-url.ts';
import { useMaskedAddress } from '#web/orders/staff/queues/masked-address.ts';
import { ModificationPanel } from '#web/orders/staff/queues/modification-panel.tsx';
import { ReschedulePanel } from '#web/orders/staff/queues/reschedule-panel.tsx';
import type { WholeChanges } from '#web/orders/staff/queues/whole-changes.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { BlockedClient } from '#web/people/staff/clients/blocked-client.tsx';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import { NotesPanel } from '#web/people/staff/notes/notes-panel.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { EventDialog } from './event-dialog.tsx';
import { endedReason, type HistoryEvent } from './event-rule.ts';
import { LabelButtons } from './label-buttons.tsx';
import { SenderView } from './sender-view.tsx';
import { ShipmentCost } from './shipment-cost.tsx';
import { ShipmentFactsPanel } from './shipment-facts.tsx';
import { ShipmentHistory } from './shipment-history.tsx';
import { staffShipmentPath, unknownShipment } from './shipment-paths.ts';
import styles from './shipments.module.css';
import { useShownReceiver } from './shown-receiver.ts';

/** `/consola/envio/{label}`: a shipment of any client, with its history. */
export function StaffShipmentPage({ me }: { me: Me }) {
  const { label = '' } = useParams();
  const { data, error, refetch } = useApiQuery(readStaffShipment, { params: { label } });
  if (data) return <Shipment key={data.results.shipment_id} shipment={data.results} me={me} />;
  return (
    <>
      <PageHeader title={label} />
      <NotLoaded
        error={error}
        unknown={unknownShipment(label)}
        onRetry={() => void refetch()}
        lines={8}
        label="Cargando el envío"
      />
    </>
  );
}

interface ShipmentLabelProps {
  shipment: StaffShipmentHistory;
  me: Me;
  onPrinted: () => void;
}

/** Prints a shipment's label, and says whether the collected shipment needs a new one (readings C50). */
function ShipmentLabel({ shipment, me, onPrinted }: ShipmentLabelProps) {
  const { shipment_id, relabel, provider_prints } = shipment;
  const reportPrinted = () => {
    alerts.success(relabel ? 'El envío quedó reetiquetado: pegá la etiqueta nueva' : 'La etiqueta se descargó');
    onPrinted();
  };
  return (
    <Panel title="Etiqueta">
      <div className={styles.content}>
        {relabel ? (
          <Note tone="warn">La etiqueta del bulto está desactualizada: imprimí la nueva y pegala.</Note>
        ) : (
          <p className="muted">{shipment.printed ? 'La empresa la imprimió.' : 'La empresa todavía no la imprimió.'}</p>
        )}
        <div className={styles.actions}>
          <LabelButtons
            label={shipment_id}
            me={me}
            verb={relabel ? 'Reetiquetar' : 'Imprimir'}
            onPrinted={reportPrinted}
          />
        </div>
        {provider_prints.length > 0 && (
          <ul className={classNames('muted', styles.lines)} aria-label="Impresiones del proveedor">
            {provider_prints.map((one) => (
              <li key={one.id}>{printText(one)}</li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

const printText = ({ at, by, format, version, relabelled }: StaffShipmentHistory['provider_prints'][number]) =>
  `${relabelled ? 'Reetiquetado' : 'Impresa'} el ${formatTimestamp(at)} por ${by} (${format.toUpperCase()}, v${version})`;

/** The order around a shipment: the company, the other shipments, and what the sender sees. */
function ShipmentOrder({ label }: { label: string }) {
  const { data, error, refetch } = useApiQuery(readShipmentOrder, { params: { label } });
  const order = data?.results;
  if (!order) {
    return (
      <Panel title="Orden">
        <NotLoaded error={error} onRetry={() => void refetch()} lines={5} />
      </Panel>
    );
  }
  return (
    <>
      <Panel title="Orden">
        <DescriptionList
          groups={[
            [
              { term: 'Empresa', value: <Link to={clientPath(order.client_id)}>{order.company}</Link> },
              { term: 'Orden', value: `${order.order_id} (${order.tracking_id})` },
              { term: 'Estado', value: <StateBadge state={order.sender_view.order_state} /> },
            ],
          ]}
        />
        {order.parcels.length > 1 && <Siblings order={order} label={label} />}
      </Panel>
      <SenderView view={order.sender_view} />
    </>
  );
}

function Siblings({ order, label }: { order: Order; label: string }) {
  return (
    <ul className={styles.lines} aria-label="Envíos de la orden">
      {order.parcels.map(({ shipment_id, state }) => (
        <li key={shipment_id}>
          {shipment_id === label ? (
            <strong aria-current="true">{shipment_id}</strong>
          ) : (
            <Link to={staffShipmentPath(shipment_id)}>{shipment_id}</Link>
          )}
          <StateBadge state={state} />
        </li>
      ))}
    </ul>
  );
}

interface PendingDecisionProps {
  label: string;
  me: Me;
  /** Called after a decision, which may change shipment, cost and order. */
  onDecided: () => void;
  /** The whole values of a change. */
  whole: WholeChanges;
}

/** The request about a shipment or its order that waits for a decision. One at a time, because both are decided by the same keys. */
function PendingDecision({ label, me, onDecided, whole }: PendingDecisionProps) {
  const { data } = useApiQuery(readShipmentOrder, { params: { label } });
  if (!data) return null;
  const { client_id, modification_id, reschedule_id } = data.results;
  const target = (id: number) => ({ clientId: String(client_id), id: String(id) });
  const shared = { me, onSettled: onDecided };
  if (modification_id !== null) {
    return (
      <Panel title="Modificación por decidir">
        <div className="stack">
          <ModificationPanel
            target={{ queue: 'modifications', ...target(modification_id) }}
            {...shared}
            withShipment={false}
            whole={whole}
          />
          {reschedule_id !== null && (
            <Note tone="plain">Después de esta decisión espera la reprogramación del envío.</Note>
          )}
        </div>
      </Panel>
    );
  }
  if (reschedule_id === null) return null;
  return (
    <Panel title="Reprogramación por decidir">
      <div className="stack">
        <ReschedulePanel target={{ queue: 'reschedules', ...target(reschedule_id) }} {...shared} withShipment={false} />
      </div>
    </Panel>
  );
}

function Shipment({ shipment, me }: { shipment: StaffShipmentHistory; me: Me }) {
  const [adding, setAdding] = useState(false);
  const [wrong, setWrong] = useState<HistoryEvent | null>(null);
  const order = useApiQuery(readShipmentOrder, { params: { label: shipment.shipment_id } });
  const waiting = order.data?.results.modification_id ?? null;
  const receiver = useShownReceiver(shipment, waiting);
  const masked = useMaskedAddress(order.data?.results.client_id, waiting);
  const trackingUrl = useTrackingUrl();
  const refused = refusalOf(me, 'events');
  const changed = () => void invalidateApiQueries(readStaffShipment, readShipmentOrder, readShipmentCost);
  return (
    <>
      <PageHeader
        title={shipment.shipment_id}
        badge={<StateBadge state={shipment.state} />}
        subtitle={<span>Desde el {formatTimestamp(shipment.state_at)}</span>}
        actions={
          <Button
            variant="primary"
            icon={<Plus />}
            disabledReason={refused ?? endedReason(shipment)}
            onClick={() => setAdding(true)}
          >
            Agregar evento
          </Button>
        }
      />
      <BlockedClient reason={order.data?.results.blocked_reason ?? null} />
      <p className={styles.actions}>
        <a href={trackingUrl(shipment.shipment_id)} target="_blank" rel="noreferrer">
          Ver lo que ve el comprador
        </a>
      </p>
      <div className={styles.shipment}>
        <div className="stack">
          <PendingDecision label={shipment.shipment_id} me={me} onDecided={changed} whole={receiver} />
          <ShipmentFactsPanel
            shipment={shipment}
            shown={receiver}
            masksAddress={!order.data || (masked && receiver.changes === null)}
            hasRequest={waiting !== null}
          />
          <ShipmentLabel shipment={shipment} me={me} onPrinted={changed} />
        </div>
        <div className={classNames('stack', styles.story)}>
          <ShipmentHistory history={shipment.history} refused={refused} onCorrect={setWrong} />
          <NotesPanel subject={{ trackingId: shipment.tracking_id }} me={me} />
        </div>
        <div className="stack">
          <ShipmentCost shipment={shipment} />
          <ShipmentOrder label={shipment.shipment_id} />
        </div>
      </div>
      {adding && <EventDialog shipment={shipment} onClose={() => setAdding(false)} onChanged={changed} />}
      {wrong && (
        <CorrectionDialog shipment={shipment} wrong={wrong} onClose={() => setWrong(null)} onChanged={changed} />
      )}
    </>
  );
}
