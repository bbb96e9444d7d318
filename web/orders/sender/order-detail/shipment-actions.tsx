import { shipmentCardActions } from '#shared/orders/rules/detail-actions.ts';
import type { Shipping } from '#shared/orders/shipments.ts';
import { hasPrintedLabel } from '#web/orders/print/outdated-label.tsx';
import type { SenderAction } from '#web/orders/sender-actions/sender-action.ts';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { shipmentPath } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Ban, FileText, Undo2 } from '#web/ui/icons.ts';
import styles from './shipment-card.module.css';
import { useDetailScreen } from './use-detail-screen.ts';

interface ShipmentActionsProps {
  shipment: Shipping;
  trackingId: string;
  ask: (action: SenderAction) => void;
}

/** Actions of one shipment of the order (D1 §4). */
export function ShipmentActions({ shipment, trackingId, ask }: ShipmentActionsProps) {
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
