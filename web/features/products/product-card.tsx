import { grams, money, NOTHING } from '#shared/format.ts';
import type { Product } from '#shared/products.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { EditButton, ProductName } from './product-buttons.tsx';

/** A product as the phone lists it. */
export function ProductCard({ product, edit }: { product: Product; edit: (product: Product) => void }) {
  return (
    <RowCard
      name={<ProductName product={product} edit={edit} />}
      figure={money(product.value)}
      foot={
        <>
          <span className="muted">{product.active ? 'Activo' : 'Inactivo'}</span>
          <span className="grow" />
          <EditButton product={product} edit={edit} />
        </>
      }
    >
      <p>{product.description || NOTHING}</p>
      <p className="muted num">
        {product.category?.name || NOTHING} · {grams(product.weight)}
      </p>
    </RowCard>
  );
}
