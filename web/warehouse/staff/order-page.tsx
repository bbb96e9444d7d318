import { useEffect } from 'react';
import { useParams } from 'react-router';
import { formatTimestamp } from '#shared/format.ts';
import {
  clientFulfillment,
  type OperatorFulfillmentDetail,
  operatorFulfillments,
} from '#shared/warehouse/staff-fulfillment.ts';
import { backTo } from '#web/console/back-to.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { BlockedClient } from '#web/people/staff/clients/blocked-client.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DescriptionList, Panel } from '#web/ui/panel.tsx';
import { FulfillmentBadge } from '#web/warehouse/fulfillment-badge.tsx';
import { CancelOrder } from './cancel-order.tsx';
import styles from './depot.module.css';
import { DEPOT_PATH, orderPath } from './depot-paths.ts';
import { modeName } from './mode-name.ts';
import { OrderLabels } from './order-labels.tsx';
import { PackOrder } from './pack-order.tsx';
import { PackedItems } from './packed-items.tsx';
import { packing, packingKey } from './packing-store.ts';

const back = () => ({ to: backTo(DEPOT_PATH), label: 'Depósito' });

const UNKNOWN_ORDER = { title: 'El pedido no existe', text: 'Elegí uno en Depósito.' };

/** How often an order is read again, in ms: its client may cancel it while it is packed. */
const REFRESH_MS = 10_000;

/** `/consola/deposito/pedido/{client}/{id}`: a fulfillment order, packed by scanning and labelled. */
export function DepotOrderPage({ me }: { me: Me }) {
  const { client: clientId = '', id = '' } = useParams();
  const { data, error, refetch } = useApiQuery(
    clientFulfillment,
    { params: { clientId, id } },
    { refetchInterval: REFRESH_MS },
  );
  if (data) return <Order key={`${clientId}/${id}`} order={data.results} me={me} />;
  return (
    <>
      <PageHeader title="Pedido" back={back()} />
      <NotLoaded
        error={error}
        unknown={UNKNOWN_ORDER}
        onRetry={() => void refetch()}
        lines={8}
        label="Cargando el pedido"
      />
    </>
  );
}

function Order({ order, me }: { order: OperatorFulfillmentDetail; me: Me }) {
  const { client_id, id, order_id, status } = order;
  useEffect(() => {
    if (status !== 'Registrado') packing.drop(packingKey(client_id, id));
  }, [client_id, id, status]);
  return (
    <>
      <PageHeader
        title={`Pedido ${order_id}`}
        back={back()}
        badge={<FulfillmentBadge estado={status} />}
        subtitle={
          <>
            <span>{order.company}</span>
            <span>Creado el {formatTimestamp(order.created_at)}</span>
          </>
        }
        actions={status === 'Registrado' && <CancelOrder order={order} me={me} />}
      />
      <div className={styles.order}>
        <div className="stack">
          {status !== 'Cancelado' && <BlockedClient reason={order.blocked_reason} />}
          {status === 'Registrado' && <PackOrder order={order} me={me} />}
          {status === 'Preparado' && <OrderLabels order={order} me={me} />}
          {status === 'Cancelado' && (
            <Note tone="warn" role="status">
              El pedido está cancelado{order.reason && `: ${order.reason}`}. Devolvé los productos al estante.
            </Note>
          )}
          {status !== 'Registrado' && <PackedItems order={order} />}
          {status !== 'Registrado' && <NextOrder order={order} />}
        </div>
        <Panel title="Destinatario">
          <Receiver order={order} />
        </Panel>
      </div>
    </>
  );
}

function Receiver({ order }: { order: OperatorFulfillmentDetail }) {
  const { receiver_name, address } = order.receiver;
  const { street_name, street_number, floor, apartment, neighborhood_name, zip_code, city, state } = address;
  const flat = [floor && `piso ${floor}`, apartment && `dto. ${apartment}`].filter(Boolean).join(', ');
  return (
    <DescriptionList
      groups={[
        [
          { term: 'Nombre', value: receiver_name },
          { term: 'Dirección', value: [`${street_name} ${street_number}`, flat].filter(Boolean).join(', ') },
          { term: 'Barrio', value: neighborhood_name },
          { term: 'Localidad', value: `${city} (${zip_code}), ${state}` },
          { term: 'Aclaraciones', value: address.other_info },
        ],
        [
          { term: 'Modo de entrega', value: modeName(order.delivery_mode) },
          { term: 'Seguimiento', value: order.tracking_id },
        ],
      ]}
    />
  );
}

/** Offers the oldest order that waits, after one that is done. */
function NextOrder({ order }: { order: OperatorFulfillmentDetail }) {
  const { data } = useApiQuery(operatorFulfillments, { query: { page: 1, limit: 10, filter: {} } });
  const next = data?.results.find(({ client_id, id }) => client_id !== order.client_id || id !== order.id);
  if (!next) return null;
  return (
    <p>
      <Link to={orderPath(next)}>
        Siguiente pedido: {next.order_id}, {next.company}
      </Link>
    </p>
  );
}
