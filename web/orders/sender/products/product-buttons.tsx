import type { Product } from '#shared/orders/product/products.ts';
import { IconButton } from '#web/kit/ui/button.tsx';
import { Pencil } from '#web/kit/ui/display/icons.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import styles from './products.module.css';

interface EditProps {
  product: Product;
  edit: (product: Product) => void;
}

/** The SKU as a button that opens the product, with the bar code below. */
export function ProductName({ product, edit }: EditProps) {
  return (
    <>
      <button type="button" className={`link-button hyphenated-id ${styles.name}`} onClick={() => edit(product)}>
        {product.sku}
      </button>
      {product.barcode && <span className="row-line muted">{product.barcode}</span>}
    </>
  );
}

/** 'Editar' of a row (D2 §2). */
export function EditButton({ product, edit }: EditProps) {
  return (
    <IconButton
      size="sm"
      label={`Editar ${product.sku}`}
      title="Editar"
      icon={<Pencil />}
      disabledReason={usePermissionReason('products')}
      onClick={() => edit(product)}
    />
  );
}
