import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDate, integer, pluralize } from '#shared/format.ts';
import { EXPIRING_STATUSES, type ExpiringLot, expiringStock } from '#shared/ops/stock.ts';
import { call } from '#web/lib/api.ts';
import { history } from '#web/lib/history.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { csvDate, saveCsv } from '#web/lib/save-csv.ts';
import { ExportButton } from '#web/parts/warehouse/export-button.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { ClientSelect } from './client-select.tsx';
import styles from './depot.module.css';
import { DEPOT_PATH } from './depot-paths.ts';
import { DepotViews } from './depot-views.tsx';
import { LotBadge } from './lot-badge.tsx';

const STATUS_OPTIONS = [
  { value: '', label: 'Críticos y vencidos' },
  { value: EXPIRING_STATUSES[0], label: 'Vencidos' },
  { value: EXPIRING_STATUSES[1], label: 'Críticos' },
];

/** Rows of one call of the export. */
const EXPORT_PAGE = 1000;

/** `/consola/deposito/vencimientos`: critical and expired lots of all clients. */
export function ExpiringPage() {
  const [params] = useSearchParams();
  const client = params.get('cliente') ?? '';
  const status = params.get('estado') ?? '';
  const filter = { ...(client && { client }), ...(status && { status }) };
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 50 });
  const { data, error, refetch } = useApiQuery(
    expiringStock,
    { query: { page, limit, filter } },
    { keepPrevious: true },
  );
  const total = data?.pagination.total ?? 0;
  const show = (next: { cliente: string; estado: string }) => {
    const kept = Object.entries(next).filter(([, value]) => value !== '');
    history.replace(`${DEPOT_PATH}/vencimientos${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''}`);
    setPlace({ page: 1, limit });
  };
  return (
    <>
      <PageHeader
        title="Vencimientos"
        count={data ? pluralize(total, 'lote', 'lotes') : '\u00a0'}
        actions={
          <ExportButton
            empty={total === 0}
            save={() => exportLots(filter)}
            failedTitle="No se pudieron exportar los vencimientos"
          />
        }
      />
      <DepotViews />
      <div className={styles.filters}>
        <ClientSelect value={client} onChange={(chosen) => show({ cliente: chosen, estado: status })} />
        <Field label="Estado">
          <Select
            value={status}
            options={STATUS_OPTIONS}
            onChange={({ target }) => show({ cliente: client, estado: target.value })}
          />
        </Field>
      </div>
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
      {data && total === 0 && (
        <EmptyState
          title={client || status ? 'Ningún lote coincide' : 'No hay lotes críticos ni vencidos'}
          text={
            client || status
              ? 'Elegí otro cliente u otro estado.'
              : 'Acá aparecen los lotes con unidades que están por vencer: las fechas se cargan con cada ingreso.'
          }
        />
      )}
      {data && total > 0 && (
        <div className="stack">
          <StaticTable<ExpiringLot>
            caption="Vencimientos"
            cards
            rows={data.results}
            rowKey={({ client_id, sku, lot }) => JSON.stringify([client_id, sku, lot])}
            columns={[
              { header: 'Estado', cell: (lot) => <LotBadge status={lot.status} /> },
              {
                header: 'Vence',
                cell: ({ expiry }) => <span className="nowrap">{expiry ? formatDate(expiry) : '-'}</span>,
              },
              { header: 'Cliente', cell: ({ company }) => company },
              {
                header: 'Producto',
                cell: ({ sku, description }) => (
                  <span>
                    <b>{sku}</b>
                    <span className="row-line">{description}</span>
                  </span>
                ),
              },
              { header: 'Lote', cell: ({ lot }) => lot },
              { header: 'Ubicación', cell: ({ shelf }) => shelf || '-' },
              {
                header: 'Unidades',
                right: true,
                cell: ({ units, reserved }) => (
                  <span className="tabular-nums">
                    {integer(units)}
                    {reserved > 0 && <span className="row-line">{pluralize(reserved, 'reservada', 'reservadas')}</span>}
                  </span>
                ),
              },
            ]}
          />
          <Pager
            page={data.pagination.page}
            pageSize={limit}
            pageCount={data.pagination.pages}
            onPage={(next) => setPlace({ page: next, limit })}
            onPageSize={(size) => setPlace({ page: 1, limit: size })}
          />
        </div>
      )}
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
      ...[one.status, csvDate(one.expiry), csvDate(one.criticality), one.company, one.sku, one.description, one.lot],
      ...[one.shelf, one.units, one.reserved],
    ]),
  );
}
