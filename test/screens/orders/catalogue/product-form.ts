import { waitFor } from '@testing-library/react';
import { choose, writeAll } from '#test/screens/typing.ts';

/** Messages of a product's empty fields (D2 §6). */
export const PRODUCT_MESSAGES = {
  SKU: 'El SKU es requerido',
  Descripción: 'La descripción es requerida',
  Categoría: 'La categoría es requerida',
  Valor: 'El valor es requerido',
  Largo: 'El largo no es válido',
  Alto: 'El alto no es válido',
  Ancho: 'El ancho no es válido',
  Peso: 'El peso no es válido',
};

const TEXTS = { SKU: 'VELA', Descripción: 'Vela', Valor: '18.900', Largo: '30', Alto: '3', Ancho: '25', Peso: '1.220' };

/** Fills in a product's dialog; fields that a test omits get default values. */
export async function writeProduct(dialog: HTMLElement, texts: Partial<typeof TEXTS> = {}): Promise<void> {
  await waitFor(() => choose('Categoría', 'Otros', dialog));
  writeAll({ ...TEXTS, ...texts }, dialog);
}
