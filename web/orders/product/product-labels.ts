/** Labels of a product's fields. */
export const PRODUCT_LABELS = {
  sku: 'SKU',
  description: 'Descripción',
  category: 'Categoría',
  value: 'Valor',
  length: 'Largo',
  height: 'Alto',
  width: 'Ancho',
  weight: 'Peso',
  barcode: 'Código de barras',
} as const;

/** Returns the label of a product's field; an unknown field unchanged. */
export function productLabel(field: string): string {
  return Object.hasOwn(PRODUCT_LABELS, field) ? PRODUCT_LABELS[field as keyof typeof PRODUCT_LABELS] : field;
}
