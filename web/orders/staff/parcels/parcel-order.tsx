import { type ParcelOrder as Order, readParcelOrder } from '#shared/orders/parcel/staff-parcel-order.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import { Link } from '#web/ui/link.tsx';
import { DescriptionList, Panel } from '#web/ui/panel.tsx';
import { parcelPath } from './parcel-paths.ts';
import styles from './parcels.module.css';
import { SenderView } from './sender-view.tsx';

/** The order around a parcel: the company, the other parcels, and what the sender sees. */
export function ParcelOrder({ label }: { label: string }) {
  const { data, error, refetch } = useApiQuery(readParcelOrder, { params: { label } });
  const order = data?.results;
  if (!order) {
    return (
      <Panel title="Orden">
        <NotLoaded error={error} onRetry={() => void refetch()} lines={5} />
      </Panel>
    );
  }
  return (
    <>
      <Panel title="Orden">
        <DescriptionList
          groups={[
            [
              { term: 'Empresa', value: <Link to={clientPath(order.client_id)}>{order.company}</Link> },
              { term: 'Orden', value: `${order.order_id} (${order.tracking_id})` },
              { term: 'Estado', value: <StateBadge state={order.sender_view.order_state} /> },
            ],
          ]}
        />
        {order.parcels.length > 1 && <Siblings order={order} label={label} />}
      </Panel>
      <SenderView view={order.sender_view} />
    </>
  );
}

function Siblings({ order, label }: { order: Order; label: string }) {
  return (
    <ul className={styles.lines} aria-label="Envíos de la orden">
      {order.parcels.map(({ shipment_id, state }) => (
        <li key={shipment_id}>
          {shipment_id === label ? (
            <strong aria-current="true">{shipment_id}</strong>
          ) : (
            <Link to={parcelPath(shipment_id)}>{shipment_id}</Link>
          )}
          <StateBadge state={state} />
        </li>
      ))}
    </ul>
  );
}
