import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import type { ShipmentRow } from '#shared/orders/shipments.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { printInTab } from './print-tab.ts';
import { ShipmentPage } from './shipment-page.ts';

const isBatch = (request: Request) => request.url().endsWith('/batch_printing.pdf');
const bar = (page: Page) => page.getByRole('region', { name: 'Selección' });

/** Opens the list in print mode with ten new shipments of one order. */
async function openTen(page: Page): Promise<{ shipments: ShipmentPage; rows: ShipmentRow[] }> {
  const shipments = new ShipmentPage(page);
  const made = await shipments.make(Array.from({ length: 12 }, () => shipment()));
  await shipments.goTo(`/envios?etiqueta=${made[0]?.tracking_id}`);
  await expect(shipments.rows).toHaveCount(10);
  await shipments.button('Imprimir en lote').click();
  const rows = await shipments.listed({ shipment: made[0]?.tracking_id ?? '' });
  return { shipments, rows };
}

const idsOf = (rows: readonly (ShipmentRow | undefined)[]) => rows.map((row) => row?.id);

test.describe('Printing shipments in a batch', () => {
  test('counts the selection across pages and prints it in the order of selection', {
    tag: ['@both', '@strict'],
  }, async ({ page, storeSession }) => {
    await storeSession('basico');
    const { shipments, rows } = await openTen(page);
    await expect(bar(page)).toContainText('Elegí los envíos que querés imprimir');
    await expect(shipments.button('Imprimir (0)')).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Página siguiente' }).click();
    await expect(shipments.rows).toHaveCount(2);
    await shipments.box(rows[11]?.shipment_id ?? '').check();
    await page.getByRole('button', { name: 'Página anterior' }).click();
    await expect(shipments.rows).toHaveCount(10);
    // A range: from the third to the fifth.
    await shipments.box(rows[2]?.shipment_id ?? '').check();
    await shipments.box(rows[4]?.shipment_id ?? '').click({ modifiers: ['Shift'] });
    await expect(bar(page).getByRole('status')).toHaveText('4 envíos seleccionados');
    const [request] = await Promise.all([
      page.waitForRequest(isBatch),
      printInTab(page, () => shipments.button('Imprimir (4)').click()),
    ]);
    expect(request.postDataJSON()).toEqual({ shippings_id: idsOf([rows[11], rows[2], rows[3], rows[4]]) });
    expect((await request.response())?.headers()['content-type']).toContain('application/pdf');
    await expect(shipments.button('Imprimir (0)')).toBeVisible();
    await expect(shipments.row(rows[2]?.shipment_id ?? '')).toContainText('SI');
    await expect(shipments.row(rows[0]?.shipment_id ?? '')).toContainText('NO');
  });

  test('works by keyboard: i starts, x selects, Ctrl+Enter prints, Esc leaves', async ({ page, storeSession }) => {
    await storeSession('basico');
    const { shipments } = await openTen(page);
    await expect(bar(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await page.keyboard.press('i');
    await expect(bar(page)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(shipments.button('Imprimir (2)')).toBeVisible();
    await printInTab(page, () => page.keyboard.press('Control+Enter'));
    await expect(shipments.button('Imprimir (0)')).toBeVisible();
  });
});

test.describe('A client that prints in ZPL', () => {
  test('downloads the label of a row as a file for its printer', async ({ page, storeSession }) => {
    await storeSession('zebra');
    const shipments = new ShipmentPage(page);
    const [made] = await shipments.make([shipment()]);
    await shipments.goTo(`/envios?etiqueta=${made?.shipment_id}`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      shipments.button(`Imprimir el envío ${made?.shipment_id}`).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`etiqueta-${made?.shipment_id}.zpl`);
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^\^XA[\s\S]*\^XZ\s*$/);
    await expect(shipments.row(made?.shipment_id ?? '')).toContainText('SI');
    expect(page.context().pages()).toHaveLength(1);
  });

  test('downloads a batch as one file with every label', { tag: '@both' }, async ({ page, storeSession }) => {
    await storeSession('zebra');
    const { shipments } = await openTen(page);
    await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).check();
    const [file] = await Promise.all([page.waitForEvent('download'), shipments.button('Imprimir (10)').click()]);
    expect(file.suggestedFilename()).toBe('etiquetas.zpl');
    expect((await readFile(await file.path(), 'utf8')).match(/\^XA/g)).toHaveLength(10);
  });
});
