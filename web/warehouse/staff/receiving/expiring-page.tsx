import { integer, pluralize } from '#shared/kit/text/format.ts';
import { type ExpiringLot, expiringLots } from '#shared/warehouse/staff-stock.ts';
import { type Cells, ResourcePage } from '#web/console/kit/resource-list.tsx';
import { history } from '#web/kit/lib/history.ts';
import { Link } from '#web/kit/ui/link.tsx';
import { ClientSelect } from '#web/warehouse/staff/client-select.tsx';
import { countsPath } from '#web/warehouse/staff/warehouse-paths.ts';
import { WarehouseViews } from '#web/warehouse/staff/warehouse-views.tsx';
import { LotBadge } from './lot-badge.tsx';

const CELLS: Cells<typeof expiringLots> = {
  status: { cell: ({ status }) => <LotBadge status={status} /> },
  sku: {
    header: 'Producto',
    cell: ({ client_id, sku, description }) => (
      <span>
        <Link to={countsPath(client_id, sku)}>{sku}</Link>
        <span className="row-line">{description}</span>
      </span>
    ),
  },
  units: {
    align: 'right',
    cell: ({ units, reserved }) => (
      <span className="tabular-nums">
        {integer(units)}
        {reserved > 0 && <span className="row-line">{pluralize(reserved, 'reservada', 'reservadas')}</span>}
      </span>
    ),
  },
  reserved: null,
};

const openCounts = ({ client_id, sku }: ExpiringLot) => history.push(countsPath(client_id, sku));

/** `/consola/deposito/vencimientos`: critical and expired lots of all clients. */
export function ExpiringPage() {
  return (
    <ResourcePage
      resource={expiringLots}
      cells={CELLS}
      name="sku"
      fields={({ values, replace }) => ({
        client: (
          <ClientSelect key="cliente" value={values.cliente ?? ''} onChange={(cliente) => replace({ cliente })} />
        ),
      })}
      onOpen={openCounts}
      none={{
        title: 'No hay lotes críticos ni vencidos',
        text: 'Acá aparecen los lotes con unidades que están por vencer: las fechas se cargan con cada ingreso.',
      }}
      unmatched={{ title: 'Ningún lote coincide', text: 'Elegí otro cliente u otro estado.' }}
    >
      <WarehouseViews />
    </ResourcePage>
  );
}
