import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import type { ShipmentRow } from '#shared/shipments.ts';
import { shipment } from '#test/order-factory.ts';
import { expect, test } from './fixtures.ts';
import { printInTab } from './print-tab.ts';
import { ShipmentPage } from './shipment-page.ts';

const BATCH = '**/api/v1/client/shipping/batch_printing.pdf';
const isBatch = (request: Request) => request.url().endsWith('/batch_printing.pdf');
const bar = (page: Page) => page.getByRole('region', { name: 'Selección' });

/** Ten new shipments of one order, alone in the list, and the print mode begun. */
async function openTen(page: Page): Promise<{ shipments: ShipmentPage; rows: ShipmentRow[] }> {
  const shipments = new ShipmentPage(page);
  const made = await shipments.make(Array.from({ length: 12 }, () => shipment()));
  await shipments.goTo(`/envios?etiqueta=${made[0]?.tracking_id}`);
  await expect(shipments.rows).toHaveCount(10);
  await shipments.button('Imprimir en lote').click();
  const rows = await shipments.listed({ shipment: made[0]?.tracking_id ?? '' });
  return { shipments, rows };
}

const idsOf = (rows: readonly (ShipmentRow | undefined)[]) => rows.map((row) => String(row?.id));

test.describe('Printing shipments in a batch', () => {
  test('counts what is picked over pages and prints it in the order in which it was picked', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('basico');
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

  test('asks before labels are printed again', async ({ page, logIn, expectAccessible }) => {
    await logIn('basico');
    const { shipments, rows } = await openTen(page);
    const [first, second] = [rows[0]?.shipment_id ?? '', rows[1]?.shipment_id ?? ''];
    await shipments.box(first).check();
    await printInTab(page, () => shipments.button('Imprimir (1)').click());
    await expect(shipments.row(first)).toContainText('SI');

    await shipments.box(first).check();
    await shipments.box(second).check();
    await expect(bar(page)).toContainText('1 ya se imprimió');
    const asked: string[] = [];
    page.on('request', (request) => isBatch(request) && asked.push(request.url()));
    await shipments.button('Imprimir (2)').click();
    const dialog = page.getByRole('alertdialog', { name: 'Imprimir de nuevo' });
    await expect(dialog).toContainText('Una de estas etiquetas ya se imprimió. ¿La imprimís de nuevo?');
    await expectAccessible('the question');
    await dialog.getByRole('button', { name: 'Volver' }).click();
    expect(asked).toEqual([]);
    await shipments.button('Imprimir (2)').click();
    await printInTab(page, () => dialog.getByRole('button', { name: 'Imprimir todas' }).click());
    await expect.poll(() => asked.length).toBe(1);
  });

  test('offers to print only those that were not printed yet', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('basico');
    const { shipments, rows } = await openTen(page);
    await shipments.box(rows[0]?.shipment_id ?? '').check();
    await printInTab(page, () => shipments.button('Imprimir (1)').click());
    await expect(shipments.row(rows[0]?.shipment_id ?? '')).toContainText('SI');
    for (const row of rows.slice(0, 3)) await shipments.box(row.shipment_id).check();
    await shipments.button('Imprimir (3)').click();
    const dialog = page.getByRole('alertdialog', { name: 'Imprimir de nuevo' });
    const [request] = await Promise.all([
      page.waitForRequest(isBatch),
      printInTab(page, () => dialog.getByRole('button', { name: 'Imprimir sólo las 2 nuevas' }).click()),
    ]);
    expect(request.postDataJSON()).toEqual({ shippings_id: idsOf([rows[1], rows[2]]) });
    await expect(shipments.button('Imprimir (0)')).toBeVisible();
  });

  test('is worked by keys: i begins, x picks, Ctrl+Enter prints, Esc leaves', async ({ page, logIn }) => {
    await logIn('basico');
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

  test('says why a row can’t be picked, and offers it no label', async ({ page, logIn }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    await shipments.open();
    const ended = await shipments.that(({ state }) => state === 'Entregado');
    const unpaid = await shipments.that(({ state }) => state === 'Pendiente de Pago');
    for (const [{ shipment_id: label }, reason] of [
      [ended, 'No se puede imprimir: el envío ya finalizó'],
      [unpaid, 'No se puede imprimir: falta pagar la orden'],
    ] as const) {
      await shipments.goTo(`/envios?etiqueta=${label}`);
      await shipments.button('Imprimir en lote').click();
      await expect(page.getByRole('button', { name: `${label}: ${reason}` })).toBeVisible();
      await expect(shipments.box(label)).toHaveCount(0);
      await expect(shipments.row(label).getByRole('button', { name: /^Imprimir/ })).toHaveCount(0);
    }
  });

  test('stops at 500 labels with a message', async ({ page, logIn }) => {
    // Eleven pages of fifty rows are picked.
    test.slow();
    await logIn('basico');
    const shipments = new ShipmentPage(page);
    const [row] = await shipments.make([shipment()]);
    await page.route('**/api/v1/client/shipping/?*', (route) => {
      const asked = Number(new URL(route.request().url()).searchParams.get('page'));
      const results = Array.from({ length: 50 }, (_, n) => ({
        ...row,
        id: asked * 50 + n,
        shipment_id: `${row?.tracking_id}-${asked * 50 + n}`,
      }));
      return route.fulfill({ json: { results, pagination: { page: asked, pages: 11, total: 550, limit: 50 } } });
    });
    await shipments.goTo('/envios?limit=50');
    await shipments.button('Imprimir en lote').click();
    for (let number = 1; number <= 11; number++) {
      await expect(page.getByText(`Página ${number} de 11`)).toBeVisible();
      await expect(page.getByRole('link', { name: `${row?.tracking_id}-${number * 50}`, exact: true })).toBeVisible();
      await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).click();
      await expect(bar(page)).toContainText(`${Math.min(500, number * 50)} envíos seleccionados`);
      if (number < 11) await page.getByRole('button', { name: 'Página siguiente' }).click();
    }
    await expect(bar(page)).toContainText('Hasta 500 etiquetas por vez');
  });

  test('says after a while what is being made, and can be given up', async ({ page, logIn }) => {
    await logIn('basico');
    const { shipments, rows } = await openTen(page);
    await page.route(BATCH, () => {
      // The labels never come.
    });
    await shipments.box(rows[0]?.shipment_id ?? '').check();
    await shipments.button('Imprimir (1)').click();
    await expect(bar(page)).toContainText('Estamos armando 1 etiqueta…');
    await Promise.all([page.waitForEvent('requestfailed', isBatch), shipments.button('Cancelar').click()]);
    await expect(bar(page)).not.toContainText('Estamos armando');
    await expect(shipments.button('Imprimir (1)')).toBeEnabled();
    expect(page.context().pages()).toHaveLength(1);
  });

  test('names what was refused, and prints when tried again', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 422/);
    await logIn('basico');
    const { shipments, rows } = await openTen(page);
    const label = rows[0]?.shipment_id ?? '';
    const message = `No se puede imprimir el envío ${label}: falta pagar la orden`;
    await page.route(BATCH, (route) =>
      route.fulfill({ status: 422, json: { message, errors: [{ field: 'shippings_id', message }] } }),
    );
    const said: string[] = [];
    page.on('dialog', async (dialog) => {
      said.push(dialog.message());
      await dialog.accept();
    });
    await shipments.box(label).check();
    await shipments.button('Imprimir (1)').click();
    await expect(page.getByText(message)).toBeVisible();
    expect(said).toEqual(['Hubo un problema con la impresion de etiquetas']);
    await page.unroute(BATCH);
    await printInTab(page, () => page.getByRole('button', { name: 'Reintentar' }).click());
  });
});

test.describe('A client that prints in ZPL', () => {
  test('gets a label of a row as a file for its printer', async ({ page, logIn }) => {
    await logIn('zebra');
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

  test('gets a batch as one file with every label', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('zebra');
    const { shipments } = await openTen(page);
    await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).check();
    const [file] = await Promise.all([page.waitForEvent('download'), shipments.button('Imprimir (10)').click()]);
    expect(file.suggestedFilename()).toBe('etiquetas.zpl');
    expect((await readFile(await file.path(), 'utf8')).match(/\^XA/g)).toHaveLength(10);
  });
});
