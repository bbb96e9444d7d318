import type { Page } from '@playwright/test';
import { failUntilRetried } from './failing-call.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './order-page.ts';
import { addStock, inDays, type StockedProduct, spanish, TODAY, warehouseSender } from './warehouse-data.ts';
import { bodyAfter, downloaded, watchForToken } from './warehouse-page.ts';

const LIST = 'FulFillmentEcommerceStock';
const rows = (page: Page) => page.getByRole('region', { name: 'Stock' }).locator('tbody > tr[tabindex]');
const row = (page: Page, sku: string) => rows(page).filter({ hasText: sku });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const lots = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

/** Twelve SKUs, two of them with something to tell. */
function goods(prefix: string): StockedProduct[] {
  const filler = Array.from({ length: 10 }, (_, n) => ({
    sku: `${prefix}-${String(n).padStart(2, '0')}`,
    description: `Vela ${n}`,
    lots: [{ lot: 'V', units: n + 1 }],
  }));
  const marked = {
    sku: `${prefix}-LECHE`,
    description: 'Leche en polvo',
    lots: [
      { lot: 'NUNCA', units: 1000 },
      { lot: 'CERCA', units: 20, expiry: inDays(30), criticality: inDays(-1) },
      { lot: '=CMD', units: 7, expiry: inDays(-1), criticality: inDays(-60) },
      { lot: 'LEJOS', units: 300, expiry: inDays(300), criticality: inDays(200) },
    ],
  };
  return [...filler, marked, { sku: `=${prefix}`, description: '@HOY();"x"', lots: [{ lot: 'F', units: 3 }] }];
}

test('stock is listed by SKU, narrowed, exported, and told by lots with their marks', { tag: '@both' }, async ({
  page,
  logIn,
  warehouse,
}) => {
  const prefix = unique('S');
  const sender = await warehouseSender(page.request, warehouse);
  await addStock(page, sender, goods(prefix));
  await logIn(sender.username, sender.password);
  const expectNoToken = watchForToken(page);
  const asked = { logonName: sender.username, descripcionArticulo: '', articulo: '', estado: '' };
  expect(await bodyAfter(page, LIST, () => page.getByRole('link', { name: 'Stock', exact: true }).click())).toEqual({
    ...asked,
    ...{ page: 1, pageSize: 10 },
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stock');
  await expect(rows(page)).toHaveCount(10);
  const added = warehouse ? [] : ['Disponible', 'Cobertura', 'Vence sin venderse'];
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['SKU', 'Descripción', 'Stock total', 'Stock crítico', ...added, 'Acciones'],
  ]);
  await button(page, 'Página siguiente').click();
  await expect(rows(page)).toHaveCount(2);

  await page.getByLabel('Descripción', { exact: true }).fill('no existe');
  await button(page, 'Buscar').click();
  await expect(page.getByText('No se encontraron resultados')).toBeVisible();
  await expect(page.getByText('Página 1 de 1')).toBeVisible();
  await expect(button(page, 'Exportar CSV')).toBeDisabled();
  await button(page, 'Limpiar').click();
  await expect(rows(page)).toHaveCount(10);
  const file = await downloaded(page, () => button(page, 'Exportar CSV').click());
  expect(file.name).toBe('Listado Stocks.csv');
  const lines = file.text.split('\r\n');
  expect(lines[0]).toBe('\uFEFF"SKU";"Descripción";"Cantidad";"Stock critico"');
  expect(lines).toHaveLength(14);
  expect(lines).toContain(`"${prefix}-LECHE";"Leche en polvo";1327;20`);
  expect(lines).toContain(`"'=${prefix}";"'@HOY();""x""";3;0`);

  await page.getByLabel('SKU', { exact: true }).fill('leche');
  const found = await bodyAfter(page, LIST, () => page.keyboard.press('Enter'));
  expect(found).toEqual({ ...asked, articulo: 'leche', page: 1, pageSize: 10 });
  await expect(rows(page)).toHaveCount(1);
  const sku = `${prefix}-LECHE`;
  await expect(row(page, sku).getByRole('cell').nth(2)).toHaveText('1.327');
  await expect(row(page, sku).getByRole('cell').nth(3)).toHaveText('20');

  const opener = button(page, `Lotes de ${sku}`);
  const marks = lots(page).getByRole('cell', { name: /^(Vencido|Crítico|Normal)$/ });
  // The day after the expiry begins, and so does the one after the criticality date.
  await page.clock.setFixedTime(`${TODAY}T00:00:01-03:00`);
  expect(await bodyAfter(page, `${LIST}Detalle`, () => opener.click())).toEqual({ logonName: sender.username, sku });
  await expect(page.getByRole('dialog').getByRole('columnheader')).toHaveText([
    ...['Tipo', 'Lote', 'Vencimiento', 'Unidades'],
  ]);
  await expect(lots(page)).toHaveText([
    `Vencido=CMD${spanish(inDays(-1))}Venció hace 1 día7`,
    `CríticoCERCA${spanish(inDays(30))}Vence dentro de 1 mes20`,
    `NormalLEJOS${spanish(inDays(300))}Vence dentro de 10 meses300`,
    'NormalNUNCA-1.000',
  ]);
  const all = await downloaded(page, () => button(page, 'Descargar CSV').click());
  expect(all.name).toBe(`Lotes ${sku}.csv`);
  expect(all.text.split('\r\n')[1]).toBe(`"Vencido";"'=CMD";"${spanish(inDays(-1))}";7`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
  // The expiry day itself isn't expired yet, nor the criticality date critical.
  await page.clock.setFixedTime(`${inDays(-1)}T23:59:59-03:00`);
  await button(page, sku).click();
  await expect(marks).toHaveText(['Crítico', 'Normal', 'Normal', 'Normal']);
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).first().click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectNoToken();
});

test('stock says what will be lost and what is missing, follows the warehouse, and is cards on a phone', async ({
  page,
  logIn,
  warehouse,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  await page.setViewportSize({ width: 360, height: 740 });
  const sender = await warehouseSender(page.request, warehouse);
  const soon = { sku: unique('YOG'), description: 'Yogur', lots: [{ lot: 'Y', units: 40, expiry: inDays(9) }] };
  await addStock(page, sender, [soon]);
  await logIn(sender.username, sender.password);
  await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
  const routed = `**/api/service/${LIST}`;
  await failUntilRetried(page, routed, { status: 503, body: { message: 'El depósito no responde' } });
  await page.goto('/stock');
  await expect(page.getByText('Ocurrió un error')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Página 1 de 1')).toBeVisible();
  await expect(page.getByText('El depósito no responde')).toHaveCount(0);
  await expect(button(page, 'Exportar CSV')).toBeDisabled();
  await button(page, 'Reintentar').click();
  const card = page.getByRole('list', { name: 'Stock' }).getByRole('listitem');
  await expect(card).toContainText('Disponible 40 · Cobertura sin ventas');
  await page.unroute(routed);
  // An answer without a body is an empty list.
  await page.route(routed, (route) => route.fulfill({ status: 200, body: '' }));
  await page.reload();
  await expect(page.getByText('No hay resultados disponibles')).toBeVisible();
  await page.unroute(routed);

  await page.reload();
  await expect(card).toContainText('40 unidades');
  await addStock(page, sender, [{ ...soon, lots: [{ lot: 'Y2', units: 2, expiry: inDays(-3) }] }]);
  await expect(card, 'what comes in is seen at once').toContainText('42');
  await button(page, 'Filtros').click();
  await page.getByRole('combobox', { name: 'Con unidades' }).selectOption({ label: 'Críticas' });
  await button(page, 'Ver resultados').click();
  await expect(page.getByText('No se encontraron resultados')).toBeVisible();
  await button(page, 'Limpiar filtros').click();

  await failUntilRetried(page, `${routed}Detalle`, { status: 503 });
  await button(page, `Lotes de ${soon.sku}`).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Ocurrió un error')).toBeVisible({ timeout: 20_000 });
  await expect(button(page, 'Descargar CSV')).toBeDisabled();
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await expect(dialog.getByRole('term').first()).toContainText(`Vencido Y2${spanish(inDays(-3))} · Venció hace 3 días`);
  await expect(dialog.getByRole('definition')).toHaveText(['2 unidades', '40 unidades']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
