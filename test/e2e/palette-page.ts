import type { Page } from '@playwright/test';
import { receiver, shipment } from '#test/order-factory.ts';
import { makeOrder } from './created-order.ts';
import { expect } from './fixtures.ts';

export const field = (page: Page) => page.getByRole('combobox', { name: /^Buscar/ });
export const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const marked = (page: Page) => page.locator('[role=option][aria-selected=true]');
export const status = (page: Page) => page.getByRole('dialog').getByRole('status');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens the palette by its keys, once the page listens to them. */
export async function openPalette(page: Page): Promise<void> {
  await heading(page).waitFor();
  await page
    .getByRole('button', { name: /^Buscar/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  // Drawn once more by then: only now the dialog takes Esc for its own.
  await expect(marked(page)).toBeVisible();
}

/** What a scanner does: all at once, and Enter. */
export async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

/** An order for a receiver with a unique name. */
export async function orderFor(page: Page, name: string) {
  const to = receiver({ first_name: 'Ñata', last_name: name, receiver_name: `Ñata ${name}` });
  return makeOrder(page, { receiver: to, shipments: [shipment(), shipment()] });
}
