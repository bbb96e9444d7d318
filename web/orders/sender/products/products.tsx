import { lazy, useRef, useState } from 'react';
import { pluralize } from '#shared/format.ts';
import { listProducts, type Product } from '#shared/orders/product/products.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { LazyDialog } from '#web/parts/error-boundary/lazy-dialog.tsx';
import { ListTable } from '#web/parts/list/list-table.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { Button } from '#web/ui/button.tsx';
import { Download, Plus, Upload } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ProductCard } from './product-card.tsx';
import { productColumns } from './product-columns.tsx';
import { PRODUCT_FILTERS } from './product-filters.ts';
import { ProductsFiltersForm } from './products-filters-form.tsx';
import { useExport } from './use-export.ts';

// Loaded on demand: the CSV reader, the checks and the grid are only used in the dialog.
const ImportDialog = lazyWithPreload(() => import('./import-dialog.tsx'));
const ProductDialog = lazy(() => import('#web/orders/product/product-dialog.tsx'));

/** The client's product catalogue (D2 §2). */
export default function Products() {
  const filters = useListFilters(PRODUCT_FILTERS);
  const list = useListPage(listProducts, filters, null);
  const [opened, setOpened] = useState<Product | 'new' | null>(null);
  const openerRemoved = useRef(false);
  const [importing, setImporting] = useState(false);
  const refused = usePermissionReason('products');
  const imports = useCapability('productImport') !== false;
  const exporting = useExport(filters.query.filter, useCapability('barcodes') !== false);

  /** Shows page 1 after creating a product, which is listed first. After an edit, the page stays. */
  function showSaved() {
    void invalidateApiQueries(listProducts);
    const onLaterPage = list.page > 1;
    openerRemoved.current = opened === 'new' && (onLaterPage || list.total === 0);
    if (opened !== 'new') return;
    if (onLaterPage) filters.setPage(1);
  }

  const count = list.total === undefined ? undefined : pluralize(list.total, 'producto', 'productos');
  return (
    <>
      <PageHeader
        title="Productos"
        // Reserves space for the count so that the layout does not shift.
        count={count ?? '\u00a0'}
        actions={
          <>
            {imports && (
              <Button
                icon={<Upload />}
                disabledReason={refused}
                aria-haspopup="dialog"
                onClick={() => setImporting(true)}
              >
                Importar CSV
              </Button>
            )}
            <Button
              icon={<Download />}
              busy={exporting.running}
              disabledReason={list.total === 0 && 'No hay productos para exportar'}
              onClick={exporting.run}
            >
              Exportar CSV
            </Button>
            <Button variant="primary" icon={<Plus />} disabledReason={refused} onClick={() => setOpened('new')}>
              Nuevo
            </Button>
          </>
        }
      />
      <ProductsFiltersForm filters={filters} />
      <ListTable
        label="Productos"
        columns={productColumns(setOpened)}
        list={list}
        filters={filters}
        count={count}
        rowKey={({ id }) => String(id)}
        emptyAction={
          <Button disabledReason={refused} onClick={() => setOpened('new')}>
            Crear tu primer producto
          </Button>
        }
        onOpen={setOpened}
        card={(product) => <ProductCard product={product} edit={setOpened} />}
      />
      {importing && (
        <LazyDialog onFailure={() => setImporting(false)}>
          <ImportDialog onClose={() => setImporting(false)} />
        </LazyDialog>
      )}
      {opened && (
        <LazyDialog onFailure={() => setOpened(null)}>
          <ProductDialog
            {...(opened !== 'new' && { product: opened })}
            onSaved={showSaved}
            onClose={() => setOpened(null)}
            // The opener may be gone: a row of another page, or the empty-state button.
            focusAfter={() => {
              const removed = openerRemoved.current;
              openerRemoved.current = false;
              return removed ? document.querySelector<HTMLElement>('main h1') : null;
            }}
          />
        </LazyDialog>
      )}
    </>
  );
}
