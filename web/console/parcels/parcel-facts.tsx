import { useState } from 'react';
import { money, packageText } from '#shared/format.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { showReceiverContact } from '#shared/ops/parcel-search.ts';
import type { OperatorShipmentHistory } from '#shared/ops/shipments.ts';
import { HIDDEN_TEXT } from '#shared/rules/masked.ts';
import { useStaffCall } from '#web/console/staff-api.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Eye } from '#web/ui/icons.ts';
import { DescriptionList, Panel } from '#web/ui/panel.tsx';
import styles from './parcels.module.css';
import { addressText, placeText } from './receiver-address.ts';

type Contact = ReplyOf<typeof showReceiverContact>['results'];

interface ParcelFactsProps {
  parcel: OperatorShipmentHistory;
  /** Whether the address stays masked, as the request beside it shows it. */
  masksAddress: boolean;
}

/**
 * Where a parcel goes, and its measures. The receiver's contact is masked until the person asks for it, which the company sees, and
 * again once the parcel or its receiver changed: the contact that was shown may be somebody else's.
 */
export function ParcelFacts(props: ParcelFactsProps) {
  const { updated_at, receiver } = props.parcel;
  return <Facts key={JSON.stringify([updated_at, receiver])} {...props} />;
}

function Facts({ parcel, masksAddress }: ParcelFactsProps) {
  const { receiver } = parcel;
  const { send, pending } = useStaffCall(showReceiverContact);
  const [shown, setShown] = useState<Contact | null>(null);
  const { receiver_phone, document, email } = shown ?? receiver;
  const hidden = shown === null && [receiver_phone, document, email].some((value) => value !== '');

  const show = async () => {
    try {
      setShown((await send({ params: { label: parcel.shipment_id } })).results);
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
    }
  };
  return (
    <Panel title="Envío">
      <DescriptionList
        groups={[
          [
            { term: 'Seguimiento', value: parcel.tracking_id },
            { term: 'Modo de entrega', value: parcel.delivery_mode.name },
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
            { term: 'Punto de retiro', value: parcel.pickup_point_code },
          ],
          [
            { term: 'Bulto declarado', value: packageText(parcel) },
            { term: 'Controlado', value: measuredText(parcel) },
            { term: 'Valor declarado', value: money(parcel.value) },
          ],
        ]}
      />
      {hidden && (
        <p className={styles.reveal}>
          <Button size="sm" icon={<Eye />} busy={pending} onClick={() => void show()}>
            Mostrar teléfono, documento y email
          </Button>
        </p>
      )}
    </Panel>
  );
}

/** What was measured last. */
function measuredText({ history }: OperatorShipmentHistory): string | undefined {
  const last = history.findLast(({ measured, superseded }) => measured !== null && !superseded);
  return last?.measured ? packageText(last.measured) : undefined;
}
