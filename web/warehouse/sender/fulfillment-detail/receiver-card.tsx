import type { FulfillmentDetail } from '#shared/warehouse/fulfillment.ts';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import { mailLink } from '#web/orders/description/description-rows.tsx';

/** Receiver of the fulfillment order (D2 §2). */
export function ReceiverCard({ receiver }: { receiver: FulfillmentDetail['datosDestinatario'] }) {
  return (
    <Panel title="Datos del destinatario">
      <DescriptionList
        groups={[
          [
            { term: 'Nombre y apellido', value: receiver.nombreYApellido },
            { term: 'Mail', value: mailLink(receiver.mail ?? '') },
            { term: 'Teléfono', value: receiver.telefono },
          ],
          [
            { term: 'Dirección', value: receiver.direccion },
            { term: 'Código postal', value: receiver.codigoPostal },
            { term: 'Localidad', value: receiver.localidad },
            { term: 'Provincia', value: receiver.provincia },
          ],
        ]}
      />
    </Panel>
  );
}
