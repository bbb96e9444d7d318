import { EMPTY_VALUE, pluralize } from '#shared/format.ts';
import type { StockProduct } from '#shared/warehouse/stock.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { ForecastLine } from './forecast.tsx';
import { CriticalUnits, LotsButton, SkuButton, type StockActionHandlers } from './stock-columns.tsx';

/** A SKU in the list on a phone. */
export function StockCard({ product, open }: { product: StockProduct } & StockActionHandlers) {
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
