import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { makeOrder, openDetail } from '#test/e2e/orders/created-order.ts';
import { printInTab } from './print-tab.ts';

const OUTDATED = 'Etiqueta desactualizada';
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('alertdialog');

/** Saves another street number for an order. */
async function changeNumber(page: Page, tracking: string): Promise<void> {
  await page.goto(`/ordenes/editar/${tracking}`);
  await page.getByLabel('Altura', { exact: true }).fill('1236');
  await page.getByRole('button', { name: /^Guardar/ }).click();
  await expect(dialog(page)).toContainText('Las etiquetas ya impresas quedan desactualizadas: hay que reimprimirlas');
  await dialog(page).getByRole('button', { name: 'Guardar' }).click();
  await expect(page).toHaveURL(new RegExp(`/ordenes/detalle/${tracking}$`));
}

test.describe('A printed label whose order changes', () => {
  test('is marked as outdated in the detail and the lists until it is printed again', async ({
    page,
    storeSession,
    expectAccessible,
  }) => {
    await storeSession('basico');
    const order = await makeOrder(page);
    const [label = ''] = order.labels;
    await openDetail(page, order);
    await printInTab(page, () => button(page, 'Imprimir etiquetas').click());
    await expect(page.getByText('Las etiquetas ya están impresas.')).toBeVisible();
    await changeNumber(page, order.tracking);
    await expect(page.getByText('Las etiquetas impresas quedaron desactualizadas.')).toBeVisible();
    await expect(button(page, new RegExp(`Envío #${label}`))).toContainText(OUTDATED);
    await expectAccessible('the detail');

    await page.goto(`/ordenes?tracking_id=${order.tracking}&estado=por_imprimir`);
    const row = page.getByRole('row').filter({ hasText: order.number });
    await expect(row).toContainText(OUTDATED);
    await page.goto(`/envios?etiqueta=${label}`);
    await expect(page.getByRole('row').filter({ hasText: label })).toContainText(OUTDATED);
    await expectAccessible('the shipments');
    await page.getByRole('link', { name: label, exact: true }).click();
    await expect(page.getByRole('main')).toContainText(OUTDATED);
    await printInTab(page, () => button(page, 'Reimprimir Etiqueta').click());
    await expect(button(page, 'Imprimir Etiqueta')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(OUTDATED);
  });
});
