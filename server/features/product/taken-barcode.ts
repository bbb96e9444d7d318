/** Whether a write failed because another product of the client has the bar code. */
export function isTakenBarcode(error: unknown): boolean {
  const { code, constraint } = Object(error) as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'one_barcode';
}

/** Returns the message for a bar code that is another product's SKU. */
export const barcodeOfSku = (sku: string): string =>
  `Ese código es el SKU del producto ${sku}: al escanearlo se encuentra ese`;

/** Returns the message for a taken bar code. @param sku SKU of the product that has it; null if it lost it meanwhile */
export const takenBarcode = (sku: string | null): string =>
  `Ese código de barras ya lo tiene ${sku === null ? 'otro producto' : `el producto ${sku}`}`;
