/** The names of a product's fields. */
export const PRODUCT_LABELS = {
  sku: 'SKU',
  description: 'Descripción',
  category: 'Categoría',
  value: 'Valor',
  length: 'Largo',
  height: 'Alto',
  width: 'Ancho',
  weight: 'Peso',
} as const;

/** What a product's field is called; an unknown one stays itself. */
export function productLabel(field: string): string {
  return Object.hasOwn(PRODUCT_LABELS, field) ? PRODUCT_LABELS[field as keyof typeof PRODUCT_LABELS] : field;
}
