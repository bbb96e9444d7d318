import { useState } from 'react';
import { EMPTY_VALUE, integer, pluralize } from '#shared/kit/text/format.ts';
import { exportStock, listStock, type StockProduct } from '#shared/warehouse/stock.ts';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { call } from '#web/kit/call/api.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { ListTable } from '#web/kit/list/list-table.tsx';
import { saveCsv } from '#web/kit/list/save-csv.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { ExportButton } from '#web/warehouse/export-button.tsx';
import { useWarehouseList } from '#web/warehouse/use-warehouse-list.ts';
import { ForecastLine, forecastColumns, useHasForecast } from './forecast.tsx';
import styles from './stock.module.css';
import {
  appliedFilters,
  FILTER_LABELS,
  FIXED_KEYS,
  MARK_OPTIONS,
  STOCK_FILTERS,
  type StockFilter,
} from './stock-filters.ts';

const LotsDialog = lazyWithPreload(() => import('./lots-dialog.tsx'));

/** Columns of the export 'Listado Stocks' (D2 §2). */
const HEADERS = ['SKU', 'Descripción', 'Cantidad', 'Stock critico'];

const lineOf = (product: StockProduct) => [product.sku, product.descripción, product.stockTotal, product.stockCritico];

const keyOf = (product: StockProduct) => `${product.sku} ${product.descripción}`;

interface StockActionHandlers {
  open: (product: StockProduct) => void;
}

/** The SKU as a button that opens its lots. */
function SkuButton({ product, open }: { product: StockProduct } & StockActionHandlers) {
  if (!product.sku) return EMPTY_VALUE;
  return (
    <button type="button" className={`link-button hyphenated-id ${styles.name}`} onClick={() => open(product)}>
      {product.sku}
    </button>
  );
}

/** The button that opens the lots of a row (D2 §2); absent for a row without a SKU. */
function LotsButton({ product, open, quiet }: { product: StockProduct; quiet?: boolean } & StockActionHandlers) {
  if (!product.sku) return null;
  return (
    <Button
      size="sm"
      variant={quiet ? 'quiet' : 'secondary'}
      aria-label={`Lotes de ${product.sku}`}
      onClick={() => open(product)}
    >
      Lotes
    </Button>
  );
}

/** Number of critical units, emphasized unless 0. */
function CriticalUnits({ product: { stockCritico } }: { product: StockProduct }) {
  return <span className={stockCritico ? styles.attention : undefined}>{integer(stockCritico)}</span>;
}

/** Columns of the stock (D2 §2), with the forecast columns if the warehouse sends a forecast. */
const stockColumns = (forecast: boolean, { open }: StockActionHandlers): Column<StockProduct>[] => [
  { id: 'sku', header: 'SKU', skeletonWidth: 84, cell: (product) => <SkuButton product={product} open={open} /> },
  {
    id: 'descripción',
    header: 'Descripción',
    skeletonWidth: 180,
    cell: (product) => (
      <span className={styles.text} title={product.descripción ?? undefined}>
        {product.descripción || EMPTY_VALUE}
      </span>
    ),
  },
  {
    id: 'stockTotal',
    header: 'Stock total',
    align: 'right',
    skeletonWidth: 56,
    cell: ({ stockTotal }) => integer(stockTotal),
  },
  {
    id: 'stockCritico',
    header: 'Stock crítico',
    align: 'right',
    skeletonWidth: 56,
    cell: (product) => <CriticalUnits product={product} />,
  },
  ...(forecast ? forecastColumns : []),
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    skeletonWidth: 48,
    cell: (product) => <LotsButton product={product} open={open} />,
  },
];

/** A SKU in the list on a phone. */
function StockCard({ product, open }: { product: StockProduct } & StockActionHandlers) {
  return (
    <RowCard
      name={<SkuButton product={product} open={open} />}
      amount={product.stockTotal === null ? EMPTY_VALUE : pluralize(product.stockTotal, 'unidad', 'unidades')}
      footer={
        <span className="muted tabular-nums">
          Stock crítico <CriticalUnits product={product} />
        </span>
      }
      actions={<LotsButton product={product} open={open} quiet />}
    >
      <p>{product.descripción || EMPTY_VALUE}</p>
      <ForecastLine product={product} />
    </RowCard>
  );
}

/** The search form of the stock (D2 §2). */
function StockFiltersForm({ filters }: { filters: ListFilters<StockFilter> }) {
  const marks = useCapability('stockForecast') !== false;
  const { text, select } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm filters={filters} applied={appliedFilters(filters.applied)} Preview={() => 'Ver resultados'}>
      {text('sku')}
      {text('descripcion')}
      {/* The specification defines no values for the request field `estado`. */}
      {marks && select('estado', MARK_OPTIONS)}
    </ListFiltersForm>
  );
}

/** The client's stock in the warehouse, by SKU (D2 §2). */
export default function Stock() {
  const detailedErrors = useCapability('detailedErrors') !== false;
  const filters = useListFilters(STOCK_FILTERS);
  const { list, body } = useWarehouseList(listStock, filters, FIXED_KEYS, ({ data }) => data?.[0]?.productos);
  const forecast = useHasForecast(list.rows);
  const [opened, setOpened] = useState<(StockProduct & { sku: string }) | null>(null);

  function open(product: StockProduct) {
    const { sku } = product;
    if (sku) setOpened({ ...product, sku });
  }
  async function exportRows() {
    const { data } = await call(exportStock, { body });
    saveCsv('Listado Stocks', HEADERS, (data?.[0]?.productos ?? []).map(lineOf));
  }
  return (
    <>
      <PageHeader
        title="Stock"
        actions={
          <ExportButton
            failedTitle="No se pudo exportar el stock"
            empty={!list.rows?.length}
            save={exportRows}
            logOnly={!detailedErrors}
          />
        }
      />
      <StockFiltersForm filters={filters} />
      <ListTable
        label="Stock"
        columns={stockColumns(forecast, { open })}
        list={list}
        filters={filters}
        rowKey={keyOf}
        onOpen={open}
        card={(product) => <StockCard product={product} open={open} />}
      />
      {opened && (
        <LazyDialog onFailure={() => setOpened(null)}>
          <LotsDialog product={opened} onClose={() => setOpened(null)} />
        </LazyDialog>
      )}
    </>
  );
}
