import type { Trx } from '#server/db/connection.ts';
import type { FieldError } from '#shared/http/failure.ts';
import type { Existing } from '#shared/orders/product/product-import.ts';
import { lockBarcodes, productsWithBarcodes, productsWithSkus, releaseBarcodes } from './barcode.store.ts';
import { type ProductForm, productIds } from './product.store.ts';
import { barcodeOfSku, takenBarcode } from './taken-barcode.ts';

/** A product of an import: valid, or refused with these errors. */
export type ValidatedProduct = { form: ProductForm } | { errors: FieldError[] };

/** Builds the refusal of a product. */
export const refused = (field: string, message: string): { errors: FieldError[] } => ({ errors: [{ field, message }] });

/** Returns the valid products of an import. */
export const formsOf = (products: readonly ValidatedProduct[]): ProductForm[] =>
  products.flatMap((product) => ('form' in product ? [product.form] : []));

/** Returns the SKUs as given. */
export const skusOf = (forms: readonly ProductForm[]): string[] => forms.map(({ sku }) => sku);

/**
 * Frees the bar codes of an import. Refuses products whose bar code is the SKU of another product of the client, or which another one
 * keeps. A product that gets another bar code by the same import, or none, doesn't keep its own, so bar codes can change places: it loses
 * its own here already.
 *
 * @returns all products of the import, and the SKUs of those that lost a bar code to another one
 */
export async function freeBarcodes(
  trx: Trx,
  clientId: number,
  validated: readonly ValidatedProduct[],
  { existing, now }: { existing: Existing; now: Date },
): Promise<{ accepted: ValidatedProduct[]; released: string[] }> {
  const forms = formsOf(validated);
  const barcodes = forms.flatMap(({ barcode }) => (barcode ? [barcode] : []));
  await lockBarcodes(trx, clientId);
  const ids = await productIds(trx, clientId, skusOf(forms));
  const owners = await productsWithBarcodes(trx, clientId, barcodes);
  const isWritten = ({ sku }: ProductForm) => existing === 'update' || !ids.has(sku);
  const otherOwner = (form: ProductForm) => {
    const owner = isWritten(form) ? owners.get(form.barcode ?? '') : undefined;
    return owner?.id === ids.get(form.sku) ? undefined : owner;
  };
  const named = await productsWithSkus(trx, clientId, barcodes);
  let accepted = validated.map((product) => {
    if (!('form' in product) || !isWritten(product.form)) return product;
    const { sku, barcode = '' } = product.form;
    const other = named.get(barcode);
    return other && other.id !== ids.get(sku) ? refused('barcode', barcodeOfSku(other.sku)) : product;
  });
  for (;;) {
    const changing = formsOf(accepted).filter((form) => form.barcode !== undefined && isWritten(form));
    const givenAnother = new Map(changing.map(({ sku }) => [ids.get(sku), sku]));
    const taken = accepted.map((product) => {
      const owner = 'form' in product ? otherOwner(product.form) : undefined;
      return owner && !givenAnother.has(owner.id) ? owner : null;
    });
    if (taken.every((owner) => owner === null)) {
      const losing = formsOf(accepted).flatMap((form) => otherOwner(form)?.id ?? []);
      await releaseBarcodes(trx, clientId, losing, now);
      return { accepted, released: losing.flatMap((id) => givenAnother.get(id) ?? []) };
    }
    // A refused product keeps its own bar code, which may refuse another one.
    accepted = accepted.map((product, index) => {
      const owner = taken[index];
      return owner ? refused('barcode', takenBarcode(owner.sku)) : product;
    });
  }
}
