import type { Page } from '@playwright/test';
import { payAtCheckout } from './checkout.ts';
import { alertOn, makeOrder } from './created-order.ts';
import { failUntilRetried } from './failing-call.ts';
import { expect, test } from './fixtures.ts';
import { listQueryAfter } from './list-query.ts';
import { beginPayment, inPesos, makeOrders, question } from './payment-page.ts';

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const search = (page: Page) => page.getByRole('button', { name: 'Buscar', exact: true });

/** Opens the payments through the menu, as people do. */
async function openPayments(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pagos', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagos');
}

const LIST_PATH = '/api/v1/client/merchant_order/';

const queryAfter = (page: Page, act: () => Promise<unknown>) => listQueryAfter(page, LIST_PATH, act);

test.describe('The payments', () => {
  test('are listed with all their orders, and acted on only while they are open', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('prepago');
    const group = await makeOrders(page, 3);
    const paid = await makeOrder(page);
    await page.goto(await beginPayment(page, [paid]));
    await payAtCheckout(page, 'approve');
    const checkout = await beginPayment(page, group.orders);
    await page.getByRole('button', { name: 'Cerrar' }).click();
    const query = await queryAfter(page, () => openPayments(page));
    expect(query.get('order[sort]')).toBe('mo.updated_at');
    expect(query.get('order[direction]')).toBe('DESC');
    expect(query.get('limit')).toBe('10');
    expect(query.get('page')).toBe('1');
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'Fecha de Pago',
      'Estado',
      'Nro. de Orden Interno',
      'Nro. de Orden',
      'Total',
      'Acciones',
    ]);
    const open = row(page, group.prefix);
    for (const { number, tracking } of group.orders) {
      for (const name of [number, tracking]) {
        await expect(open.getByRole('link', { name, exact: true })).toHaveAttribute(
          'href',
          `/ordenes/detalle/${tracking}`,
        );
      }
    }
    await expect(open.getByRole('cell').nth(1)).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/);
    await expect(open.getByRole('cell').nth(5)).toHaveText(inPesos(group.total));
    await expect(open).toContainText('Pendiente de Pago');
    await expect(open.getByRole('link', { name: 'Pagar' })).toHaveAttribute('href', checkout);
    await expect(async () => {
      await page.reload();
      await expect(row(page, paid.number)).toContainText('Pago confirmado', { timeout: 2_000 });
    }).toPass();
    await expect(row(page, paid.number).getByRole('cell').last()).toBeEmpty();

    await open.getByRole('button', { name: /^Más acciones/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Pagar' })).toHaveAttribute('href', checkout);
    await page.getByRole('menuitem', { name: 'Cancelar pago' }).click();
    await expect(question(page)).toContainText('Todas las órdenes de este pago vuelven a quedar pendientes de pago.');
    await question(page).getByRole('button', { name: 'Cancelar pago' }).click();
    await expect(alertOn(page)).toContainText('ha sido cancelado con éxito');
    await expect(open).toContainText('Cancelado');
    await expect(open.getByRole('cell').last()).toBeEmpty();
  });

  test('are narrowed by order, state and days, which stay in the address', async ({ page, logIn }) => {
    await logIn('prepago');
    const order = await makeOrder(page);
    await beginPayment(page, [order]);
    await openPayments(page);
    const states = page.getByRole('combobox', { name: 'Estado' });
    await expect(states.getByRole('option')).toHaveText(['Todos', 'Pendiente de Pago', 'Pago confirmado', 'Cancelado']);
    await field(page, 'Nro. de Orden').fill(order.tracking);
    await states.selectOption({ label: 'Pendiente de Pago' });
    await field(page, 'Fecha Desde').fill('02/01/2020');
    await field(page, 'Fecha Hasta').fill('01/01/2020');
    const message = page.getByText('No puede ser posterior a la fecha hasta.');
    await expect(message).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname === LIST_PATH && asked.push(request.url()));
    await search(page).click();
    await expect(field(page, 'Fecha Desde')).toBeFocused();
    expect(asked).toEqual([]);
    await field(page, 'Fecha Hasta').fill('31/12/2199');
    await expect(message).toBeHidden();
    const query = await queryAfter(page, () => search(page).click());
    expect(Object.fromEntries([...query].filter(([name]) => name.startsWith('filter')))).toEqual({
      'filter[tracking]': order.tracking,
      'filter[state_id]': '54',
      'filter[from_date]': '2020-01-02',
      'filter[to_date]': '2199-12-31',
    });
    await expect(rows(page)).toHaveCount(1);
    await page.reload();
    await expect(field(page, 'Nro. de Orden')).toHaveValue(order.tracking);
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Quitar filtro En estado Pendiente de Pago' }).click();
    await expect(page).not.toHaveURL(/estado/);
    await states.selectOption({ label: 'Cancelado' });
    await search(page).click();
    await expect(page.getByText('No se encontraron resultados')).toBeVisible();
    await page.getByRole('button', { name: 'Limpiar', exact: true }).click();
    await expect(field(page, 'Nro. de Orden')).toHaveValue('');
  });

  test('are walked by the keyboard, and show what happens elsewhere at once', async ({ page, logIn }) => {
    await logIn('prepago');
    const [first, second] = [await makeOrder(page), await makeOrder(page)];
    await beginPayment(page, [first]);
    await openPayments(page);
    await expect(row(page, first.number)).toBeVisible();
    await beginPayment(page, [second]);
    await expect(row(page, second.number)).toBeVisible();
    await page.keyboard.press('j');
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press('j');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Orden # /);
  });

  test('a payment of many orders shows some and unfolds the others', async ({ page, logIn }) => {
    await logIn('prepago');
    const order = await makeOrder(page);
    await beginPayment(page, [order]);
    await page.route('**/api/v1/client/merchant_order/?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const orders = Array.from({ length: 8 }, (_, n) => ({ order_id: `M-${n}`, tracking_id: `TRACKING00${n}` }));
      await route.fulfill({ response: answer, json: { ...body, results: [{ ...body.results[0], orders }] } });
    });
    await openPayments(page);
    await expect(rows(page).getByRole('link', { name: /^M-/ })).toHaveCount(5);
    await page.getByRole('button', { name: 'Ver 3 más' }).first().click();
    await expect(rows(page).getByRole('link', { name: /^M-/ })).toHaveCount(8);
    await page.getByRole('button', { name: 'Ver menos' }).click();
    await expect(rows(page).getByRole('link', { name: /^M-/ })).toHaveCount(5);
  });

  test('say when they could not be loaded, on one page and without an alert', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 500/);
    await logIn('prepago');
    await failUntilRetried(page, '**/api/v1/client/merchant_order/?*', {
      afterwards: { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 10 } },
    });
    await openPayments(page);
    await expect(page.getByText('Ocurrió un error')).toBeVisible();
    await expect(page.getByText('Página 1 de 1')).toBeVisible();
    await expect(alertOn(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('No hay resultados disponibles')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ir a las órdenes' })).toHaveAttribute('href', '/ordenes');
  });

  test('become cards on a phone', async ({ page, logIn }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn('prepago');
    const group = await makeOrders(page, 2);
    const checkout = await beginPayment(page, group.orders);
    await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    await page.goto(`/pagos?tracking_id=${group.orders[0]?.tracking}`);
    const card = page.getByRole('list', { name: 'Pagos' }).getByRole('listitem');
    await expect(card).toHaveCount(1);
    await expect(card).toContainText(inPesos(group.total));
    await expect(card.getByRole('link', { name: 'Pagar' })).toHaveAttribute('href', checkout);
    await page.getByRole('button', { name: 'Filtros' }).click();
    await expect(page.getByRole('button', { name: 'Ver 1 resultado', exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
