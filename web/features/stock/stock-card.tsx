import { countOf, NOTHING } from '#shared/format.ts';
import type { StockProduct } from '#shared/stock.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { OutlookLine } from './outlook.tsx';
import { CriticalUnits, LotsButton, SkuButton, type StockDeeds } from './stock-columns.tsx';

/** A SKU as the phone lists it. */
export function StockCard({ product, open }: { product: StockProduct } & StockDeeds) {
  return (
    <RowCard
      name={<SkuButton product={product} open={open} />}
      figure={product.stockTotal === null ? NOTHING : countOf(product.stockTotal, 'unidad', 'unidades')}
      foot={
        <>
          <span className="muted num">
            Stock crítico <CriticalUnits product={product} />
          </span>
          <span className="grow" />
          <LotsButton product={product} open={open} quiet />
        </>
      }
    >
      <p>{product.descripción || NOTHING}</p>
      <OutlookLine product={product} />
    </RowCard>
  );
}
