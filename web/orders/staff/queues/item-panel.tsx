import { useEffect, useRef } from 'react';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { QUEUES, type Queue } from '#shared/orders/rules/queues.ts';
import type { QueueItem } from '#shared/orders/staff-queues.ts';
import {
  approveClient,
  type DecidedClient,
  readClient,
  rejectClient,
  type StaffClient,
  undoRegistrationDecision,
} from '#shared/people/staff-clients.ts';
import { clientFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { IconButton } from '#web/kit/ui/button.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { ChevronLeft, ChevronRight, X } from '#web/kit/ui/display/icons.ts';
import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { staffShipmentPath } from '#web/orders/staff/shipments/shipment-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { ClientData } from '#web/people/staff/clients/client-data.tsx';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import { ClientPeople } from '#web/people/staff/clients/client-users.tsx';
import { SameCuit } from '#web/people/staff/clients/same-cuit.tsx';
import { LastNote } from '#web/people/staff/notes/last-note.tsx';
import { modeName } from '#web/warehouse/staff/mode-name.ts';
import { orderPath } from '#web/warehouse/staff/warehouse-paths.ts';
import { Decision } from './decision.tsx';
import { ItemMarks } from './item-marks.tsx';
import { MeasuredPanel } from './measured-panel.tsx';
import { ModificationPanel } from './modification-panel.tsx';
import { outcomeText } from './outcome.ts';
import { PaymentPanel } from './payment-panel.tsx';
import styles from './queues.module.css';
import { ReschedulePanel } from './reschedule-panel.tsx';
import { ShipmentPanel } from './shipment-panel.tsx';

/** Subject of a queue, as its address names it. */
export interface PanelTarget {
  queue: Queue;
  clientId: string;
  id: string;
}

export interface ItemPanelProps {
  target: PanelTarget;
  /** The item, or null once the list doesn't contain it. */
  item: QueueItem | null;
  /** Place in the queue: '7 de 43'. */
  place: string | null;
  me: Me;
  /** Called after a decision: the next item opens. */
  onSettled: () => void;
  /** Called after a change of the item's marks. */
  onChanged: () => void;
  onClose: () => void;
  /** Moves to another item of the queue, for people without a keyboard. */
  onMove: (step: number) => void;
}

/** What the panel of a request needs, which also shows a request that left the queue. */
export type DecidedPanelProps = Pick<ItemPanelProps, 'target' | 'me' | 'onSettled'>;

/** An item beside its queue. Its heading gets the focus, so that the keyboard and screen readers follow. */
export function ItemPanel(props: ItemPanelProps) {
  const { target, item, place, onClose, onMove } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.panel} aria-label="Detalle">
      <header>
        <div className={styles.title}>
          <h2 ref={heading} tabIndex={-1}>
            {item?.name || `Nro. ${target.id}`}
          </h2>
          <span className="muted">
            {place}{' '}
            <IconButton
              size="sm"
              label="Anterior"
              title="Anterior (k)"
              icon={<ChevronLeft />}
              onClick={() => onMove(-1)}
            />
            <IconButton
              size="sm"
              label="Siguiente"
              title="Siguiente (j)"
              icon={<ChevronRight />}
              onClick={() => onMove(1)}
            />
            <IconButton size="sm" label="Cerrar el panel" title="Cerrar (Esc)" icon={<X />} onClick={onClose} />
          </span>
        </div>
        {item && <span className="muted">{item.company}</span>}
        {item && <ItemMarks {...props} item={item} />}
      </header>
      {item && <ItemNote item={item} />}
      <Content {...props} />
    </section>
  );
}

/** The newest note about the item's order, or about the client of an item without one. */
function ItemNote({ item: { client_id, tracking_id } }: { item: QueueItem }) {
  return tracking_id === null ? (
    <LastNote subject={{ clientId: String(client_id) }} page={clientPath(client_id)} />
  ) : (
    <LastNote subject={{ trackingId: tracking_id }} page={staffShipmentPath(labelOf(tracking_id, 1))} />
  );
}

/** A registration: the company, other companies with its CUIT, its people, and the decision. */
function ApprovalPanel({ target: { queue, clientId }, me, onSettled }: DecidedPanelProps) {
  const params = { clientId };
  const { data, error, refetch } = useApiQuery(readClient, { params });
  const approve = useApiMutation(approveClient);
  const reject = useApiMutation(rejectClient);
  const undo = useApiMutation(undoRegistrationDecision);
  const client = data?.results;
  if (!client) {
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />;
  }
  return (
    <>
      <ClientData client={client} />
      {client.same_cuit > 0 && <SameCuit client={client} />}
      <Decision
        queue={queue}
        outcome={isDecided(client) ? registrationOutcome(client) : null}
        approveText="Aprobar"
        rejectTitle={`Rechazar el registro de ${client.nombre_empresa}`}
        refused={refusalOf(me, 'clients')}
        approveBlocked={client.activated_at ? null : 'El cliente todavía no activó su cuenta'}
        pending={approve.pending || reject.pending}
        decide={(approved, reason) =>
          approved ? approve.send({ params, body: { seen: 'pending' } }) : reject.send({ params, body: { reason } })
        }
        undo={() => undo.send({ params })}
        read={readClient}
        onSettled={onSettled}
        onRefused={() => void refetch()}
      />
      <ClientPeople clientId={clientId} />
    </>
  );
}

const isDecided = ({ approved_at, rejected_at }: StaffClient) => approved_at !== null || rejected_at !== null;

/** Returns how a registration was decided, with the name of who did it. */
function registrationOutcome({ approved_at, rejected_at, rejection_reason, decided_by }: DecidedClient): string | null {
  return outcomeText({
    state: approved_at === null ? 'Rechazado' : 'Aprobado',
    decided_by,
    decided_at: approved_at ?? rejected_at,
    reason: rejection_reason,
  });
}

/** A fulfillment order that the warehouse hasn't prepared: its shipments with their products. */
function PreparationPanel({ target: { clientId, id } }: { target: PanelTarget }) {
  const { data, error, refetch } = useApiQuery(clientFulfillment, { params: { clientId, id } });
  const order = data?.results;
  if (!order) {
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />;
  }
  const items = order.shipments.flatMap(({ shipment_id, items }) => items.map((item) => ({ shipment_id, ...item })));
  return (
    <>
      <DescriptionList
        groups={[
          [
            { term: 'Orden', value: `${order.order_id} (${order.tracking_id})` },
            { term: 'Estado', value: order.status },
            { term: 'Modo de entrega', value: modeName(order.delivery_mode) },
            { term: 'Creada', value: formatTimestamp(order.created_at) },
          ],
        ]}
      />
      <p>
        <Link to={orderPath(order)}>Preparar en el depósito</Link>
      </p>
      <StaticTable
        caption="Productos a preparar"
        cards
        rows={items}
        rowKey={({ shipment_id, sku }) => `${shipment_id} ${sku}`}
        columns={[
          { header: 'Envío', cell: ({ shipment_id }) => shipment_id },
          { header: 'SKU', cell: ({ sku }) => sku },
          { header: 'Producto', cell: ({ description }) => description },
          { header: 'Preparado', right: true, cell: ({ prepared, requested }) => `${prepared} de ${requested}` },
        ]}
      />
    </>
  );
}

function Content({ target, item, me, onSettled }: ItemPanelProps) {
  const { of } = QUEUES[target.queue];
  const decided = { target, me, onSettled };
  if (of === 'client') return <ApprovalPanel {...decided} />;
  if (of === 'modification') return <ModificationPanel {...decided} />;
  if (of === 'reschedule') return <ReschedulePanel {...decided} />;
  if (of === 'payment') return <PaymentPanel {...decided} />;
  if (!item) return <EmptyState title="Ya no está en la cola" text="Se resolvió mientras tanto." />;
  if (target.queue === 'measurements') return <MeasuredPanel label={item.name} me={me} onSettled={onSettled} />;
  if (of === 'shipment') return <ShipmentPanel label={item.name} />;
  return <PreparationPanel target={target} />;
}
