import type { Page, Request } from '@playwright/test';
import { changeAtCheckout, payAtCheckout } from './checkout.ts';
import { alertOn, makeOrder, openDetail } from './created-order.ts';
import { expect, test } from './fixtures.ts';
import { beginPayment, inPesos, listed, makeOrders, openGroup, orderRows, question } from './payment-page.ts';
import { printInTab } from './print-tab.ts';

const isBegin = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/v1/client/merchant_order/';
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Elegir [A-Z]/ });
const bar = (page: Page) => page.getByRole('region', { name: 'Selección' });
const result = (page: Page) => page.getByRole('dialog');
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const openMenu = (page: Page) =>
  page
    .getByRole('button', { name: /^Más acciones/ })
    .first()
    .click();

test.describe('Paying orders', () => {
  test(
    'three orders are paid by the keyboard alone, the amount told before, and their labels printed after',
    { tag: '@both' },
    async ({ page, logIn, expectAccessible }, info) => {
      await logIn('prepago');
      const group = await makeOrders(page, 3);
      await openGroup(page, group);
      await page.keyboard.press('p');
      await expect(bar(page)).toContainText('Elegí las órdenes que querés pagar');
      for (const key of ['j', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
      await expect(bar(page)).toContainText('3 órdenes seleccionadas');
      await expect(bar(page)).toContainText(inPesos(group.total));

      await page.keyboard.press('Control+Enter');
      await expect(question(page)).toContainText(inPesos(group.total));
      await expect(question(page)).toContainText('por 3 órdenes. Te llevamos a Mercado Pago para completar el pago.');
      await expect(question(page).getByRole('button', { name: 'Volver' })).toBeFocused();
      await expectAccessible('the question');
      await page.keyboard.press('Tab');
      const [request] = await Promise.all([page.waitForRequest(isBegin), page.keyboard.press('Enter')]);
      expect(new Set(request.postDataJSON().orders)).toEqual(new Set(group.orders.map(({ id }) => String(id))));
      expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
      await page.waitForURL('**/dev/pago/**');
      await expect(page.getByText(inPesos(group.total)).first()).toBeVisible();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');

      await expect(result(page)).toContainText('Pago aprobado');
      if (info.project.name === 'portal') {
        await expect(result(page)).toContainText(/Verificado\s*Aprobado/);
        await expect(result(page)).toContainText('Pago confirmado');
        await expect(result(page)).toContainText(inPesos(group.total));
        for (const { number } of group.orders) await expect(result(page)).toContainText(number);
      }
      await expectAccessible('the result');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/ordenes$/);

      await expect
        .poll(async () => (await listed(page, group.prefix)).map(({ printable }) => printable))
        .toEqual([true, true, true]);
      await openGroup(page, group);
      await page.keyboard.press('i');
      await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).check();
      await printInTab(page, () => page.getByRole('button', { name: /^Imprimir \(3\)/ }).click());
    },
  );

  test('a payment that is approved shows on every open screen, which then prints', async ({ page, logIn }) => {
    await logIn('prepago');
    const order = await makeOrder(page);
    const checkout = await beginPayment(page, [order]);
    await openDetail(page, order);
    await expect(page.getByText('Hay un pago en curso.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Imprimir etiquetas' })).toHaveCount(0);
    const tab = await page.context().newPage();
    await tab.goto(checkout);
    await payAtCheckout(tab, 'approve');
    await tab.close();
    await expect(page.getByRole('button', { name: 'Imprimir etiquetas' })).toBeVisible();
    await expect(page.getByText('Faltan imprimir las etiquetas.')).toBeVisible();
  });

  test('only what can be paid is picked, what can’t says why, and one mode is on at a time', async ({
    page,
    logIn,
  }) => {
    await logIn('prepago');
    const group = await makeOrders(page, 2);
    await beginPayment(page, group.orders.slice(0, 1));
    await openGroup(page, group);
    await page.getByRole('button', { name: 'Pagar en lote' }).click();
    await expect(boxes(page)).toHaveCount(1);
    const reason = page.getByRole('button', {
      name: `${group.orders[0]?.number}: Esta orden ya tiene un pago generado`,
    });
    await expect(reason).toBeVisible();
    await boxes(page).check();
    await page.getByRole('button', { name: 'Imprimir en lote' }).click();
    await expect(page.getByRole('button', { name: 'Pagar en lote' })).toHaveAttribute('aria-pressed', 'false');
    await expect(bar(page)).toContainText('Elegí las órdenes que querés imprimir');
    await expect(boxes(page)).toHaveCount(0);
    await page.keyboard.press('p');
    await expect(bar(page)).toContainText('Elegí las órdenes que querés pagar');
    await page.getByRole('button', { name: 'Salir del modo' }).click();
    await expect(bar(page)).toHaveCount(0);
    await page.keyboard.press('p');
    await expect(bar(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
  });

  test('a double click begins one payment; a rejected one says so and can be tried again by its link', async ({
    page,
    logIn,
  }) => {
    await logIn('prepago');
    const group = await makeOrders(page, 1);
    await openGroup(page, group);
    await openMenu(page);
    await entry(page, 'Generar pago').click();
    const begun: string[] = [];
    page.on('request', (request) => isBegin(request) && begun.push(request.url()));
    await question(page).getByRole('button', { name: 'Pagar', exact: true }).dblclick();
    await payAtCheckout(page, 'reject');
    expect(begun).toHaveLength(1);
    await expect(result(page)).toContainText('Ocurrió un error en el pago');
    await result(page).getByRole('button', { name: 'Aceptar' }).click();
    await openGroup(page, group);
    await openMenu(page);
    await expect(entry(page, 'Generar pago')).toHaveCount(0);
    await entry(page, 'Pagar').click();
    await payAtCheckout(page, 'approve');
    await expect(result(page)).toContainText('Pago aprobado');
    await expect.poll(async () => (await listed(page, group.prefix))[0]?.printable).toBe(true);
  });

  test('who walks away finds the payment in Pagos, and going back doesn’t tell it again', async ({ page, logIn }) => {
    await logIn('prepago');
    const group = await makeOrders(page, 1);
    await openGroup(page, group);
    await page.getByRole('button', { name: /^Generar pago de/ }).click();
    await question(page).getByRole('button', { name: 'Pagar', exact: true }).click();
    await payAtCheckout(page, 'leave');
    await expect(result(page)).toContainText('Operación no realizada');
    await expect(result(page)).toContainText('Pendiente de Pago');
    await result(page).getByRole('button', { name: 'Ir a pagos' }).click();
    await expect(page).toHaveURL(/\/pagos$/);
    const row = page.getByRole('row').filter({ hasText: group.prefix });
    await expect(row).toContainText('Pendiente de Pago');
    await page.goBack();
    await expect(page).toHaveURL(/\/ordenes$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ordenes');
    await expect(result(page)).toHaveCount(0);
  });

  test('a cancelled payment lets its orders be paid anew', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('prepago');
    const group = await makeOrders(page, 1);
    await beginPayment(page, group.orders);
    await openGroup(page, group);
    await openMenu(page);
    await entry(page, 'Cancelar pago').click();
    await expect(question(page)).toContainText(`¿Cancelar el pago de la orden ${group.orders[0]?.number}?`);
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PUT'),
      question(page).getByRole('button', { name: 'Cancelar pago' }).click(),
    ]);
    expect(new URL(request.url()).pathname).toMatch(/^\/api\/v1\/client\/merchant_order\/cancel\/\d+$/);
    expect(request.postData()).toBeNull();
    await expect(alertOn(page)).toContainText('ha sido cancelado con éxito');
    await expect(page.getByRole('button', { name: /^Generar pago de/ })).toBeVisible();
  });

  test('a cancellation that comes too late says the message', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 422/);
    await logIn('prepago');
    const group = await makeOrders(page, 1);
    const checkout = await beginPayment(page, group.orders);
    await openGroup(page, group);
    await openMenu(page);
    await entry(page, 'Cancelar pago').click();
    const tab = await page.context().newPage();
    await tab.goto(checkout);
    await payAtCheckout(tab, 'approve');
    await tab.close();
    await question(page).getByRole('button', { name: 'Cancelar pago' }).click();
    await expect(alertOn(page)).toContainText('No se puede cancelar');
  });

  test('a provider that fails is told, and what was picked stays picked', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 503/);
    await logIn('prepago');
    const group = await makeOrders(page, 2);
    await openGroup(page, group);
    const refusal = { status: 503, json: { message: 'Mercado Pago no respondió. Probá de nuevo en unos minutos' } };
    await page.route('**/api/v1/client/merchant_order/', (route) => route.fulfill(refusal));
    await page.keyboard.press('p');
    await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).check();
    await page.getByRole('button', { name: /^Pagar \(2\)/ }).click();
    await question(page).getByRole('button', { name: 'Pagar', exact: true }).click();
    await expect(alertOn(page)).toContainText('Mercado Pago no respondió. Probá de nuevo en unos minutos');
    await expect(bar(page)).toContainText('2 órdenes seleccionadas');
    await page.unroute('**/api/v1/client/merchant_order/');
    await page.getByRole('button', { name: /^Pagar \(2\)/ }).click();
    await question(page).getByRole('button', { name: 'Pagar', exact: true }).click();
    await payAtCheckout(page, 'leave');
  });

  test('nobody is sent to an address that isn’t the payment provider’s', async ({ page, logIn }) => {
    await logIn('prepago');
    const group = await makeOrders(page, 1);
    await openGroup(page, group);
    await page.route('**/api/v1/client/merchant_order/', (route) =>
      route.fulfill({ json: { message: 'ok', results: { id: 1, init_point: 'https://pagos.example/1', amount: 1 } } }),
    );
    await page.getByRole('button', { name: /^Generar pago de/ }).click();
    await question(page).getByRole('button', { name: 'Pagar', exact: true }).click();
    await expect(alertOn(page)).toContainText('No pudimos abrir el pago');
    await expect(page).toHaveURL(/\/ordenes\?/);
  });

  test('Pagar shows on the detail only when the order is payable and a payment can be made', async ({
    page,
    logIn,
  }) => {
    await logIn('prepago');
    const order = await makeOrder(page);
    let flags = { payable: true, can_generate_merchant_order: true };
    await page.route(`**/api/v1/client/order/${order.tracking}`, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, results: { ...body.results, ...flags } } });
    });
    const pay = page.getByRole('main').getByRole('button', { name: 'Pagar', exact: true });
    for (const payable of [true, false]) {
      for (const can_generate_merchant_order of [true, false]) {
        flags = { payable, can_generate_merchant_order };
        await openDetail(page, order);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number);
        await expect(pay).toHaveCount(payable && can_generate_merchant_order ? 1 : 0);
      }
    }
  });

  test('an order is paid and its payment cancelled from its detail', async ({ page, logIn, expectAccessible }) => {
    await logIn('prepago');
    const order = await makeOrder(page);
    await openDetail(page, order);
    await page.getByRole('main').getByRole('button', { name: 'Pagar', exact: true }).click();
    await question(page).getByRole('button', { name: 'Pagar', exact: true }).click();
    await payAtCheckout(page, 'review');
    await expect(result(page)).toContainText('Pago en proceso');
    await openDetail(page, order);
    await expect(page.getByRole('link', { name: 'Continuar el pago' })).toHaveAttribute('href', /\/dev\/pago\//);
    await expectAccessible();
    await page.getByRole('main').getByRole('button', { name: 'Cancelar pago' }).click();
    await question(page).getByRole('button', { name: 'Cancelar pago' }).click();
    await expect(page.getByText('Falta pagar para imprimir.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Pagar', exact: true })).toBeVisible();
  });

  test('a payment that is approved after it was cancelled is shown', async ({ page, logIn }) => {
    await logIn('prepago');
    const group = await makeOrders(page, 1);
    const checkout = await beginPayment(page, group.orders);
    await page.goto(checkout);
    await payAtCheckout(page, 'review');
    await page.goto(`/pagos?tracking_id=${group.orders[0]?.tracking}`);
    await expect(page.getByText('En proceso')).toBeVisible();
    await page.getByRole('button', { name: /^Más acciones del pago/ }).click();
    await entry(page, 'Cancelar pago').click();
    await question(page).getByRole('button', { name: 'Cancelar pago' }).click();
    await expect(page.getByRole('row').filter({ hasText: group.prefix })).toContainText('Cancelado');
    await changeAtCheckout(page, checkout, 'El pago se acredita');
    await expect(page.getByText('El pago se aprobó después de cancelarlo: lo estamos revisando')).toBeVisible();
  });

  test('who doesn’t pay before sending has no payments', async ({ page, logIn }) => {
    await logIn('basico');
    await expect(page.getByRole('link', { name: 'Pagos' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Órdenes' }).click();
    await expect(orderRows(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pagar en lote' })).toHaveCount(0);
    await page.keyboard.press('p');
    await expect(bar(page)).toHaveCount(0);
    await page.goto('/pagos');
    await expect(page).toHaveURL(/\/estadisticas$/);
  });
});
