import { useEffect, useRef } from 'react';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { QUEUES, type Queue } from '#shared/provider/rules/queues.ts';
import type { QueueItem } from '#shared/provider/staff-queues.ts';
import { parcelPath } from '#web/orders/staff/parcels/parcel-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import { LastNote } from '#web/people/staff/notes/last-note.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ChevronLeft, ChevronRight, X } from '#web/ui/icons.ts';
import { ApprovalPanel } from './approval-panel.tsx';
import { ItemMarks } from './item-marks.tsx';
import { MeasuredPanel } from './measured-panel.tsx';
import { ModificationPanel } from './modification-panel.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { PreparationPanel } from './preparation-panel.tsx';
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
    <LastNote subject={{ trackingId: tracking_id }} page={parcelPath(labelOf(tracking_id, 1))} />
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
