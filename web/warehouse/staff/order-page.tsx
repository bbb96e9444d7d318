import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import {
  cancelFulfillment,
  clientFulfillment,
  labelFulfillment,
  type StaffFulfillmentDetail,
  staffFulfillments,
} from '#shared/warehouse/staff-fulfillment.ts';
import { backTo } from '#web/console/kit/back-to.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { ReasonDialog } from '#web/console/kit/reason-dialog.tsx';
import { runAndRefetch } from '#web/console/kit/run-and-refetch.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { DescriptionList, Panel } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { LabelButtons } from '#web/orders/staff/shipments/label-buttons.tsx';
import { staffShipmentPath } from '#web/orders/staff/shipments/shipment-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { BlockedClient } from '#web/people/staff/clients/blocked-client.tsx';
import { FulfillmentBadge } from '#web/warehouse/fulfillment-badge.tsx';
import { modeName } from './mode-name.ts';
import { packedColumn, productColumn, shipmentColumn } from './pack-columns.tsx';
import { missingUnits, packedShipments, packLines } from './pack-lines.ts';
import { PackOrder } from './pack-order.tsx';
import { packing, packingKey } from './packing-store.ts';
import styles from './warehouse.module.css';
import { orderPath, WAREHOUSE_PATH } from './warehouse-paths.ts';

const back = () => ({ to: backTo(WAREHOUSE_PATH), label: 'Depósito' });

const UNKNOWN_ORDER = { title: 'El pedido no existe', text: 'Elegí uno en Depósito.' };

/** How often an order is read again, in ms: its client may cancel it while it is packed. */
const REFRESH_MS = 10_000;

/** `/consola/deposito/pedido/{client}/{id}`: a fulfillment order, packed by scanning and labelled. */
export function WarehouseOrderPage({ me }: { me: Me }) {
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

/** Cancels an order that isn't prepared, with its shipments, after asking for the reason. */
function CancelOrder({ order, me }: { order: StaffFulfillmentDetail; me: Me }) {
  const [asking, setAsking] = useState(false);
  const { send, pending } = useApiMutation(cancelFulfillment);
  const params = { clientId: order.client_id, id: order.id };
  const cancel = (reason: string) =>
    runAndRefetch(() => send({ params, body: { reason } }), clientFulfillment, staffFulfillments);
  return (
    <>
      <Button
        variant="danger"
        busy={pending}
        disabledReason={refusalOf(me, 'warehouse')}
        onClick={() => setAsking(true)}
      >
        Cancelar el pedido
      </Button>
      {asking && (
        <ReasonDialog
          action="cancel-fulfillment"
          title={`Cancelar el pedido ${order.order_id} y sus envíos`}
          saveText="Cancelar el pedido"
          required="Escribí por qué se cancela"
          onClose={() => setAsking(false)}
          onReason={cancel}
        />
      )}
    </>
  );
}

/** The labels of a prepared order's shipments, and the button for shipments whose label is on the box. */
function OrderLabels({ order, me }: { order: StaffFulfillmentDetail; me: Me }) {
  const { send, pending } = useApiMutation(labelFulfillment);
  const shipments = packedShipments(order);
  const waiting = shipments.filter(({ shipment_id }) => !order.labels.includes(shipment_id));

  const params = { clientId: order.client_id, id: order.id };
  const markReady = () => runAndRefetch(() => send({ params, body: {} }), clientFulfillment, staffFulfillments);
  return (
    <Panel title="Etiquetas">
      <div className="stack">
        <StaticTable
          caption="Etiquetas"
          cards
          rows={shipments}
          rowKey={({ shipment_id }) => shipment_id}
          columns={[
            {
              header: 'Envío',
              cell: ({ shipment_id }) => <Link to={staffShipmentPath(shipment_id)}>{shipment_id}</Link>,
            },
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

/** What is in the shipments of an order that is prepared, and what it was closed without. */
function PackedItems({ order }: { order: StaffFulfillmentDetail }) {
  const lines = packLines(order, {});
  const missing = missingUnits(lines);
  if (lines.length === 0) return null;
  return (
    <Panel title="Productos">
      <div className="stack">
        {missing.length > 0 && (
          <Note tone="warn">
            Se cerró con faltantes: {missing.map(({ sku, units }) => `${units} de ${sku}`).join(', ')}.
          </Note>
        )}
        <StaticTable
          caption="Productos del pedido"
          cards
          rows={lines}
          rowKey={({ shipment_id, sku }) => `${shipment_id} ${sku}`}
          columns={[shipmentColumn, productColumn, packedColumn]}
        />
      </div>
    </Panel>
  );
}

function Order({ order, me }: { order: StaffFulfillmentDetail; me: Me }) {
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

function Receiver({ order }: { order: StaffFulfillmentDetail }) {
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
function NextOrder({ order }: { order: StaffFulfillmentDetail }) {
  const { data } = useApiQuery(staffFulfillments, { query: { page: 1, limit: 10, filter: {} } });
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
