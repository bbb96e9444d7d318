import { formatTimestamp, money } from '#shared/kit/text/format.ts';
import { actorText } from '#shared/orders/rules/shipment/event-actors.ts';
import { readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { HIDDEN_TEXT } from '#shared/people/rules/masked.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { addressText, placeText } from '#web/orders/staff/shipments/receiver-address.ts';
import { staffShipmentPath } from '#web/orders/staff/shipments/shipment-paths.ts';

interface ShipmentPanelProps {
  label: string;
  /** Whether the address stays masked, as the panel shows it elsewhere. */
  masksAddress?: boolean;
}

/** The essentials of a shipment, with the link to its page: where it goes, its label, its cost, and its history with the latest event first. */
export function ShipmentPanel({ label, masksAddress = false }: ShipmentPanelProps) {
  const { data, error, refetch } = useApiQuery(readStaffShipment, { params: { label } });
  const cost = useApiQuery(readShipmentCost, { params: { label } });
  const shipment = data?.results;
  if (!shipment) {
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />;
  }
  const { order_id, tracking_id, delivery_mode, receiver } = shipment;
  return (
    <>
      <p>
        <Link to={staffShipmentPath(label)}>Ver el envío {label}</Link>
      </p>
      {shipment.relabel && <Note tone="warn">La etiqueta del bulto está desactualizada: hay que reetiquetarlo.</Note>}
      <DescriptionList
        groups={[
          [
            { term: 'Orden', value: `${order_id} (${tracking_id})` },
            { term: 'Modo de entrega', value: delivery_mode.name },
            { term: 'Destinatario', value: receiver.receiver_name },
            { term: 'Domicilio', value: masksAddress ? HIDDEN_TEXT : addressText(receiver) },
            { term: 'Localidad', value: placeText(receiver) },
            { term: 'Costo', value: cost.data && money(cost.data.results.total) },
          ],
        ]}
      />
      <StaticTable
        caption="Historial"
        cards="phone"
        rows={[...shipment.history].reverse()}
        rowKey={({ at, state, event_id }) => `${at} ${state} ${event_id}`}
        columns={[
          { header: 'Fecha', cell: ({ at }) => formatTimestamp(at) },
          { header: 'Estado', cell: ({ state }) => <StateBadge state={state} /> },
          { header: 'Motivo', cell: ({ reason }) => reason || '-' },
          { header: 'Quién', cell: ({ reported_by }) => (reported_by ? actorText(reported_by) : '-') },
        ]}
      />
    </>
  );
}
