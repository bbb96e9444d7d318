import { useState } from 'react';
import { labelFulfillment, type OperatorFulfillmentDetail } from '#shared/ops/fulfillment.ts';
import { printParcelPdf, printParcelZpl } from '#shared/ops/parcel-label.ts';
import type { Me } from '#web/console/me.ts';
import { parcelPath } from '#web/console/parcels/parcel-paths.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { alerts } from '#web/lib/alerts.ts';
import { download } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Printer } from '#web/ui/icons.ts';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import styles from './depot.module.css';
import { packedShipments } from './pack-lines.ts';

const CALLS = { pdf: printParcelPdf, zpl: printParcelZpl };

type Format = keyof typeof CALLS;

interface OrderLabelsProps {
  order: OperatorFulfillmentDetail;
  me: Me;
  onChanged: () => void;
}

/** The labels of a prepared order's parcels, and the button for parcels whose label is on the box. */
export function OrderLabels({ order, me, onChanged }: OrderLabelsProps) {
  const [printing, setPrinting] = useState('');
  const { send, pending } = useApiMutation(labelFulfillment);
  const parcels = packedShipments(order);
  const waiting = parcels.filter(({ shipment_id }) => !order.labels.includes(shipment_id));

  const print = async (label: string, format: Format) => {
    setPrinting(`${label} ${format}`);
    try {
      const { blob } = await download(CALLS[format], { params: { label } });
      saveFile(blob, `etiqueta-${label}.${format}`);
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
    }
    setPrinting('');
  };
  const markReady = async () => {
    try {
      const { message } = await send({ params: { clientId: order.client_id, id: order.id }, body: {} });
      alerts.success(message);
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
    }
    onChanged();
  };
  const button = (label: string, format: Format) => (
    <Button
      size="sm"
      icon={<Printer />}
      busy={printing === `${label} ${format}`}
      disabledReason={refusalOf(me, 'labels')}
      aria-label={`Imprimir ${label} en ${format.toUpperCase()}`}
      onClick={() => void print(label, format)}
    >
      {format.toUpperCase()}
    </Button>
  );
  return (
    <Panel title="Etiquetas">
      <div className="stack">
        <StaticTable
          caption="Etiquetas"
          cards
          rows={parcels}
          rowKey={({ shipment_id }) => shipment_id}
          columns={[
            { header: 'Envío', cell: ({ shipment_id }) => <Link to={parcelPath(shipment_id)}>{shipment_id}</Link> },
            { header: 'Estado', cell: ({ state }) => <StateBadge state={state} /> },
            {
              header: 'Imprimir',
              cell: ({ shipment_id }) => (
                <span className={styles.buttons}>
                  {button(shipment_id, 'pdf')}
                  {button(shipment_id, 'zpl')}
                </span>
              ),
            },
          ]}
        />
        {waiting.length > 0 && (
          <div className={styles.actions}>
            <span className={styles.count}>Cuando las etiquetas estén pegadas:</span>
            <Button
              variant="primary"
              busy={pending}
              disabledReason={refusalOf(me, 'warehouse')}
              onClick={() => void markReady()}
            >
              Listo para despacho
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
