import { integer, NOTHING } from '#shared/format.ts';
import type { StockProduct } from '#shared/stock.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { outlookColumns } from './outlook.tsx';
import styles from './stock.module.css';

export interface StockDeeds {
  open: (product: StockProduct) => void;
}

/** The SKU as the name of its row, which opens its lots. */
export function SkuButton({ product, open }: { product: StockProduct } & StockDeeds) {
  if (!product.sku) return NOTHING;
  return (
    <button type="button" className={`linklike hyphenated-id ${styles.name}`} onClick={() => open(product)}>
      {product.sku}
    </button>
  );
}

/** Opens the lots of a row (D2 §2); one without a SKU has none to ask for. */
export function LotsButton({ product, open, quiet }: { product: StockProduct; quiet?: boolean } & StockDeeds) {
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

/** Units that are critical stand out. */
export function CriticalUnits({ product: { stockCritico } }: { product: StockProduct }) {
  return <span className={stockCritico ? styles.attention : undefined}>{integer(stockCritico)}</span>;
}

/** Columns of the stock (D2 §2), and those of its outlook where that is told. */
export const stockColumns = (outlook: boolean, { open }: StockDeeds): Column<StockProduct>[] => [
  { id: 'sku', header: 'SKU', bone: 84, cell: (product) => <SkuButton product={product} open={open} /> },
  {
    id: 'descripción',
    header: 'Descripción',
    bone: 180,
    cell: (product) => (
      <span className={styles.text} title={product.descripción ?? undefined}>
        {product.descripción || NOTHING}
      </span>
    ),
  },
  { id: 'stockTotal', header: 'Stock total', align: 'right', bone: 56, cell: ({ stockTotal }) => integer(stockTotal) },
  {
    id: 'stockCritico',
    header: 'Stock crítico',
    align: 'right',
    bone: 56,
    cell: (product) => <CriticalUnits product={product} />,
  },
  ...(outlook ? outlookColumns : []),
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    bone: 48,
    cell: (product) => <LotsButton product={product} open={open} />,
  },
];
