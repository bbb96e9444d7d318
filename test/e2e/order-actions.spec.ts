import type { Page } from '@playwright/test';
import { shipment } from '#test/order-factory.ts';
import { alertOn, type CreatedOrder, makeOrder, openDetail, sendEvents } from './created-order.ts';
import { expect, test } from './fixtures.ts';
import { freshSender } from './fresh-sender.ts';

const header = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const card = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Envío #${label}`) });
const dialog = (page: Page) => page.getByRole('alertdialog');

test.describe('What is done with an order', () => {
  test('cancelling it says what follows, tells that it is done, and can’t be done again', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    await openDetail(page, order);
    await header(page, 'Cancelar orden').click();
    await expect(dialog(page)).toContainText('Esta acción cancelará todos los envíos asociados a esta orden');
    await expect(dialog(page).getByRole('button', { name: 'Volver' })).toBeFocused();
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PUT'),
      dialog(page).getByRole('button', { name: 'Cancelar orden' }).click(),
    ]);
    expect(new URL(request.url()).pathname).toBe(`/api/v1/client/order/${order.tracking}/cancel`);
    await expect(alertOn(page)).toContainText('Orden cancelada');
    await expect(alertOn(page)).toContainText(`La orden ${order.number} ha sido cancelada con éxito`);
    await expect(header(page, 'Cancelar orden')).toHaveAttribute('aria-disabled', 'true');
    const reason = 'Esta acción no está habilitada para órdenes en este estado';
    await expect(header(page, 'Cancelar orden')).toHaveAccessibleDescription(reason);
    const tip = page.getByRole('tooltip').filter({ hasText: reason });
    // The closed dialog may have given the focus back to it already.
    await header(page, 'Cancelar orden').blur();
    await expect(tip).toBeHidden();
    await header(page, 'Cancelar orden').focus();
    await expect(tip, 'the keyboard gets it').toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
    await header(page, 'Cancelar orden').dispatchEvent('click');
    await expect(tip, 'a press without a pointer gets it').toBeVisible();
    await header(page, 'Cancelar orden').blur();
    await expect(tip).toBeHidden();
    await expect(header(page, 'Imprimir etiquetas')).toHaveCount(0);
  });

  test('cancelling one shipment lets the others go on', async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page, { shipments: [shipment(), shipment()] });
    const [first = '', second = ''] = order.labels;
    await openDetail(page, order);
    await card(page, first).click();
    await page.getByRole('button', { name: 'Cancelar envío' }).click();
    await expect(dialog(page)).toContainText('El resto de los envíos asociados a la orden seguirán su curso normal');
    await dialog(page).getByRole('button', { name: 'Cancelar envío' }).click();
    await expect(alertOn(page)).toContainText('Envío cancelado');
    await expect(alertOn(page)).toContainText(`El envío ${first} ha sido cancelado con éxito`);
    await expect(card(page, first)).toContainText('Cancelado');
    await expect(card(page, second)).toContainText('Registrado');
    await expect(header(page, 'Cancelar orden')).toHaveAttribute('aria-disabled', 'true');
  });

  test('a refused cancellation says so and why, and changes nothing', async ({ page, logIn, allowConsole }) => {
    allowConsole(/Failed to load resource.*422/);
    await logIn('inversa');
    const order = await makeOrder(page);
    const [label = ''] = order.labels;
    await page.route('**/api/v1/client/order/*/cancel', async (route) => {
      await sendEvents(page, label, 'retirado');
      await route.continue();
    });
    await openDetail(page, order);
    await header(page, 'Cancelar orden').click();
    await dialog(page).getByRole('button', { name: 'Cancelar orden' }).click();
    await expect(alertOn(page)).toContainText(`Ocurrió un error al cancelar la orden ${order.number}`);
    await expect(alertOn(page)).toContainText('Por favor, vuelva a intentarlo más tarde');
    await expect(card(page, label)).toContainText('Retirado');
  });

  test('returns are offered where the address says so, and told parcel by parcel', { tag: '@both' }, async ({
    page,
    logIn,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource.*422/);
    await logIn('inversa');
    const order = await makeOrder(page, { shipments: [shipment(), shipment()] });
    const [first = '', second = ''] = order.labels;
    for (const label of order.labels) await sendEvents(page, label, 'retirado');
    await openDetail(page, order, '?devolucion=0');
    await expect(header(page, 'Imprimir etiquetas')).toBeVisible();
    await expect(header(page, 'Solicitar devolución')).toHaveCount(0);

    await openDetail(page, order, '?devolucion');
    await page.route(`**/api/v1/client/shipping/${second}/return`, (route) =>
      route.fulfill({ status: 422, json: { message: 'El envío ya salió a reparto', errors: [] } }),
    );
    await header(page, 'Solicitar devolución').click();
    await expect(dialog(page)).toContainText(order.number);
    await dialog(page).getByRole('button', { name: 'Solicitar devolución' }).click();
    await expect(alertOn(page)).toContainText('Se pidió la devolución de 1 envío.');
    await expect(alertOn(page)).toContainText(`El envío ${second} no se pudo: El envío ya salió a reparto`);
    await expect(card(page, first)).toContainText('Devolución Solicitada');
    await expect(card(page, second)).toContainText('Retirado');

    await page.unroute(`**/api/v1/client/shipping/${second}/return`);
    await card(page, second).click();
    await page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({ has: card(page, second) })
      .last()
      .getByRole('button', { name: 'Solicitar devolución' })
      .click();
    await dialog(page).getByRole('button', { name: 'Solicitar devolución' }).click();
    await expect(alertOn(page)).toContainText(`La devolución del envío ${second} ha sido solicitada con éxito`);
  });
});

test.describe('Orders from their list', () => {
  test('the labels of fifty orders take three clicks', { tag: '@both' }, async ({ page, logIn }) => {
    // Fifty orders are made, and their labels drawn.
    test.slow();
    const { username, password } = await freshSender(page.request);
    await logIn(username, password);
    const made: CreatedOrder[] = [];
    for (let n = 0; n < 50; n++) made.push(await makeOrder(page));
    await page.goto('/ordenes?limit=50');

    const batch = /batch_printing_by_orders_id\.pdf$/;
    const sent = page.waitForRequest(batch);
    const printed = page.waitForResponse(batch);
    await page.getByRole('button', { name: 'Imprimir en lote' }).click();
    await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).click();
    await page.getByRole('button', { name: 'Imprimir (50)' }).click();
    const { orders_id } = (await sent).postDataJSON() as { orders_id: string[] };
    expect(new Set(orders_id)).toEqual(new Set(made.map(({ id }) => String(id))));
    expect((await printed).headers()['content-type']).toContain('application/pdf');
    await expect(page.getByRole('button', { name: 'Imprimir (0)' })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'SI', exact: true })).toHaveCount(50);
  });

  test('a row is cancelled from its menu, and leaves no way to print it', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    await page.goto(`/ordenes?nroOrden=${order.number}`);
    const row = page.getByRole('row').filter({ hasText: order.number });
    await row.getByRole('button', { name: /^Más acciones/ }).click();
    await page.getByRole('menuitem', { name: 'Cancelar orden' }).click();
    await dialog(page).getByRole('button', { name: 'Cancelar orden' }).click();
    await expect(alertOn(page)).toContainText('Orden cancelada');
    // Before a gateway that doesn't sendEvents the shipments' states, the order's own.
    await expect(row).toContainText(/cancelado/i);
    await page.getByRole('button', { name: 'Imprimir en lote' }).click();
    const reason = 'No se puede imprimir: la orden está cancelada';
    await expect(row.getByRole('button', { name: `${order.number}: ${reason}` })).toBeVisible();
    await expect(row.getByRole('checkbox')).toHaveCount(0);
  });

  test('quick views hold as many orders as they say', async ({ page, logIn, expectAccessible }) => {
    await logIn('demo');
    await page.getByRole('link', { name: 'Órdenes', exact: true }).click();
    const views = page.getByRole('navigation', { name: 'Vistas rápidas' });
    const trouble = views.getByRole('link', { name: /^Con problema/ });
    await expect(trouble).toContainText(/\d/);
    const counted = Number(/\d+/.exec(await trouble.innerText())?.[0]);
    await trouble.click();
    await expect(page).toHaveURL(/estado=con_problema/);
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(
      new RegExp(`^.*${counted} ${counted === 1 ? 'orden' : 'órdenes'}`),
    );
    await expect(trouble).toHaveAttribute('aria-current', 'true');
    await expectAccessible('a quick view');
  });
});
