import { formatTimestamp } from '#shared/format.ts';
import { clientFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { Link } from '#web/ui/link.tsx';
import { DescriptionList } from '#web/ui/panel.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { orderPath } from '#web/warehouse/staff/depot-paths.ts';
import { modeName } from '#web/warehouse/staff/mode-name.ts';
import type { PanelTarget } from './item-panel.tsx';

/** A fulfillment order that the warehouse hasn't prepared: its parcels with their products. */
export function PreparationPanel({ target: { clientId, id } }: { target: PanelTarget }) {
  const { data, error, refetch } = useApiQuery(clientFulfillment, { params: { clientId, id } });
  const order = data?.results;
  if (!order) {
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />;
  }
  const items = order.shipments.flatMap(({ shipment_id, items }) => items.map((item) => ({ shipment_id, ...item })));
  return (
    <>
      <DescriptionList
        groups={[
          [
            { term: 'Orden', value: `${order.order_id} (${order.tracking_id})` },
            { term: 'Estado', value: order.status },
            { term: 'Modo de entrega', value: modeName(order.delivery_mode) },
            { term: 'Creada', value: formatTimestamp(order.created_at) },
          ],
        ]}
      />
      <p>
        <Link to={orderPath(order)}>Preparar en el depósito</Link>
      </p>
      <StaticTable
        caption="Productos a preparar"
        cards
        rows={items}
        rowKey={({ shipment_id, sku }) => `${shipment_id} ${sku}`}
        columns={[
          { header: 'Envío', cell: ({ shipment_id }) => shipment_id },
          { header: 'SKU', cell: ({ sku }) => sku },
          { header: 'Producto', cell: ({ description }) => description },
          { header: 'Preparado', right: true, cell: ({ prepared, requested }) => `${prepared} de ${requested}` },
        ]}
      />
    </>
  );
}
