import type { Page } from '@playwright/test';
import { expect } from '#test/e2e/fixtures.ts';
import { makeOrder } from '#test/e2e/orders/created-order.ts';
import { receiver, shipment } from '#test/fixtures/order-factory.ts';

export const field = (page: Page) => page.getByRole('combobox', { name: /^Buscar/ });
export const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const marked = (page: Page) => page.locator('[role=option][aria-selected=true]');
export const status = (page: Page) => page.getByRole('dialog').getByRole('status');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens the palette by its shortcut, after the page has registered it. */
export async function openPalette(page: Page): Promise<void> {
  await heading(page).waitFor();
  await page
    .getByRole('button', { name: /^Buscar/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  // After this render the dialog handles Esc.
  await expect(marked(page)).toBeVisible();
}

/** Types like a barcode scanner: all characters at once, then Enter. */
export async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

/** Creates an order for a receiver with a unique name. */
export async function orderFor(page: Page, name: string) {
  const to = receiver({ first_name: 'Ñata', last_name: name, receiver_name: `Ñata ${name}` });
  return makeOrder(page, { receiver: to, shipments: [shipment(), shipment()] });
}
