import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { addStock, inDays, type StockedProduct, spanish, warehouseSender } from './warehouse-data.ts';
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

/** Returns twelve SKUs: one has critical and expired lots, another has texts that look like formulas. */
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

test('stock is listed by SKU, filtered, exported, and shown by lot with critical and expired lots marked', {
  tag: '@both',
}, async ({ page, logIn, warehouse }) => {
  const prefix = uniqueText('S-');
  const sender = await warehouseSender(page.request, warehouse);
  await logIn(sender.username, sender.password);
  await addStock(page, sender, goods(prefix));
  const expectNoToken = watchForToken(page);
  const asked = { logonName: sender.username, descripcionArticulo: '', articulo: '', estado: '' };
  expect(await bodyAfter(page, LIST, () => page.getByRole('link', { name: 'Stock', exact: true }).click())).toEqual({
    ...asked,
    page: 1,
    pageSize: 10,
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stock');
  await expect(rows(page)).toHaveCount(10);
  const added = warehouse ? [] : ['Disponible', 'Cobertura', 'Vence sin venderse'];
  await expect(page.getByRole('columnheader')).toHaveText([
    'SKU',
    'Descripción',
    'Stock total',
    'Stock crítico',
    ...added,
    'Acciones',
  ]);
  await button(page, 'Página siguiente').click();
  await expect(rows(page)).toHaveCount(2);

  await page.getByLabel('Descripción', { exact: true }).fill('no existe');
  await button(page, 'Buscar').click();
  await expect(page.getByText('No se encontraron resultados')).toBeVisible();
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
  expect(await bodyAfter(page, `${LIST}Detalle`, () => opener.click())).toEqual({ logonName: sender.username, sku });
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
  await expectNoToken();
});
