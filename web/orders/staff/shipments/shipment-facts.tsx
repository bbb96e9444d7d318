import { useRef } from 'react';
import { money, packageText } from '#shared/kit/text/format.ts';
import type { StaffShipmentHistory } from '#shared/orders/staff-shipments.ts';
import { HIDDEN_TEXT } from '#shared/people/rules/masked.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Eye } from '#web/kit/ui/display/icons.ts';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import { addressText, placeText } from './receiver-address.ts';
import styles from './shipments.module.css';
import type { ShownReceiver } from './shown-receiver.ts';

interface ShipmentFactsPanelProps {
  shipment: StaffShipmentHistory;
  shown: ShownReceiver;
  /** Whether the address stays masked, as the request beside it shows it. */
  masksAddress: boolean;
  /** Whether a change of the order waits, whose values are shown with the contact. */
  hasRequest: boolean;
}

/** Where a shipment goes, and its measures. The receiver's contact is masked until the person asks for it, which the company sees. */
export function ShipmentFactsPanel({ shipment, shown, masksAddress, hasRequest }: ShipmentFactsPanelProps) {
  const { receiver } = shipment;
  const { receiver_phone, document, email } = shown.contact ?? receiver;
  const hidden = shown.contact === null && [receiver_phone, document, email].some((value) => value !== '');
  const facts = useRef<HTMLElement>(null);

  const show = async () => {
    // The button is gone then.
    if (await shown.show()) facts.current?.focus();
  };
  return (
    <Panel title="Envío">
      <section ref={facts} aria-label="Datos del envío" tabIndex={-1}>
        <DescriptionList
          groups={[
            [
              { term: 'Seguimiento', value: shipment.tracking_id },
              { term: 'Modo de entrega', value: shipment.delivery_mode.name },
            ],
            [
              { term: 'Destinatario', value: receiver.receiver_name },
              { term: 'Teléfono', value: receiver_phone },
              { term: 'Documento', value: document },
              { term: 'Email', value: email },
            ],
            [
              { term: 'Domicilio', value: masksAddress ? HIDDEN_TEXT : addressText(receiver) },
              {
                term: 'Localidad',
                value: `${placeText(receiver)} (${receiver.address_zip_code})`,
              },
              { term: 'Punto de retiro', value: shipment.pickup_point_code },
            ],
            [
              { term: 'Bulto declarado', value: packageText(shipment) },
              { term: 'Controlado', value: measuredText(shipment) },
              { term: 'Valor declarado', value: money(shipment.value) },
            ],
          ]}
        />
      </section>
      {hidden && (
        <p className={styles.reveal}>
          <Button size="sm" icon={<Eye />} busy={shown.pending} onClick={() => void show()}>
            {hasRequest ? 'Mostrar contacto y cambio pedido' : 'Mostrar teléfono, documento y email'}
          </Button>
        </p>
      )}
    </Panel>
  );
}

/** What was measured last. */
function measuredText({ history }: StaffShipmentHistory): string | undefined {
  const last = history.findLast(({ measured, superseded }) => measured !== null && !superseded);
  return last?.measured ? packageText(last.measured) : undefined;
}
