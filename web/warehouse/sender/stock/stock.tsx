import { useState } from 'react';
import { exportStock, listStock, type StockProduct } from '#shared/warehouse/stock.ts';
import { call } from '#web/lib/api.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { saveCsv } from '#web/lib/save-csv.ts';
import { LazyDialog } from '#web/parts/error-boundary/lazy-dialog.tsx';
import { ListTable } from '#web/parts/list/list-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ExportButton } from '#web/warehouse/export-button.tsx';
import { useWarehouseList } from '#web/warehouse/use-warehouse-list.ts';
import { useHasForecast } from './forecast.tsx';
import { StockCard } from './stock-card.tsx';
import { stockColumns } from './stock-columns.tsx';
import { FIXED_KEYS, STOCK_FILTERS } from './stock-filters.ts';
import { StockFiltersForm } from './stock-filters-form.tsx';

const LotsDialog = lazyWithPreload(() => import('./lots-dialog.tsx'));

/** Columns of the export 'Listado Stocks' (D2 §2). */
const HEADERS = ['SKU', 'Descripción', 'Cantidad', 'Stock critico'];

const lineOf = (product: StockProduct) => [product.sku, product.descripción, product.stockTotal, product.stockCritico];

const keyOf = (product: StockProduct) => `${product.sku} ${product.descripción}`;

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
