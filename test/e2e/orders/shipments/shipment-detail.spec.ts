import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { ShipmentPage } from './shipment-page.ts';

const RETURN = '**/api/v1/client/shipping/*/return';

const pathOf = ({ id, shipment_id }: { id: number; shipment_id: string }) => `/envios/detalle/${id}/${shipment_id}`;
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

test.describe('The shipment detail', () => {
  test('shows the shipment’s data, and its three tabs by click and by arrow key', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    await shipments.open();
    const row = await shipments.that(() => true);
    await shipments.row(row.shipment_id).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`${pathOf(row)}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Envío #${row.shipment_id}`);
    const table = page.getByRole('table', { name: 'Datos del envío' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Envío',
      'Orden',
      'Fecha de Creación',
      'Estado',
      'Costo de Envío',
      'Modo de Entrega',
    ]);
    await expect(table.getByRole('cell').nth(0)).toHaveText(row.shipment_id);
    await expect(table.getByRole('cell').nth(1)).toHaveText(row.order_id);
    await expect(table.getByRole('cell').nth(2)).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/);
    await expect(table.getByRole('cell').nth(3)).toHaveText(row.state);
    await expect(table.getByRole('cell').nth(4)).toHaveText(/^\$ [\d.]+,\d{2}$/);
    await expect(table.getByRole('cell').nth(5)).toHaveText(row.delivery_mode.name);
    await expect(page.getByRole('tab')).toHaveText(['Comprador', 'Detalles', 'Vendedor']);
    await tab(page, 'Comprador').focus();
    for (const name of ['Detalles', 'Vendedor']) {
      await page.keyboard.press('ArrowRight');
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    }
    await page.getByRole('link', { name: 'Volver' }).click();
    await expect(page).toHaveURL(/\/envios$/);
  });
});

test.describe('The return of a shipment', () => {
  test('can be requested once where it is allowed, and the server’s reply is shown', { tag: '@both' }, async ({
    page,
    storeSession,
    expectAccessible,
  }) => {
    await storeSession('demo');
    const shipments = new ShipmentPage(page);
    const row = await shipments.that(({ state }) => state === 'Retirado' || state === 'Descargado');
    await shipments.goTo(pathOf(row));
    await shipments.button('Solicitud de devolución').click();
    const dialog = page.getByRole('alertdialog', { name: 'Solicitud de devolución' });
    await expect(dialog).toContainText(row.shipment_id);
    await expectAccessible('the question');
    const [answer] = await Promise.all([
      page.waitForResponse(RETURN),
      dialog.getByRole('button', { name: 'Solicitar devolución' }).click(),
    ]);
    expect([answer.request().method(), answer.url(), answer.request().postData()]).toEqual([
      'PUT',
      expect.stringContaining(`/api/v1/client/shipping/${row.id}/return`),
      null,
    ]);
    const { message } = (await answer.json()) as { message: string };
    await expect(shipments.alert).toContainText(message);
    await expect(dialog).toBeHidden();
    await expect(shipments.button('Solicitud de devolución')).toHaveCount(0);
  });
});

test('the shipment detail fits a phone, with the label button at the bottom', async ({ page, storeSession }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await storeSession('basico');
  const shipments = new ShipmentPage(page);
  const [made] = await shipments.make([shipment()]);
  await shipments.goTo(pathOf(made as never));
  await expect(shipments.button('Imprimir Etiqueta')).toBeInViewport();
  for (const name of ['Comprador', 'Detalles', 'Vendedor']) {
    await tab(page, name).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
});
