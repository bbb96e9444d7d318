import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { dollarAmount, formatDate, integer } from '#shared/kit/text/format.ts';
import { shipmentCardActions } from '#shared/orders/rules/detail-actions.ts';
import type { Shipping } from '#shared/orders/shipments.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { Ban, FileText, Undo2 } from '#web/kit/ui/display/icons.ts';
import { Metrics } from '#web/kit/ui/layout/panel.tsx';
import { DisclosureCard } from '#web/kit/ui/overlay/disclosure.tsx';
import { adjustmentRows } from '#web/money/adjustments.ts';
import { itemLines } from '#web/orders/description/item-lines.ts';
import { DueNote } from '#web/orders/order/due-note.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { hasPrintedLabel, OutdatedLabel } from '#web/orders/print/outdated-label.tsx';
import type { SenderAction } from '#web/orders/sender-actions/sender-action.ts';
import { type TroubledOrder, TroubleHelp } from '#web/orders/trouble/help.tsx';
import { incidentTone } from '#web/orders/trouble/incident.ts';
import { shipmentPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { cardId } from './order-view.ts';
import styles from './shipment-card.module.css';
import { StateHistory } from './state-history.tsx';
import { useDetailScreen } from './use-detail-screen.ts';
import type { OrderHistory } from './use-order-history.ts';

interface ShipmentActionsProps {
  shipment: Shipping;
  trackingId: string;
  ask: (action: SenderAction) => void;
}

/** Actions of one shipment of the order (D1 §4). */
function ShipmentActions({ shipment, trackingId, ask }: ShipmentActionsProps) {
  const refused = usePermissionReason('orders');
  const label = shipment.shipment_id;
  // A payment can block the cancellation; a gateway that omits the flag refuses the request instead.
  const cancellable = shipment.cancellable ?? true;
  const actions = shipmentCardActions(shipment, useDetailScreen());
  return (
    <div className={styles.actions}>
      <LinkButton size="sm" to={shipmentPath(shipment)} icon={<FileText />}>
        Ver envío
      </LinkButton>
      {actions.reverseLogistics && (
        <Button
          disabledReason={refused}
          size="sm"
          icon={<Undo2 />}
          onClick={() => ask({ kind: 'reverse', trackingId, labels: [label], whole: false })}
        >
          Logística inversa
        </Button>
      )}
      {actions.return && (
        <Button
          disabledReason={refused}
          size="sm"
          icon={<Undo2 />}
          onClick={() => ask({ kind: 'return-shipment', label })}
        >
          Solicitar devolución
        </Button>
      )}
      {actions.cancel && cancellable && (
        <Button
          disabledReason={refused}
          size="sm"
          variant="danger"
          icon={<Ban />}
          onClick={() => ask({ kind: 'cancel-shipment', label, printed: hasPrintedLabel(shipment) })}
        >
          Cancelar envío
        </Button>
      )}
    </div>
  );
}

interface ShipmentCardProps {
  shipment: Shipping;
  /** From 1. */
  number: number;
  total: number;
  history: OrderHistory;
  order: TroubledOrder;
  ask: (action: SenderAction) => void;
  /** True for the shipment that the order's next step is about. */
  failed: boolean;
}

/**
 * A shipment of the order (D1 §2). Open when it is the only shipment, has failed or is the target of the link. Edged in
 * colour if it has an incident.
 */
export function ShipmentCard({ shipment, number, total, history, order, ask, failed }: ShipmentCardProps) {
  const label = shipment.shipment_id;
  const id = cardId(label);
  const { hash } = useLocation();
  const isTarget = decodeURIComponent(hash) === `#${id}`;
  const wanted = isTarget || failed;
  const [open, setOpen] = useState(total === 1 || wanted);
  const [wasWanted, setWasWanted] = useState(wanted);
  if (wanted !== wasWanted) {
    setWasWanted(wanted);
    if (wanted) setOpen(true);
  }
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTarget) card.current?.scrollIntoView({ block: 'start' });
  }, [isTarget]);

  return (
    <div ref={card} className={styles.anchor}>
      <DisclosureCard
        id={id}
        title={`Envío #${label}`}
        tone={shipment.state ? incidentTone(shipment.state) : null}
        meta={
          <span className={`${styles.meta} tabular-nums`}>
            {total > 1 && <span>{`(${number}/${total})`}</span>}
            {!open && shipment.estimated_delivery_date && (
              <span className={styles.date}>Entrega estimada {formatDate(shipment.estimated_delivery_date)}</span>
            )}
            <DueNote due={shipment.due} />
          </span>
        }
        aside={
          <>
            {shipment.label_outdated && <OutdatedLabel />}
            {shipment.state ? <StateBadge state={shipment.state} /> : null}
          </>
        }
        open={open}
        onToggle={setOpen}
      >
        <TroubleHelp shipment={shipment} order={order} reason={history.of(label)?.[0]?.reason ?? ''} ask={ask} />
        <Metrics
          rows={[
            { term: 'Entrega estimada', value: formatDate(shipment.estimated_delivery_date) },
            { term: 'Costo de Envío', value: dollarAmount(shipment.shipping_cost) },
            ...adjustmentRows(shipment),
            { term: 'Costo del producto', value: dollarAmount(shipment.value) },
            { term: 'Peso (g)', value: integer(shipment.weight) },
            { term: 'Volumen (cm³)', value: integer(shipment.volume) },
            { term: 'Ancho (cm)', value: integer(shipment.width) },
            { term: 'Largo (cm)', value: integer(shipment.length) },
            { term: 'Alto (cm)', value: integer(shipment.height) },
          ]}
        />
        <h3 className={`${styles.heading} heading-4`}>Productos</h3>
        <Items shipment={shipment} />
        <h3 className={`${styles.heading} heading-4`}>Historial de estados</h3>
        <StateHistory lines={history.of(label)} failed={history.failed} onRetry={history.retry} />
        <ShipmentActions shipment={shipment} trackingId={order.trackingId} ask={ask} />
      </DisclosureCard>
    </div>
  );
}

function Items({ shipment }: { shipment: Shipping }) {
  const lines = itemLines(shipment);
  if (lines.length === 0) return <p className={styles.none}>No informado</p>;
  return (
    <ul className={styles.items}>
      {lines.map(({ key, quantity, name, sku }) => (
        <li key={key}>
          <span>
            {quantity > 0 && <span className="tabular-nums">{quantity} × </span>}
            {name}
          </span>
          {sku && <span className="muted hyphenated-id">{sku}</span>}
        </li>
      ))}
    </ul>
  );
}
