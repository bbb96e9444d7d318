import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { makeOrder, openDetail } from './created-order.ts';

const main = (page: Page) => page.getByRole('main');
const header = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const card = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Envío #${label}`) });
const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const dialog = (page: Page) => page.getByRole('alertdialog');

test.describe('Incidents on the order detail', () => {
  test('after one of two shipments is cancelled, the other can still be edited and cancelled', {
    tag: '@both',
  }, async ({ page, storeSession }) => {
    await storeSession('inversa');
    const order = await makeOrder(page, { shipments: [shipment(), shipment()] });
    const [first = '', second = ''] = order.labels;
    await openDetail(page, order);
    await card(page, first).click();
    await header(page, 'Cancelar envío').click();
    await dialog(page).getByRole('button', { name: 'Cancelar envío' }).click();
    await expect(card(page, first)).toContainText('Cancelado');
    await expect(header(page, 'Cancelar orden')).toHaveAttribute('aria-disabled', 'true');
    await expect(panel(page, 'Destinatario').getByRole('link', { name: 'Editar' })).toBeVisible();
    await card(page, second).click();
    await expect(header(page, 'Cancelar envío')).toBeVisible();
  });
});
