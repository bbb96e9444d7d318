import type { Page } from '@playwright/test';
import type { ShipmentDetail } from '#shared/shipments.ts';
import { shipment } from '#test/order-factory.ts';
import { failUntilRetried } from './failing-call.ts';
import { expect, test } from './fixtures.ts';
import { OrderPage } from './order-page.ts';
import { printInTab } from './print-tab.ts';
import { ShipmentPage } from './shipment-page.ts';

const DETAIL = /\/api\/v1\/client\/shipping\/\d+$/;
const RETURN = '**/api/v1/client/shipping/*/return';

const pathOf = ({ id, shipment_id }: { id: number; shipment_id: string }) => `/envios/detalle/${id}/${shipment_id}`;
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const panel = (page: Page) => page.getByRole('tabpanel');

/** Changes what the gateway tells of a shipment. */
async function changed(page: Page, changes: Partial<ShipmentDetail>): Promise<void> {
  await page.route(DETAIL, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { results: { ...body.results, ...changes } } });
  });
}

/** What stands beside a name in a list of facts. */
const fact = (page: Page, term: string) =>
  panel(page)
    .locator('dt', { hasText: new RegExp(`^${term}$`) })
    .locator('xpath=following-sibling::dd[1]');

test.describe('The shipment detail', () => {
  test('shows what the shipment is, and its three tabs by click and by arrow', { tag: '@both' }, async ({
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

  test('says who receives where, and who sends from where', async ({ page, logIn }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    const [made] = await shipments.make([shipment()], { receiver_name: 'Recepción Oficina 4' });
    await shipments.goTo(pathOf(made as never));
    for (const [term, value] of [
      ['Nombre', 'Ana'],
      ['Apellido', 'Gómez'],
      ['Destinatario', 'Recepción Oficina 4'],
      ['Teléfono', '11 4444-5555'],
      ['Email', 'ana@example.com'],
      ['Calle', 'Av. Santa Fe'],
      ['Altura', '1234'],
      ['Piso', '-'],
      ['Dpto\\.', '-'],
      ['Barrio', 'Retiro'],
      ['Código postal', '1059'],
      ['Localidad', 'CABA'],
      ['Provincia', 'Capital Federal'],
    ] as const) {
      await expect(fact(page, term)).toHaveText(value);
    }
    await tab(page, 'Vendedor').click();
    await expect(fact(page, 'Usuario')).toHaveText('demo');
    await expect(fact(page, 'Id')).toHaveText(/^\d+$/);
    await expect(fact(page, 'Email')).toHaveText('demo@example.com');
    await expect(fact(page, 'Calle')).not.toHaveText('-');
  });

  test('shows measures in both units, and the products', async ({ page, logIn }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    const row = await shipments.that(() => true);
    await changed(page, {
      weight: 1500,
      volume: 6000,
      width: 20,
      length: 150,
      height: 2,
      value: 1234.5,
      items_quantity: 1203,
      items: [
        { item: 'Mate de calabaza', sku: 'MATE-1', quantity: 1200, product_id: 1 },
        { item: 'Bombilla', sku: 'BOMB-2', quantity: 3, product_id: 2 },
      ],
    });
    await shipments.goTo(pathOf(row));
    await tab(page, 'Detalles').click();
    for (const [term, value] of [
      ['Cantidad de ítems', '1.203'],
      ['Valor', '$ 1.234,50'],
      ['Peso', '1.500 g1,5 kg'],
      ['Volumen', '6.000 cm³0,006 m³'],
      ['Ancho', '20 cm0,2 m'],
      ['Largo', '150 cm1,5 m'],
      ['Alto', '2 cm0,02 m'],
    ] as const) {
      await expect(fact(page, term)).toHaveText(value);
    }
    const products = page.getByRole('table', { name: 'Productos' });
    await expect(products.getByRole('columnheader')).toHaveText(['Producto', 'SKU', 'Cantidad']);
    await expect(products.getByRole('row').nth(1).getByRole('cell')).toHaveText([
      'Mate de calabaza',
      'MATE-1',
      '1.200',
    ]);
  });

  test('calls a content that was not told by that name', async ({ page, logIn }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    const [made] = await shipments.make([shipment()]);
    await shipments.goTo(pathOf(made as never));
    await tab(page, 'Detalles').click();
    await expect(fact(page, 'Cantidad de ítems')).toHaveText('No informado');
    const cells = page.getByRole('table', { name: 'Productos' }).getByRole('cell');
    await expect(cells).toHaveText(['No informado', '-', '-']);
    await expect(page.getByText('NO_INFORMADO')).toHaveCount(0);
  });

  test('prints its label where there is one, and leads to the public tracking', async ({ page, logIn }) => {
    await logIn('basico');
    const shipments = new ShipmentPage(page);
    const [made] = await shipments.make([shipment()]);
    await shipments.goTo(pathOf(made as never));
    await expect(page.getByRole('link', { name: 'Seguimiento' })).toHaveAttribute(
      'href',
      new RegExp(`${made?.shipment_id}$`),
    );
    const asked = page.waitForResponse(`**/api/v1/client/shipping/print/${made?.id}/${made?.shipment_id}.pdf`);
    await printInTab(page, () => shipments.button('Imprimir Etiqueta').click());
    expect((await asked).headers()['content-type']).toContain('application/pdf');

    const ended = await shipments.that(({ state }) => state === 'Entregado');
    await shipments.goTo(pathOf(ended));
    await expect(tab(page, 'Comprador')).toBeVisible();
    await expect(shipments.button('Imprimir Etiqueta')).toHaveCount(0);
    await expect(shipments.button('Solicitud de devolución')).toHaveCount(0);
  });
});

test.describe('The return of a shipment', () => {
  test('is asked for once, where it can be, and the server says how it went', { tag: '@both' }, async ({
    page,
    logIn,
    expectAccessible,
  }) => {
    await logIn('demo');
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

  test('shows the server’s message when it is refused', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 422/);
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    const row = await shipments.that(() => true);
    await changed(page, { can_return: true });
    await page.route(RETURN, (route) =>
      route.fulfill({ status: 422, json: { message: 'La devolución de este envío ya fue solicitada', errors: [] } }),
    );
    await shipments.goTo(pathOf(row));
    await shipments.button('Solicitud de devolución').click();
    await page.getByRole('button', { name: 'Solicitar devolución' }).click();
    await expect(new OrderPage(page).alert).toContainText('La devolución de este envío ya fue solicitada');
  });
});

test.describe('A shipment that can’t be shown', () => {
  test('says so with its two sentences, and loads when tried again', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 500/);
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    const row = await shipments.that(() => true);
    await failUntilRetried(page, DETAIL);
    await shipments.goTo(pathOf(row));
    await expect(page.getByText('Ocurrió un error')).toBeVisible();
    await expect(
      page.getByText('Por favor, intente nuevamente más tarde o comuníquese con soporte técnico'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Volver' })).toHaveAttribute('href', '/envios');
    await expect(shipments.alert).toHaveCount(0);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(tab(page, 'Comprador')).toBeVisible();
  });

  test('is unknown when there is none, and when the address names two', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 404/);
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    const [one, other] = await shipments.listed();
    for (const address of ['/envios/detalle/123456/0000000000-1', `/envios/detalle/${one?.id}/${other?.shipment_id}`]) {
      await shipments.goTo(address);
      await expect(page.getByText('No encontramos este envío')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Ver los envíos' })).toHaveAttribute('href', '/envios');
    }
    // The label alone names it too.
    await shipments.goTo(`/envios/detalle/${one?.shipment_id}/${one?.shipment_id}`);
    await expect(tab(page, 'Comprador')).toBeVisible();
  });
});

test('The detail fits a phone, with its label at the foot', async ({ page, logIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn('basico');
  const shipments = new ShipmentPage(page);
  const [made] = await shipments.make([shipment()]);
  await shipments.goTo(pathOf(made as never));
  await expect(shipments.button('Imprimir Etiqueta')).toBeInViewport();
  for (const name of ['Comprador', 'Detalles', 'Vendedor']) {
    await tab(page, name).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
});
