import { useFieldArray, useWatch } from 'react-hook-form';
import type { Product } from '#shared/orders/product/products.ts';
import { focusField, type OrderForm } from '#web/orders/form/order-form.ts';
import { emptyItem } from '#web/orders/form/order-values.ts';
import { SIDES } from '#web/orders/product/measures.ts';
import type { Catalogue } from '#web/orders/product/use-catalogue.ts';
import { sumsOfItems } from './item-sums.ts';
import { writeMeasures } from './write-measures.ts';

/** Provides the items of a shipment, their sums, and functions to change them. */
export function useItems(form: OrderForm, shipment: number, catalogue: Catalogue) {
  const { rhf } = form;
  const at = `shipments.${shipment}` as const;
  const list = useFieldArray({ control: rhf.control, name: `${at}.items` });
  const items = useWatch({ control: rhf.control, name: `${at}.items` });

  /** Validates the sums again after a change of the items, once the form was submitted. */
  const recheck = () => {
    if (rhf.formState.isSubmitted) void rhf.trigger([`${at}.weight`, `${at}.items_value`]);
  };

  /**
   * Fills in the sizes of the only product of a package, if the fields are empty or hold the previous product's sizes.
   */
  function suggestSizes(product: Product, previousProduct: Product | undefined) {
    if (rhf.getValues(`${at}.items`).length !== 1) return;
    const hasTypedSizes = SIDES.some((side) => {
      const typed = rhf.getValues(`${at}.${side}`);
      return typed !== '' && typed !== String(previousProduct?.[side]);
    });
    if (hasTypedSizes) return;
    const [length, width, height] = SIDES.map((side) => String(product[side])) as [string, string, string];
    writeMeasures(form, shipment, { length, width, height });
  }

  function pick(item: number, product: Product | null) {
    const name = `${at}.items.${item}.product_id` as const;
    const previousProduct = catalogue.byId.get(rhf.getValues(name));
    const isInvalid = rhf.getFieldState(name).invalid;
    rhf.setValue(name, product ? String(product.id) : '', { shouldDirty: true, shouldValidate: isInvalid });
    if (product) suggestSizes(product, previousProduct);
    recheck();
  }

  return {
    rows: list.fields,
    items,
    sums: items.length > 0 ? sumsOfItems(items, catalogue.byId) : null,
    add() {
      list.append(emptyItem(), { shouldFocus: false });
      focusField(form, `${at}.items.${items.length}.product_id`);
    },
    pick,
    /**
     * Sets a product that was just created: on the first item without product, or on a new item. Returns the id of its
     * quantity field.
     */
    take(product: Product) {
      const freeIndex = rhf.getValues(`${at}.items`).findIndex(({ product_id }) => product_id === '');
      const item = freeIndex < 0 ? rhf.getValues(`${at}.items`).length : freeIndex;
      if (freeIndex < 0) list.append(emptyItem(), { shouldFocus: false });
      pick(item, product);
      const quantity = `${at}.items.${item}.quantity` as const;
      focusField(form, quantity);
      return form.field(quantity).id;
    },
    remove(item: number) {
      list.remove(item);
      recheck();
    },
  };
}
