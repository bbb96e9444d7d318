import * as z from 'zod/mini';
import type { Account } from '#server/demo/accounts.ts';
import { demoProducts } from '#server/demo/catalogue.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { addProduct } from '#server/orders/product/product.ts';
import { forEachConcurrently } from '#server/platform/concurrency/for-each-concurrently.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { productForm } from '#shared/orders/product/new-product.ts';
import { depsAt } from './seed-dates.ts';

/** A seeded product, in grams and cents. */
export interface Product {
  id: number;
  description: string;
  weight: number;
  value: number;
}

/** Adds the account's products, dated one minute apart from `from` (ms). Idempotent. @returns the products by SKU */
export async function seedProducts(
  deps: Deps,
  caller: Caller,
  account: Account,
  { from, signal }: { from: number; signal: AbortSignal },
): Promise<ReadonlyMap<string, Product>> {
  const products = new Map<string, Product>();
  await forEachConcurrently(demoProducts(account), signal, async (form, index) => {
    const key = `demonstration ${form.sku}`;
    const datedDeps = depsAt(deps, from + index * MINUTE_MS);
    const { results } = await addProduct(datedDeps, caller, z.parse(productForm, toFormValues(form)), key);
    const { sku, description, weight, value } = form;
    products.set(sku, { id: results.id, description, weight, value });
  });
  return products;
}

/** Converts the value to pesos, as the form sends it. */
const toFormValues = <F extends { value: number }>(form: F) => ({ ...form, value: form.value / 100 });
