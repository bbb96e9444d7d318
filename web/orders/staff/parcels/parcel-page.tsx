import { useState } from 'react';
import { useParams } from 'react-router';
import { formatTimestamp } from '#shared/format.ts';
import { readParcelCost } from '#shared/orders/parcel/staff-parcel-cost.ts';
import { readParcelOrder } from '#shared/orders/parcel/staff-parcel-order.ts';
import { type OperatorShipmentHistory, readOperatorShipment } from '#shared/orders/staff-shipments.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { invalidateApiQueries, useApiQuery } from '#web/lib/queries.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { useTrackingUrl } from '#web/orders/order/tracking-url.ts';
import { useMaskedAddress } from '#web/orders/staff/queues/masked-address.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { BlockedClient } from '#web/people/staff/clients/blocked-client.tsx';
import { NotesPanel } from '#web/people/staff/notes/notes-panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Plus } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { EventDialog } from './event-dialog.tsx';
import { endedReason, type HistoryEvent } from './event-rule.ts';
import { ParcelCost } from './parcel-cost.tsx';
import { ParcelFacts } from './parcel-facts.tsx';
import { ParcelHistory } from './parcel-history.tsx';
import { ParcelLabel } from './parcel-label.tsx';
import { ParcelOrder } from './parcel-order.tsx';
import { unknownParcel } from './parcel-paths.ts';
import styles from './parcels.module.css';
import { PendingDecision } from './pending-decision.tsx';
import { useShownReceiver } from './shown-receiver.ts';

/** `/consola/envio/{label}`: a parcel of any client, with its history. */
export function ParcelPage({ me }: { me: Me }) {
  const { label = '' } = useParams();
  const { data, error, refetch } = useApiQuery(readOperatorShipment, { params: { label } });
  if (data) return <Parcel key={data.results.shipment_id} parcel={data.results} me={me} />;
  return (
    <>
      <PageHeader title={label} />
      <NotLoaded
        error={error}
        unknown={unknownParcel(label)}
        onRetry={() => void refetch()}
        lines={8}
        label="Cargando el envío"
      />
    </>
  );
}

function Parcel({ parcel, me }: { parcel: OperatorShipmentHistory; me: Me }) {
  const [adding, setAdding] = useState(false);
  const [wrong, setWrong] = useState<HistoryEvent | null>(null);
  const order = useApiQuery(readParcelOrder, { params: { label: parcel.shipment_id } });
  const waiting = order.data?.results.modification_id ?? null;
  const receiver = useShownReceiver(parcel, waiting);
  const masked = useMaskedAddress(order.data?.results.client_id, waiting);
  const trackingUrl = useTrackingUrl();
  const refused = refusalOf(me, 'events');
  const changed = () => void invalidateApiQueries(readOperatorShipment, readParcelOrder, readParcelCost);
  return (
    <>
      <PageHeader
        title={parcel.shipment_id}
        badge={<StateBadge state={parcel.state} />}
        subtitle={<span>Desde el {formatTimestamp(parcel.state_at)}</span>}
        actions={
          <Button
            variant="primary"
            icon={<Plus />}
            disabledReason={refused ?? endedReason(parcel)}
            onClick={() => setAdding(true)}
          >
            Agregar evento
          </Button>
        }
      />
      <BlockedClient reason={order.data?.results.blocked_reason ?? null} />
      <p className={styles.actions}>
        <a href={trackingUrl(parcel.shipment_id)} target="_blank" rel="noreferrer">
          Ver lo que ve el comprador
        </a>
      </p>
      <div className={styles.parcel}>
        <div className="stack">
          <PendingDecision label={parcel.shipment_id} me={me} onDecided={changed} whole={receiver} />
          <ParcelFacts
            parcel={parcel}
            shown={receiver}
            masksAddress={!order.data || (masked && receiver.changes === null)}
            hasRequest={waiting !== null}
          />
          <ParcelLabel parcel={parcel} me={me} onPrinted={changed} />
        </div>
        <div className={classNames('stack', styles.story)}>
          <ParcelHistory history={parcel.history} refused={refused} onCorrect={setWrong} />
          <NotesPanel subject={{ trackingId: parcel.tracking_id }} me={me} />
        </div>
        <div className="stack">
          <ParcelCost parcel={parcel} />
          <ParcelOrder label={parcel.shipment_id} />
        </div>
      </div>
      {adding && <EventDialog parcel={parcel} onClose={() => setAdding(false)} onChanged={changed} />}
      {wrong && <CorrectionDialog parcel={parcel} wrong={wrong} onClose={() => setWrong(null)} onChanged={changed} />}
    </>
  );
}
