import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { listQueryAfter } from '#test/e2e/list-query.ts';

/** Opens the list through the menu and waits for its rows. Skeletons have no links. */
async function openOrders(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Órdenes', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ordenes');
  await expect(rows(page).first().getByRole('link').first()).toBeVisible();
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const count = async (page: Page) =>
  Number(
    (
      await page
        .getByText(/^[\d.]+ órden(es)?$/)
        .first()
        .innerText()
    ).replace(/\D/g, ''),
  );

const LIST_PATH = '/api/v1/client/order/';

const queryAfter = (page: Page, act: () => Promise<unknown>) => listQueryAfter(page, LIST_PATH, act);

test.describe('The orders list', () => {
  test('searches by Enter from any field, and clicking a filter’s pill removes the filter', async ({ page, logIn }) => {
    await logIn('demo');
    await openOrders(page);
    const all = await count(page);
    const name = await rows(page).first().getByRole('link').first().innerText();
    await field(page, 'Nro. de Orden Interno').fill(name);
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText('1 orden').first()).toBeVisible();
    await page.getByRole('button', { name: `Quitar filtro Nro. interno ${name}` }).click();
    await expect.poll(() => count(page)).toBe(all);
  });

  test('turns pages by buttons, by page number and by keys, and remembers the page size', {
    tag: '@both',
  }, async ({ page, logIn }) => {
    await logIn('demo');
    await openOrders(page);
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/^Página 2 de/)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press(',');
    await expect(page.getByText(/^Página 1 de/)).toBeVisible();
    await page.keyboard.press('.');
    await expect(page.getByText(/^Página 2 de/)).toBeVisible();

    const last = Number((await page.getByText(/^Página 2 de/).innerText()).split(' ').at(-1));
    await page.getByRole('textbox', { name: 'Número de página' }).fill('9999');
    await page.getByRole('button', { name: 'Ir a la página' }).click();
    await expect(page.getByText(`Página ${last} de ${last}`)).toBeVisible();
    const first = page.getByRole('button', { name: 'Primera página' });
    await first.click();
    await expect(page.getByText(`Página 1 de ${last}`)).toBeVisible();
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleDescription('Estás en la primera página');
    await page.getByRole('button', { name: 'Ir a la página' }).click();
    await expect(page.getByRole('textbox', { name: 'Número de página' })).toBeFocused();

    const sizes = page.getByRole('combobox', { name: 'Filas por página' });
    await expect(sizes.getByRole('option')).toHaveText(['10', '20', '30', '40', '50']);
    const query = await queryAfter(page, async () => void (await sizes.selectOption('20')));
    expect(query.get('limit')).toBe('20');
    await expect(rows(page)).toHaveCount(20);
    await page.getByRole('link', { name: 'Estadísticas' }).click();
    await openOrders(page);
    await expect(rows(page)).toHaveCount(20);
  });

  test('is navigated by keyboard, and Enter opens the order', async ({ page, logIn }) => {
    await logIn('demo');
    await openOrders(page);
    await page.keyboard.press('j');
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await expect(rows(page).nth(1)).toBeFocused();
    const name = await rows(page).nth(1).getByRole('link').first().innerText();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden # ${name}`);
  });
});
