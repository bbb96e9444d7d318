import type { ShipmentDetail } from '#shared/orders/shipments.ts';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import {
  addressRows,
  mailLink,
  notesRow,
  optional,
  pickupPointRows,
  receiverAddress,
} from '#web/orders/description/description-rows.tsx';
import { PanelGrid } from './panel-grid.tsx';

/** Tab Comprador (D2 §2): receiver and delivery address. */
export function BuyerTab({ shipment }: { shipment: ShipmentDetail }) {
  const receiver = shipment.receiver ?? {};
  const point = shipment.pickup_point;
  return (
    <PanelGrid>
      <Panel title="Destinatario">
        <DescriptionList
          groups={[
            [
              { term: 'Nombre', value: receiver.first_name },
              { term: 'Apellido', value: receiver.last_name },
              { term: 'Destinatario', value: receiver.receiver_name },
              ...optional('Documento', receiver.document),
              { term: 'Teléfono', value: receiver.receiver_phone },
              { term: 'Email', value: mailLink(receiver.email) },
            ],
          ]}
        />
      </Panel>
      {!point?.chosen && (
        <Panel title="Dirección de entrega">
          <DescriptionList groups={[addressRows(receiverAddress(receiver)), [notesRow(receiver.address_other_info)]]} />
        </Panel>
      )}
      {point && (
        <Panel title="Punto de retiro">
          <DescriptionList groups={[pickupPointRows(point)]} />
        </Panel>
      )}
    </PanelGrid>
  );
}
