import { useWatch } from 'react-hook-form';
import { EMPTY_VALUE, grams, money } from '#shared/kit/text/format.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { IconButton } from '#web/kit/ui/button.tsx';
import { CircleAlert, Trash2 } from '#web/kit/ui/display/icons.ts';
import { NumberInput } from '#web/kit/ui/field/text-input.tsx';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { ProductPicker } from '#web/orders/product/product-picker.tsx';
import { productText } from '#web/orders/product/product-search.ts';
import type { Catalogue } from '#web/orders/product/use-catalogue.ts';
import { sumsOfItem } from './item-sums.ts';
import styles from './shipments.module.css';

interface ItemRowProps {
  form: OrderForm;
  catalogue: Catalogue;
  shipment: number;
  item: number;
  onPick: (product: Product | null) => void;
  onRemove: () => void;
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <p className={styles.problem} id={id}>
      <CircleAlert />
      <span>{text}</span>
    </p>
  ) : null;
}

/** One item of a shipment: product, quantity, weight and value. */
export function ItemRow({ form, catalogue, shipment, item, onPick, onRemove }: ItemRowProps) {
  const name = `shipments.${shipment}.items.${item}` as const;
  const values = useWatch({ control: form.rhf.control, name });
  const product = form.field(`${name}.product_id`);
  const { error: quantityError, id: quantityId, ...quantity } = form.field(`${name}.quantity`);
  const picked = catalogue.byId.get(values.product_id);
  const sums = sumsOfItem(values, catalogue.byId);
  const suffix = `del ítem ${item + 1}`;

  return (
    <tr>
      <td className={styles.product}>
        <ProductPicker
          id={product.id}
          name={product.name}
          label={`Producto ${suffix}`}
          catalogue={catalogue}
          picked={values.product_id}
          onPick={onPick}
          invalid={product.error !== undefined}
          describedBy={product.error && `${product.id}-error`}
        />
        <Problem id={`${product.id}-error`} text={product.error} />
      </td>
      <td>
        <NumberInput
          {...quantity}
          id={quantityId}
          className={styles.quantity}
          aria-label={`Cantidad ${suffix}`}
          aria-invalid={quantityError !== undefined || undefined}
          aria-describedby={quantityError && `${quantityId}-error`}
        />
        <Problem id={`${quantityId}-error`} text={quantityError} />
      </td>
      <td className={styles.figure}>{sums ? grams(sums.weight) : EMPTY_VALUE}</td>
      <td className={styles.figure}>{sums ? money(sums.value) : EMPTY_VALUE}</td>
      <td>
        <IconButton
          size="sm"
          label={`Quitar ${picked ? productText(picked) : `el ítem ${item + 1}`}`}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}
