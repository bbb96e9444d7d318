import { EMPTY_VALUE, formatDate } from '#shared/format.ts';
import { parseTrackingId } from '#shared/rules/tracking-id.ts';
import type { FulfillmentRow } from '#shared/warehouse/fulfillment.ts';
import { fulfillmentPath, orderPath } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Link } from '#web/ui/link.tsx';
import { FulfillmentBadge } from '#web/warehouse/fulfillment-badge.tsx';

export interface FulfillmentActionHandlers {
  open: (row: FulfillmentRow) => void;
}

/** Number of the order, as a link when it is a valid tracking id. */
export function OrderOf({ row: { orden } }: { row: FulfillmentRow }) {
  if (!orden || parseTrackingId(orden) !== orden) return <span className="id-text">{orden || EMPTY_VALUE}</span>;
  return (
    <Link className="name-link id-text" to={orderPath(orden)}>
      {orden}
    </Link>
  );
}

/** The 'Detalles' button of a row; absent for a row without a reference. */
export function DetailsButton({
  row,
  open,
  quiet,
}: { row: FulfillmentRow; quiet?: boolean } & FulfillmentActionHandlers) {
  if (!row.referencia) return null;
  return (
    <Button
      size="sm"
      variant={quiet ? 'quiet' : 'secondary'}
      aria-label={`Detalles del pedido ${row.referencia}`}
      onClick={() => open(row)}
    >
      Detalles
    </Button>
  );
}

/** Columns of the fulfillment orders (D2 §2). */
export const fulfillmentColumns = ({ open }: FulfillmentActionHandlers): Column<FulfillmentRow>[] => [
  { id: 'fecha', header: 'Fecha', muted: true, skeletonWidth: 70, cell: ({ fecha }) => formatDate(fecha) },
  {
    id: 'referencia',
    header: 'Referencia',
    skeletonWidth: 90,
    cell: ({ referencia }) =>
      referencia ? (
        <Link className="name-link hyphenated-id" to={fulfillmentPath(referencia)}>
          {referencia}
        </Link>
      ) : (
        EMPTY_VALUE
      ),
  },
  { id: 'orden', header: 'Orden', skeletonWidth: 110, cell: (row) => <OrderOf row={row} /> },
  { id: 'estado', header: 'Estado', skeletonWidth: 92, cell: ({ estado }) => <FulfillmentBadge estado={estado} /> },
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    skeletonWidth: 64,
    cell: (row) => <DetailsButton row={row} open={open} />,
  },
];
