import { formatDate, integer, pluralize } from '#shared/format.ts';
import { EXPIRING_STATUSES, type ExpiringLot, expiringStock } from '#shared/ops/stock.ts';
import { ConsoleList } from '#web/console/console-list.tsx';
import { call } from '#web/lib/api.ts';
import { type ListDefinition, useListFilters } from '#web/lib/filters.ts';
import { history } from '#web/lib/history.ts';
import { csvDate, saveCsv } from '#web/lib/save-csv.ts';
import { LiveFilters, LiveSelect } from '#web/parts/list/live-filters.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { ExportButton } from '#web/parts/warehouse/export-button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ClientSelect } from './client-select.tsx';
import { countsPath } from './depot-paths.ts';
import { DepotViews } from './depot-views.tsx';
import { LotBadge } from './lot-badge.tsx';

const FILTERS: ListDefinition<'cliente' | 'estado'> = {
  list: 'console-expiring',
  pageSize: 50,
  filters: { cliente: 'client', estado: 'status' },
};

const STATUS_OPTIONS = [
  { value: '', label: 'Críticos y vencidos' },
  { value: EXPIRING_STATUSES[0], label: 'Vencidos' },
  { value: EXPIRING_STATUSES[1], label: 'Críticos' },
];

/** Rows of one call of the export. */
const EXPORT_PAGE = 1000;

const COLUMNS: readonly Column<ExpiringLot>[] = [
  { id: 'status', header: 'Estado', cell: ({ status }) => <LotBadge status={status} /> },
  { id: 'expiry', header: 'Vence', cell: ({ expiry }) => (expiry ? formatDate(expiry) : '-') },
  { id: 'company', header: 'Cliente', cell: ({ company }) => company },
  {
    id: 'product',
    header: 'Producto',
    cell: ({ client_id, sku, description }) => (
      <span>
        <Link to={countsPath(client_id, sku)}>{sku}</Link>
        <span className="row-line">{description}</span>
      </span>
    ),
  },
  { id: 'lot', header: 'Lote', cell: ({ lot }) => lot },
  { id: 'shelf', header: 'Ubicación', cell: ({ shelf }) => shelf || '-' },
  {
    id: 'units',
    header: 'Unidades',
    align: 'right',
    cell: ({ units, reserved }) => (
      <span className="tabular-nums">
        {integer(units)}
        {reserved > 0 && <span className="row-line">{pluralize(reserved, 'reservada', 'reservadas')}</span>}
      </span>
    ),
  },
];

const keyOf = ({ client_id, sku, lot }: ExpiringLot) => JSON.stringify([client_id, sku, lot]);

/** `/consola/deposito/vencimientos`: critical and expired lots of all clients. */
export function ExpiringPage() {
  const filters = useListFilters(FILTERS);
  const list = useListPage(expiringStock, filters, null);
  const count = list.total === undefined ? undefined : pluralize(list.total, 'lote', 'lotes');
  return (
    <>
      <PageHeader
        title="Vencimientos"
        count={count ?? '\u00a0'}
        actions={
          <ExportButton
            empty={list.total === 0}
            save={() => exportLots(filters.query.filter)}
            failedTitle="No se pudieron exportar los vencimientos"
          />
        }
      />
      <DepotViews />
      <LiveFilters>
        <ClientSelect value={filters.values.cliente} onChange={(cliente) => filters.replace({ cliente })} />
        <LiveSelect filters={filters} name="estado" label="Estado" options={STATUS_OPTIONS} />
      </LiveFilters>
      <ConsoleList
        label="Vencimientos"
        name="product"
        list={list}
        filters={filters}
        count={count}
        columns={COLUMNS}
        rowKey={keyOf}
        onOpen={({ client_id, sku }) => history.push(countsPath(client_id, sku))}
        none={{
          title: 'No hay lotes críticos ni vencidos',
          text: 'Acá aparecen los lotes con unidades que están por vencer: las fechas se cargan con cada ingreso.',
        }}
        unmatched={{ title: 'Ningún lote coincide', text: 'Elegí otro cliente u otro estado.' }}
      />
    </>
  );
}

const HEADERS = [
  'Estado',
  'Vence',
  'Crítico desde',
  'Cliente',
  'SKU',
  'Descripción',
  'Lote',
  'Ubicación',
  'Unidades',
  'Reservadas',
];

/** Downloads all lots of a filter as CSV. @throws {ApiError} */
async function exportLots(filter: Record<string, string>): Promise<void> {
  const lots: ExpiringLot[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const reply = await call(expiringStock, { query: { page, limit: EXPORT_PAGE, filter } });
    lots.push(...reply.results);
    pages = reply.pagination.pages;
  }
  saveCsv(
    'vencimientos',
    HEADERS,
    lots.map((one) => [
      one.status,
      csvDate(one.expiry),
      csvDate(one.criticality),
      one.company,
      one.sku,
      one.description,
      one.lot,
      one.shelf,
      one.units,
      one.reserved,
    ]),
  );
}
