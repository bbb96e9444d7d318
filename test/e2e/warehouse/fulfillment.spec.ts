import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { OrderPage } from '#test/e2e/orders/order-page.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import {
  makePreparedOrders,
  makeStockedProduct,
  type PreparedOrder,
  spanish,
  TODAY,
  warehouseSender,
} from './warehouse-data.ts';
import { bodyAfter, downloaded, watchForToken } from './warehouse-page.ts';

const LIST = 'FulFillmentEcommercePedidos';
const TITLE = 'Pedidos en preparación';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.getByRole('region', { name: TITLE }).locator('tbody > tr[tabindex]');
const row = (page: Page, { reference }: PreparedOrder) =>
  rows(page).filter({ has: page.getByRole('link', { name: reference, exact: true }) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const day = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const steps = (page: Page) => page.getByRole('list', { name: 'Estado del pedido' }).getByRole('listitem');
const follow = (page: Page) => page.getByRole('link', { name: /^Seguir Orden/ });
const back = (page: Page) => page.getByRole('link', { name: '< volver', exact: true });
const openList = (page: Page) => page.getByRole('link', { name: 'Pedidos Fulfillment', exact: true }).click();

const AT = String.raw`\d{2}/\d{2}/\d{4} \d{2}:\d{2}`;
/** Accessible text of the steps: name, progress and date of each. */
const reads = (...texts: string[]) => texts.map((text) => new RegExp(`^${text.replace('@', AT)}$`));

test('the orders that the warehouse prepares are listed, filtered, exported, and opened in each state', {
  tag: '@both',
}, async ({ page, logIn, warehouse, expectAccessible }) => {
  const sender = await warehouseSender(page.request, warehouse);
  await logIn(sender.username, sender.password);
  const sku = uniqueText('DUL-');
  const { waiting, prepared, ready, cancelled } = await makePreparedOrders(page, sender, sku);
  const expectNoToken = watchForToken(page);
  await page.clock.setFixedTime('2026-03-31T23:30:00-03:00');
  const asked = { logonName: sender.username, FechaDesde: '2026-02-28', FechaHasta: '2026-03-31' };
  expect(await bodyAfter(page, LIST, () => openList(page))).toEqual({ ...asked, page: 1, pageSize: 10 });
  await expect(heading(page)).toHaveText(TITLE);
  await expect(day(page, 'Fecha desde')).toHaveValue('28/02/2026');
  await expect(page.getByText('No hay resultados disponibles')).toBeVisible();
  await expect(button(page, 'Exportar CSV')).toBeDisabled();

  await page.clock.setFixedTime(`${TODAY}T12:00:00-03:00`);
  await page.reload();
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText('Página 1 de 2')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Fecha', 'Referencia', 'Orden', 'Estado', 'Acciones']);
  const turned = { ...asked, FechaDesde: await shownDay(page, 'Fecha desde'), FechaHasta: TODAY };
  expect(await bodyAfter(page, LIST, () => page.getByLabel('Filas por página').selectOption('20'))).toEqual({
    ...turned,
    page: 1,
    pageSize: 20,
  });
  await expect(rows(page)).toHaveCount(11);
  for (const [order, state] of [
    [waiting, 'En preparación'],
    [prepared, 'Preparado'],
    [cancelled, 'Cancelado'],
  ] as const) {
    await expect(row(page, order).getByRole('cell')).toHaveText([
      spanish(TODAY),
      order.reference,
      order.tracking,
      state,
      'Detalles',
    ]);
  }

  const states = page.getByRole('combobox', { name: 'Estado' });
  await states.selectOption({ label: 'En preparación' });
  expect(await bodyAfter(page, LIST, () => button(page, 'Buscar').click())).toMatchObject({ estado: 'Registrado' });
  await expect(rows(page)).toHaveCount(8);
  await states.selectOption({ label: 'Cancelado' });
  await button(page, 'Buscar').click();
  await expect(rows(page)).toHaveCount(1);
  const file = await downloaded(page, () => button(page, 'Exportar CSV').click());
  expect(file.name).toBe('Listado Pedidos.csv');
  const line = [spanish(TODAY), cancelled.reference, cancelled.tracking, 'Cancelado'].map((cell) => `"${cell}"`);
  expect(file.text).toBe(`\uFEFF"Fecha";"Referencia";"Orden";"Estado"\r\n${line.join(';')}\r\n`);

  await row(page, cancelled).getByRole('button', { name: 'Detalles' }).click();
  await expect(heading(page)).toHaveText(`Pedido #${cancelled.reference}`);
  await expect(heading(page)).toBeFocused();
  await expect(steps(page)).toHaveText(
    reads('En preparaciónCompletado@', 'CanceladoEn este paso@', 'Listo para despachoPendiente'),
  );
  await expect(follow(page)).toHaveCount(0);
  await expectAccessible('the cancelled order');
  await back(page).click();
  await expect(heading(page)).toHaveText(TITLE);

  await page.getByLabel('Filas por página').selectOption('20');
  await row(page, prepared).getByRole('link', { name: prepared.reference, exact: true }).click();
  await expect(steps(page)).toHaveText(
    reads('En preparaciónCompletado@', 'PreparadoEn este paso@', 'Listo para despachoPendiente@'),
  );
  const products = page.getByRole('table', { name: 'Productos' });
  await expect(products.getByRole('cell')).toHaveText([sku, 'Dulce de leche', '2', '1 (falta 1)']);
  await expect(page.getByRole('definition')).toHaveText([
    'Ana Gómez',
    'ana@example.com',
    '11 4444-5555',
    'Av. Santa Fe 1234',
    '1059',
    'CABA',
    /^(Capital Federal|Ciudad Autónoma de Buenos Aires)$/,
  ]);
  await expect(follow(page)).toHaveCount(0);
  await back(page).click();

  await row(page, waiting).getByRole('button', { name: 'Detalles' }).click();
  await expect(steps(page)).toHaveText(
    reads('En preparaciónEn este paso@', 'PreparadoPendiente', 'Listo para despachoPendiente'),
  );
  await expect(follow(page)).toHaveCount(0);
  await back(page).click();

  await row(page, ready).getByRole('button', { name: 'Detalles' }).click();
  await expect(steps(page)).toHaveText(
    reads('En preparaciónCompletado@', 'PreparadoCompletado@', 'Listo para despachoEn este paso@'),
  );
  await expect(follow(page)).toHaveText(`Seguir Orden ${ready.tracking}`);
  await expectAccessible('the order that is ready');
  await follow(page).click();
  await expect(page).toHaveURL(new RegExp(`/ordenes/detalle/${ready.tracking}$`));
  await expectNoToken();
});

/** Returns the day in a field, in the format of the call. */
async function shownDay(page: Page, name: string): Promise<string> {
  return (await day(page, name).inputValue()).split('/').reverse().join('-');
}

test('a fulfillment order contains products in stock, and the warehouse prepares it', async ({
  page,
  logIn,
  warehouse,
  allowConsole,
}) => {
  allowConsole(/status of 422/);
  const sender = await warehouseSender(page.request, warehouse);
  await logIn(sender.username, sender.password);
  const sku = uniqueText('YER-');
  await makeStockedProduct(page, sender, sku, 4);
  const order = new OrderPage(page);
  await order.openByLink();
  await expect(page.getByRole('radio')).toHaveCount(4);
  await expect(page.getByRole('radio', { name: 'Fulfillment Refrigerado', exact: true })).toBeEnabled();
  await page.getByRole('radio', { name: 'Fulfillment', exact: true }).press('Space');
  await expect(page.getByText(/Lo preparamos en nuestro depósito/)).toBeVisible();
  await order.fillOrder();
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  await order.save.click();
  const picker = order.shipment(1).getByLabel('Producto del ítem 1');
  await expect(picker).toHaveAccessibleDescription('Elegí un producto del depósito');
  await expect(picker).toBeFocused();

  await picker.fill(sku);
  await page.getByRole('option', { name: sku }).first().click();
  const quantity = order.shipment(1).getByLabel('Cantidad del ítem 1');
  await quantity.fill('5');
  await order.save.click();
  await expect(quantity).toHaveAccessibleDescription(`No hay stock suficiente de ${sku}: quedan 4`);
  await expect(quantity).toBeFocused();
  await quantity.fill('4');
  await order.save.click();
  await page.waitForURL('**/ordenes');
  await openList(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('En preparación');
});
