import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { asClient, type CreatedOrder, makeOrder } from '#test/e2e/orders/created-order.ts';

test('clicking outside a dialog that requires an answer keeps the focus in the dialog', async ({
  page,
  storeSession,
}) => {
  await storeSession('basico');
  await page.goto('/ordenes/nueva-orden');
  await page.getByLabel('Calle', { exact: true }).fill('Costa Rica');
  await page.getByRole('main').getByRole('link', { name: 'Volver' }).first().click();
  await expect(page.getByRole('alertdialog').locator(':focus')).toBeVisible();
  await page.mouse.click(10, 10);
  await expect(page.getByRole('alertdialog').locator(':focus')).toBeVisible();
});

/** Cancels an order by the API, in the page's session. */
async function cancel(page: Page, { tracking }: CreatedOrder): Promise<void> {
  const answer = await page.request.put(`/api/v1/client/order/${tracking}/cancel`, { headers: await asClient(page) });
  expect(answer.status(), await answer.text()).toBe(200);
}

const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
const rowOf = (page: Page, { number }: CreatedOrder) => page.getByRole('row').filter({ hasText: number });
const actionsOf = (page: Page, { number }: CreatedOrder) =>
  page.getByRole('button', { name: `Más acciones de ${number}`, exact: true });

test('when a live update removes the focused row, the next row gets the focus, unless the person had clicked outside every control', async ({
  page,
  storeSession,
}) => {
  await storeSession('inversa');
  const [oldest, older, newer] = [await makeOrder(page), await makeOrder(page), await makeOrder(page)];
  await page.goto('/ordenes?estado=por_imprimir');
  await actionsOf(page, newer).focus();
  await cancel(page, newer);
  await expect(rowOf(page, newer)).toHaveCount(0);
  await expect(page.locator('tbody tr:focus-within')).toContainText(older.number);

  await actionsOf(page, oldest).focus();
  await page.getByRole('banner').click({ position: { x: 3, y: 3 } });
  expect(await focusedTag(page)).toBe('BODY');
  await cancel(page, oldest);
  await expect(rowOf(page, oldest)).toHaveCount(0);
  // A lost focus is restored after a frame and a task, which were scheduled before these.
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await focusedTag(page)).toBe('BODY');
});
