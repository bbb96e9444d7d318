import {
  clientFulfillment,
  labelFulfillment,
  type OperatorFulfillmentDetail,
  operatorFulfillments,
} from '#shared/warehouse/staff-fulfillment.ts';
import { LabelButtons } from '#web/console/parcels/label-buttons.tsx';
import { parcelPath } from '#web/console/parcels/parcel-paths.ts';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import styles from './depot.module.css';
import { packedShipments } from './pack-lines.ts';

/** The labels of a prepared order's parcels, and the button for parcels whose label is on the box. */
export function OrderLabels({ order, me }: { order: OperatorFulfillmentDetail; me: Me }) {
  const { send, pending } = useApiMutation(labelFulfillment);
  const parcels = packedShipments(order);
  const waiting = parcels.filter(({ shipment_id }) => !order.labels.includes(shipment_id));

  const params = { clientId: order.client_id, id: order.id };
  const markReady = () => runAndRefetch(() => send({ params, body: {} }), clientFulfillment, operatorFulfillments);
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
                  <LabelButtons label={shipment_id} me={me} />
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
