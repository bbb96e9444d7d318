import { lazy, useRef, useState } from 'react';
import { PRODUCT_HEADER, productLine, STRICT_HEADER } from '#shared/bulk/product-file/product-columns.ts';
import { EMPTY_VALUE, grams, integer, money, pluralize } from '#shared/kit/text/format.ts';
import { listProducts, type Product } from '#shared/orders/product/products.ts';
import { csvFile } from '#web/bulk/csv-file/csv-file.ts';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { saveFile } from '#web/kit/lib/save-file.ts';
import { filterFields } from '#web/kit/list/filter-fields.tsx';
import { type ListFilters, useListFilters } from '#web/kit/list/filters.ts';
import { ListFiltersForm } from '#web/kit/list/list-filters.tsx';
import { ListTable } from '#web/kit/list/list-table.tsx';
import { ResultCount, typedFilter } from '#web/kit/list/result-count.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Download, Plus, Upload } from '#web/kit/ui/display/icons.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { YesNoBadge } from '#web/orders/order/state-badge.tsx';
import { useCategories } from '#web/orders/product/use-categories.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { EditButton, ProductName } from './product-buttons.tsx';
import { appliedFilters, FILTER_LABELS, PRODUCT_FILTERS, type ProductFilter } from './product-filters.ts';
import styles from './products.module.css';

// Loaded on demand: the CSV reader, the checks and the grid are only used in the dialog.
const ImportDialog = lazyWithPreload(() => import('./import-dialog.tsx'));
const ProductDialog = lazy(() => import('#web/orders/product/product-dialog.tsx'));

/** A product in the list on a phone. */
function ProductCard({ product, edit }: { product: Product; edit: (product: Product) => void }) {
  return (
    <RowCard
      name={<ProductName product={product} edit={edit} />}
      amount={money(product.value)}
      footer={<span className="muted">{product.active ? 'Activo' : 'Inactivo'}</span>}
      actions={<EditButton product={product} edit={edit} />}
    >
      <p>{product.description || EMPTY_VALUE}</p>
      <p className="muted tabular-nums">
        {product.category?.name || EMPTY_VALUE} · {grams(product.weight)}
      </p>
    </RowCard>
  );
}

/** Formats length, height and width: '30 × 12 × 20 cm'. */
const sizes = ({ length, height, width }: Product) => `${[length, height, width].map(integer).join(' × ')} cm`;

/** Columns of the product list (D2 §2, §3). */
const productColumns = (edit: (product: Product) => void): Column<Product>[] => [
  { id: 'sku', header: 'SKU', skeletonWidth: 84, cell: (product) => <ProductName product={product} edit={edit} /> },
  {
    id: 'description',
    header: 'Descripción',
    skeletonWidth: 180,
    cell: ({ description }) => (
      <span className={styles.text} title={description}>
        {description || EMPTY_VALUE}
      </span>
    ),
  },
  {
    id: 'category',
    header: 'Categoría',
    muted: true,
    skeletonWidth: 110,
    cell: ({ category }) => category?.name || EMPTY_VALUE,
  },
  { id: 'value', header: 'Valor', align: 'right', skeletonWidth: 76, cell: ({ value }) => money(value) },
  { id: 'weight', header: 'Peso', align: 'right', skeletonWidth: 56, cell: ({ weight }) => grams(weight) },
  { id: 'sizes', header: 'Largo × Alto × Ancho', align: 'right', muted: true, skeletonWidth: 96, cell: sizes },
  { id: 'active', header: 'Activo', skeletonWidth: 32, cell: ({ active }) => <YesNoBadge yes={active} /> },
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    skeletonWidth: 28,
    cell: (product) => <EditButton product={product} edit={edit} />,
  },
];

/** The search form of the product list (D2 §2). */
function ProductsFiltersForm({ filters }: { filters: ListFilters<ProductFilter> }) {
  const { options } = useCategories();
  const { text, select } = filterFields(filters, FILTER_LABELS);
  return (
    <ListFiltersForm
      filters={filters}
      applied={appliedFilters(filters.applied, options)}
      Preview={() => <ResultCount endpoint={listProducts} filter={typedFilter(filters, PRODUCT_FILTERS)} />}
    >
      {text('sku')}
      {text('descripcion')}
      {select('categoria', options)}
    </ListFiltersForm>
  );
}

/** Products per request (D2 §9). */
const PAGE_SIZE = 9999;

const FILE_NAME = 'Listado Productos.csv';

/**
 * 'Exportar CSV': downloads the filtered products in the format of the import. Uses the specified list call, so that it works
 * with any gateway.
 *
 * @param barcodes whether the gateway has bar codes
 */
function useExport(filter: Record<string, string>, barcodes: boolean): { run: () => void; running: boolean } {
  const [running, setRunning] = useState(false);

  const run = async () => {
    if (running) return;
    setRunning(true);
    try {
      let text = barcodes ? PRODUCT_HEADER : STRICT_HEADER;
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { results, pagination } = await call(listProducts, { query: { page, limit: PAGE_SIZE, filter } });
        pages = pagination?.pages ?? 1;
        text += results.map((product) => productLine(product, !barcodes)).join('');
      }
      saveFile(csvFile(text, FILE_NAME), FILE_NAME);
    } catch (error) {
      alerts.failure(error, 'No se pudieron exportar los productos', asApiError(error).firstMessage);
    } finally {
      setRunning(false);
    }
  };
  return { run: () => void run(), running };
}

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
