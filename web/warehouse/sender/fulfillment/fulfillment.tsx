import { useState } from 'react';
import { useNavigate } from 'react-router';
import { localDay } from '#shared/kit/days.ts';
import { EMPTY_VALUE, formatDate } from '#shared/kit/text/format.ts';
import { parseTrackingId } from '#shared/orders/rules/code/tracking-id.ts';
import { exportFulfillment, type FulfillmentRow, listFulfillment } from '#shared/warehouse/fulfillment.ts';
import { call } from '#web/kit/call/api.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { ListTable } from '#web/kit/list/list-table.tsx';
import { csvDate, saveCsv } from '#web/kit/list/save-csv.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { fulfillmentPath, orderPath, paths } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { ExportButton } from '#web/warehouse/export-button.tsx';
import { FulfillmentBadge, fulfillmentLabel } from '#web/warehouse/fulfillment-badge.tsx';
import { useWarehouseList } from '#web/warehouse/use-warehouse-list.ts';
import {
  appliedFilters,
  FILTER_LABELS,
  FIXED_KEYS,
  type FulfillmentFilter,
  fulfillmentFilters,
  STATUS_OPTIONS,
} from './fulfillment-filters.ts';

/** Columns of the export 'Listado Pedidos' (D2 §2). */
const HEADERS = ['Fecha', 'Referencia', 'Orden', 'Estado'];

const lineOf = ({ fecha, referencia, orden, estado }: FulfillmentRow) => [
  csvDate(fecha),
  referencia,
  orden,
  fulfillmentLabel(estado),
];

const keyOf = ({ referencia, orden, fecha }: FulfillmentRow) => `${referencia} ${orden} ${fecha}`;

interface FulfillmentActionHandlers {
  open: (row: FulfillmentRow) => void;
}

/** Number of the order, as a link when it is a valid tracking id. */
function OrderOf({ row: { orden } }: { row: FulfillmentRow }) {
  if (!orden || parseTrackingId(orden) !== orden) return <span className="id-text">{orden || EMPTY_VALUE}</span>;
  return (
    <Link className="name-link id-text" to={orderPath(orden)}>
      {orden}
    </Link>
  );
}

/** The 'Detalles' button of a row; absent for a row without a reference. */
function DetailsButton({ row, open, quiet }: { row: FulfillmentRow; quiet?: boolean } & FulfillmentActionHandlers) {
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
const fulfillmentColumns = ({ open }: FulfillmentActionHandlers): Column<FulfillmentRow>[] => [
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

/** A fulfillment order in the list on a phone. */
function FulfillmentCard({ row, open }: { row: FulfillmentRow } & FulfillmentActionHandlers) {
  return (
    <RowCard
      name={row.referencia || EMPTY_VALUE}
      {...(row.referencia && { to: fulfillmentPath(row.referencia) })}
      amount={formatDate(row.fecha)}
      footer={<FulfillmentBadge estado={row.estado} />}
      actions={<DetailsButton row={row} open={open} quiet />}
    >
      <p className="muted">
        Orden <OrderOf row={row} />
      </p>
    </RowCard>
  );
}

/** The search form of the fulfillment orders (D2 §2). */
function FulfillmentFiltersForm({ filters }: { filters: ListFilters<FulfillmentFilter> }) {
  const { day, select } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm filters={filters} applied={appliedFilters(filters.applied)} Preview={() => 'Ver resultados'}>
      {day('fechaDesde')}
      {day('fechaHasta')}
      {select('estado', STATUS_OPTIONS)}
    </ListFiltersForm>
  );
}

/** List of fulfillment orders (D2 §2). */
export default function Fulfillment() {
  const detailedErrors = useCapability('detailedErrors') !== false;
  const navigate = useNavigate();
  const noOrders = usePermissionReason('orders');
  const [definition] = useState(() => fulfillmentFilters(localDay(new Date())));
  const filters = useListFilters(definition);
  const { list, body } = useWarehouseList(listFulfillment, filters, FIXED_KEYS, ({ data }) => data?.[0]?.pedidos);

  function open({ referencia }: FulfillmentRow) {
    if (referencia) void navigate(fulfillmentPath(referencia));
  }
  async function exportOrders() {
    const { data } = await call(exportFulfillment, { body });
    saveCsv('Listado Pedidos', HEADERS, (data?.[0]?.pedidos ?? []).map(lineOf));
  }
  return (
    <>
      <PageHeader
        title="Pedidos en preparación"
        actions={
          <ExportButton
            failedTitle="No se pudieron exportar los pedidos"
            empty={!list.rows?.length}
            save={exportOrders}
            logOnly={!detailedErrors}
          />
        }
      />
      <FulfillmentFiltersForm filters={filters} />
      <ListTable
        label="Pedidos en preparación"
        columns={fulfillmentColumns({ open })}
        list={list}
        filters={filters}
        rowKey={keyOf}
        emptyAction={
          <LinkButton to={paths.newOrder} disabledReason={noOrders}>
            Crear una orden
          </LinkButton>
        }
        onOpen={open}
        card={(row) => <FulfillmentCard row={row} open={open} />}
      />
    </>
  );
}
