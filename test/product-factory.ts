import { uniqueText } from './unique-text.ts';

/** Builds the body of a new product; each call is another SKU. */
export function productForm(changes: Record<string, unknown> = {}) {
  const measures = { value: 1500, length: 10, height: 10, width: 10, weight: 300 };
  return {
    sku: uniqueText('SKU-'),
    description: 'Remera',
    category: 1,
    ...measures,
    active: true,
    ...changes,
  };
}
