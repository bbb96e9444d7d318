/** Returns the message for a bar code that is another product's SKU. */
export const barcodeOfSku = (sku: string): string =>
  `Ese código es el SKU del producto ${sku}: al escanearlo se encuentra ese`;

/** Returns the message for a taken bar code. @param sku SKU of the product that has it; null if it lost it meanwhile */
export const takenBarcode = (sku: string | null): string =>
  `Ese código de barras ya lo tiene ${sku === null ? 'otro producto' : `el producto ${sku}`}`;
