import { expect, type Locator } from '@playwright/test';

/** What an empty product's fields say (D2 §6). */
const MESSAGES = {
  SKU: 'El SKU es requerido',
  Descripción: 'La descripción es requerida',
  Categoría: 'La categoría es requerida',
  Valor: 'El valor es requerido',
  Largo: 'El largo no es válido',
  Alto: 'El alto no es válido',
  Ancho: 'El ancho no es válido',
  Peso: 'El peso no es válido',
};

/** Every field of a product's modal, saved empty, says what it lacks. */
export async function expectProductMessages(modal: Locator): Promise<void> {
  for (const [label, message] of Object.entries(MESSAGES)) {
    await expect(modal.getByLabel(label)).toHaveAccessibleDescription(message);
  }
}
