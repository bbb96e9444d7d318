import type { Page, Request } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { makeOrder, openDetail } from '#test/e2e/orders/created-order.ts';
import { printInTab } from '#test/e2e/orders/shipments/print-tab.ts';
import { changeAtCheckout, payAtCheckout } from './checkout.ts';
import { beginPayment, inPesos, listed, makeOrders, openGroup, question } from './payment-page.ts';

const isBegin = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/v1/client/merchant_order/';
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
    'three orders are paid by keyboard alone after their total is shown, and their labels are printed',
    { tag: ['@both', '@strict'] },
    async ({ page, storeSession, expectAccessible }, info) => {
      await storeSession('prepago');
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
      expect(new Set(request.postDataJSON().orders)).toEqual(new Set(group.orders.map(({ id }) => id)));
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

  test('an approved payment appears on every open screen, which then offers printing', async ({
    page,
    storeSession,
  }) => {
    await storeSession('prepago');
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

  test('a double click starts one payment, and a rejected payment can be retried by its link', async ({
    page,
    storeSession,
  }) => {
    await storeSession('prepago');
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
    await expect(result(page)).toContainText('Verificado');
    await result(page).getByRole('button', { name: 'Aceptar' }).click();
    await openGroup(page, group);
    await openMenu(page);
    await expect(entry(page, 'Generar pago')).toHaveCount(0);
    await entry(page, 'Pagar').click();
    await payAtCheckout(page, 'approve');
    await expect(result(page)).toContainText('Pago aprobado');
    await expect.poll(async () => (await listed(page, group.prefix))[0]?.printable).toBe(true);
  });

  test('a sender who leaves the checkout finds the payment in Pagos, and going back doesn’t show its result twice', async ({
    page,
    storeSession,
  }) => {
    await storeSession('prepago');
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

  test('an order is paid, and its payment cancelled, from the order detail', async ({
    page,
    storeSession,
    expectAccessible,
  }) => {
    await storeSession('prepago');
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

  test('the return page of a payment by coupon changes live from waiting to paid', async ({
    page,
    storeSession,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await storeSession('prepago');
    const order = await makeOrder(page);
    const checkout = await beginPayment(page, [order]);
    await page.goto(checkout);
    await payAtCheckout(page, 'ticket');
    await expect(result(page)).toContainText('Pago en proceso');
    await expect(result(page)).toContainText('Esperando el pago del cupón');
    await changeAtCheckout(page, checkout, 'El pago se acredita');
    await expect(result(page)).toContainText(/Verificado\s*Aprobado/);
    await expect(result(page)).toContainText('Pago confirmado');
    await expectAccessible('the dialog on a phone in the dark');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
