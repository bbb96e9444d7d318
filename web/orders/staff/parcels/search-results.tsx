import { formatDate } from '#shared/format.ts';
import type { FoundParcel } from '#shared/orders/parcel/staff-parcel-search.ts';
import { SEARCH_KINDS } from '#shared/orders/rules/code/parcel-search.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { Link } from '#web/ui/link.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { parcelPath } from './parcel-paths.ts';

/** Found parcels of all clients, each a link to its page. */
export function SearchResults({ results }: { results: readonly FoundParcel[] }) {
  return (
    <StaticTable<FoundParcel>
      caption="Envíos encontrados"
      cards
      rows={results}
      rowKey={({ shipment_id }) => shipment_id}
      columns={[
        { header: 'Envío', cell: ({ shipment_id }) => <Link to={parcelPath(shipment_id)}>{shipment_id}</Link> },
        { header: 'Empresa', cell: ({ company }) => company },
        { header: 'Orden', cell: ({ order_id }) => order_id },
        { header: 'Estado', cell: ({ state }) => <StateBadge state={state} /> },
        { header: 'Destinatario', cell: ({ receiver_name }) => receiver_name },
        { header: 'Teléfono', cell: ({ receiver_phone }) => receiver_phone || '-' },
        { header: 'Documento', cell: ({ document }) => document || '-' },
        { header: 'Creado', cell: ({ created_at }) => <span className="nowrap">{formatDate(created_at)}</span> },
        { header: 'Encontrado por', cell: ({ found_by }) => SEARCH_KINDS[found_by].name },
      ]}
    />
  );
}
