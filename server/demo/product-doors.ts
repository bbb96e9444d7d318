import * as z from 'zod/mini';
import type { Deps } from '#server/deps.ts';
import { addProduct } from '#server/features/product/product.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { productForm } from '#shared/products.ts';
import type { Account } from './accounts.ts';
import { catalogueOf } from './catalogue.ts';
import { at } from './moments.ts';

/** A product of the account, as orders name it: grams and cents. */
export interface Product {
  id: number;
  description: string;
  weight: number;
  value: number;
}

const MINUTE = 60_000;

/** Products that are added at once. */
const AT_ONCE = 5;

/** Adds the account's products one minute after the other, beginning at `from` (ms); those that it has stay as they are. */
export async function addCatalogue(
  deps: Deps,
  caller: Caller,
  account: Account,
  from: number,
): Promise<ReadonlyMap<string, Product>> {
  const products = new Map<string, Product>();
  const forms = catalogueOf(account);
  for (let first = 0; first < forms.length; first += AT_ONCE) {
    await Promise.all(
      forms.slice(first, first + AT_ONCE).map(async (form, index) => {
        const moment = from + (first + index) * MINUTE;
        const key = `demonstration ${form.sku}`;
        const { results } = await addProduct(at(deps, moment), caller, z.parse(productForm, pesosOf(form)), key);
        const { sku, description, weight, value } = form;
        products.set(sku, { id: results.id, description, weight, value });
      }),
    );
  }
  return products;
}

/** As the form sends it. */
const pesosOf = <F extends { value: number }>(form: F) => ({ ...form, value: form.value / 100 });
