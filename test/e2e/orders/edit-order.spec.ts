import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { alertOn, makeOrder, openDetail } from './created-order.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Guardar/ });
const dialog = (page: Page) => page.getByRole('alertdialog');

test.describe('Editing an order', () => {
  test('shows the changes, requires a confirmation, and applies them while nothing is collected', {
    tag: '@both',
  }, async ({ page, storeSession }) => {
    await storeSession('inversa');
    const order = await makeOrder(page);
    await openDetail(page, order);
    await page.getByRole('link', { name: 'Editar', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/ordenes/editar/${order.tracking}$`));
    await expect(field(page, 'Destinatario')).toHaveValue('Ana Gómez');
    await expect(field(page, 'Altura')).toHaveValue('1234');
    await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
    await field(page, 'Altura').fill('1236');
    await field(page, 'Piso').fill('3');
    await expect(page.getByText('Cambiado. Antes: 1234')).toBeVisible();
    await expect(page.getByText('Cambiado. Antes: vacío')).toBeVisible();
    await save(page).click();
    await expect(dialog(page)).toContainText('Vas a cambiar 2 datos de la orden.');
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/modification')),
      dialog(page).getByRole('button', { name: 'Guardar' }).click(),
    ]);
    expect(request.postDataJSON().receiver).toMatchObject({ address_street_number: '1236', address_floor: '3' });
    await expect(page).toHaveURL(new RegExp(`/ordenes/detalle/${order.tracking}$`));
    await expect(alertOn(page)).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('definition').filter({ hasText: /^1236$/ })).toBeVisible();
    await expect(main).toContainText('Aprobado');
  });
});
