import { EMPTY_VALUE, grams, money } from '#shared/format.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { EditButton, ProductName } from './buttons.tsx';

/** A product in the list on a phone. */
export function ProductCard({ product, edit }: { product: Product; edit: (product: Product) => void }) {
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
