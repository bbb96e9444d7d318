import { EMPTY_VALUE, integer } from '#shared/format.ts';
import type { StockProduct } from '#shared/warehouse/stock.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { forecastColumns } from './forecast.tsx';
import styles from './stock.module.css';

export interface StockActionHandlers {
  open: (product: StockProduct) => void;
}

/** The SKU as a button that opens its lots. */
export function SkuButton({ product, open }: { product: StockProduct } & StockActionHandlers) {
  if (!product.sku) return EMPTY_VALUE;
  return (
    <button type="button" className={`link-button hyphenated-id ${styles.name}`} onClick={() => open(product)}>
      {product.sku}
    </button>
  );
}

/** The button that opens the lots of a row (D2 §2); absent for a row without a SKU. */
export function LotsButton({ product, open, quiet }: { product: StockProduct; quiet?: boolean } & StockActionHandlers) {
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
export function CriticalUnits({ product: { stockCritico } }: { product: StockProduct }) {
  return <span className={stockCritico ? styles.attention : undefined}>{integer(stockCritico)}</span>;
}

/** Columns of the stock (D2 §2), with the forecast columns if the warehouse sends a forecast. */
export const stockColumns = (forecast: boolean, { open }: StockActionHandlers): Column<StockProduct>[] => [
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
