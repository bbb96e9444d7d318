import type { ShipmentOrder } from '#shared/orders/staff-shipment/staff-order.ts';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';

type View = ShipmentOrder['sender_view'];

/** What the sender's order detail shows of a shipment: states, label, and each action with the reason why it isn't offered. */
export function SenderView({ view }: { view: View }) {
  const { order, parcel: shipment } = view;
  return (
    <Panel title="Lo que ve el cliente">
      <DescriptionList
        groups={[
          [
            { term: 'Orden', value: <StateBadge state={view.order_state} /> },
            { term: 'Envío', value: <StateBadge state={view.state} /> },
            { term: 'Etiqueta', value: labelText(view) },
          ],
          [
            { term: 'Imprimir', value: actionText(shipment.printable) },
            { term: 'Cancelar el envío', value: actionText(shipment.cancellable) },
            { term: 'Pedir la devolución', value: actionText(shipment.can_return) },
          ],
          [
            { term: 'Editar la orden', value: actionText(order.can_request_edit) },
            { term: 'Cancelar la orden', value: actionText(order.cancellable) },
            { term: 'Pagar la orden', value: actionText(order.payable) },
          ],
        ]}
      />
    </Panel>
  );
}

function labelText({ printed, label_outdated }: View): string {
  if (label_outdated) return 'Desactualizada: la tiene que reimprimir';
  return printed ? 'Impresa' : 'Sin imprimir';
}

const actionText = ({ reason }: View['parcel']['printable']) => reason ?? 'Puede';
