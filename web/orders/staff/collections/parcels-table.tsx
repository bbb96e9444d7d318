import { integer, kilograms, money } from '#shared/format.ts';
import { PARCEL_STATUS_NAMES, type ParcelStatus } from '#shared/orders/rules/parcel/manifest.ts';
import type { ManifestParcel } from '#shared/orders/staff-manifests.ts';
import { ConsoleList } from '#web/console/console-list.tsx';
import { type ListDefinition, useListFilters } from '#web/lib/filters.ts';
import { history } from '#web/lib/history.ts';
import { parcelPath } from '#web/orders/staff/parcels/parcel-paths.ts';
import { pageOf } from '#web/parts/list/page-of.ts';
import { Badge, type BadgeColour } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Link } from '#web/ui/link.tsx';

const COLOURS: Record<ParcelStatus, BadgeColour> = {
  waiting: 'amarillo',
  collected: 'verde',
  collected_before: 'azul',
  ended: 'gris',
  missing: 'rojo',
  free: 'gris',
};

const COLUMNS: readonly Column<ManifestParcel>[] = [
  {
    id: 'label',
    header: 'Etiqueta',
    cell: ({ shipment_id }) => <Link to={parcelPath(shipment_id)}>{shipment_id}</Link>,
  },
  { id: 'order', header: 'Orden', cell: ({ order_id }) => order_id },
  { id: 'parcel', header: 'Bulto', cell: ({ n, packages }) => `${n} de ${integer(packages)}` },
  { id: 'place', header: 'Destino', cell: ({ zip_code, city }) => `${zip_code} ${city}` },
  { id: 'weight', header: 'Peso', align: 'right', cell: ({ weight }) => kilograms(weight) },
  { id: 'value', header: 'Valor', align: 'right', cell: ({ value }) => money(value) },
  {
    id: 'status',
    header: 'Retiro',
    cell: ({ status, state }) => (
      <span>
        <Badge colour={COLOURS[status]}>{PARCEL_STATUS_NAMES[status]}</Badge>
        {status !== 'waiting' && status !== 'collected' && <span className="row-line">{state}</span>}
      </span>
    ),
  },
];

const PAGES: ListDefinition<never> = { list: 'console-manifest', pageSize: 50, filters: {} };

const SURPLUS_PAGES: ListDefinition<never> = { ...PAGES, list: 'console-surplus', prefix: 'sobraron-' };

const keyOf = ({ shipment_id }: ManifestParcel) => shipment_id;

interface ParcelsTableProps {
  caption: string;
  parcels: readonly ManifestParcel[];
  /** Whether they are those that the manifest doesn't list, a second table of the page. */
  surplus?: boolean;
}

/** Parcels of a manifest in the printed order, in pages. */
export function ParcelsTable({ caption, parcels, surplus }: ParcelsTableProps) {
  const filters = useListFilters(surplus ? SURPLUS_PAGES : PAGES);
  return (
    <ConsoleList
      label={caption}
      pagerLabel={`Páginas: ${caption}`}
      list={pageOf(parcels, filters)}
      filters={filters}
      columns={COLUMNS}
      rowKey={keyOf}
      onOpen={({ shipment_id }) => history.push(parcelPath(shipment_id))}
    />
  );
}
