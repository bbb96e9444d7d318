import type { ShipmentDetail } from '#shared/orders/shipments.ts';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import { addressRows, mailLink, notesRow } from '#web/orders/description/description-rows.tsx';
import { PanelGrid } from './panel-grid.tsx';

/** Tab Vendedor (D2 §2): sender and collection address. */
export function SellerTab({ shipment }: { shipment: ShipmentDetail }) {
  const sender: Partial<ShipmentDetail['sender']> = shipment.sender ?? {};
  const address = shipment.sender_address ?? {};
  return (
    <PanelGrid>
      <Panel title="Remitente">
        <DescriptionList
          groups={[
            [
              { term: 'Id', value: sender.user_id },
              { term: 'Usuario', value: sender.nickname },
              { term: 'Nombre', value: sender.first_name },
              { term: 'Apellido', value: sender.last_name },
              { term: 'Email', value: mailLink(sender.email) },
            ],
          ]}
        />
      </Panel>
      <Panel title="Dirección de colecta">
        <DescriptionList groups={[addressRows(address), [notesRow(address.other_info)]]} />
      </Panel>
    </PanelGrid>
  );
}
