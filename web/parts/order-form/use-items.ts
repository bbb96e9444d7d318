import { useFieldArray, useWatch } from 'react-hook-form';
import type { Product } from '#shared/products.ts';
import type { Catalogue } from '#web/parts/product-picker/use-catalogue.ts';
import { sumsOfItems } from './item-sums.ts';
import { focusField, type OrderForm } from './order-form.ts';
import { emptyItem } from './order-values.ts';

const SIDES = ['length', 'width', 'height'] as const;

/** The items of a shipment: added, picked, taken out, and their sums. */
export function useItems(form: OrderForm, shipment: number, catalogue: Catalogue) {
  const { rhf } = form;
  const at = `shipments.${shipment}` as const;
  const list = useFieldArray({ control: rhf.control, name: `${at}.items` });
  const items = useWatch({ control: rhf.control, name: `${at}.items` });

  /** The sums are checked with the field that changed them, once the form was sent in vain. */
  const recheck = () => {
    if (rhf.formState.isSubmitted) void rhf.trigger([`${at}.weight`, `${at}.items_value`]);
  };

  /** The only product of a package suggests its sizes: to fields that are empty or hold another product's. */
  function suggestSizes(product: Product, before: Product | undefined) {
    if (rhf.getValues(`${at}.items`).length !== 1) return;
    const kept = SIDES.some((side) => {
      const typed = rhf.getValues(`${at}.${side}`);
      return typed !== '' && typed !== String(before?.[side]);
    });
    if (kept) return;
    for (const side of SIDES) {
      const wrong = rhf.getFieldState(`${at}.${side}`).invalid;
      rhf.setValue(`${at}.${side}`, String(product[side]), { shouldDirty: true, shouldValidate: wrong });
    }
  }

  function pick(item: number, product: Product | null) {
    const name = `${at}.items.${item}.product_id` as const;
    const before = catalogue.byId.get(rhf.getValues(name));
    const wrong = rhf.getFieldState(name).invalid;
    rhf.setValue(name, product ? String(product.id) : '', { shouldDirty: true, shouldValidate: wrong });
    if (product) suggestSizes(product, before);
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
    /** A product that was just made: for the first item without one, or for a new item. Answers its quantity's id. */
    take(product: Product) {
      const free = rhf.getValues(`${at}.items`).findIndex(({ product_id }) => product_id === '');
      const item = free < 0 ? rhf.getValues(`${at}.items`).length : free;
      if (free < 0) list.append(emptyItem(), { shouldFocus: false });
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
