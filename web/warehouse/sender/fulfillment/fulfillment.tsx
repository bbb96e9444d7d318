import { useState } from 'react';
import { useNavigate } from 'react-router';
import { localDay } from '#shared/days.ts';
import { exportFulfillment, type FulfillmentRow, listFulfillment } from '#shared/warehouse/fulfillment.ts';
import { call } from '#web/lib/api.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { csvDate, saveCsv } from '#web/lib/save-csv.ts';
import { ListTable } from '#web/parts/list/list-table.tsx';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { fulfillmentPath, paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ExportButton } from '#web/warehouse/export-button.tsx';
import { fulfillmentLabel } from '#web/warehouse/fulfillment-badge.tsx';
import { useWarehouseList } from '#web/warehouse/use-warehouse-list.ts';
import { FulfillmentCard } from './fulfillment-card.tsx';
import { fulfillmentColumns } from './fulfillment-columns.tsx';
import { FIXED_KEYS, fulfillmentFilters } from './fulfillment-filters.ts';
import { FulfillmentFiltersForm } from './fulfillment-filters-form.tsx';

/** Columns of the export 'Listado Pedidos' (D2 §2). */
const HEADERS = ['Fecha', 'Referencia', 'Orden', 'Estado'];

const lineOf = ({ fecha, referencia, orden, estado }: FulfillmentRow) => [
  csvDate(fecha),
  referencia,
  orden,
  fulfillmentLabel(estado),
];

const keyOf = ({ referencia, orden, fecha }: FulfillmentRow) => `${referencia} ${orden} ${fecha}`;

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
