import type { Page } from '@playwright/test';
import { orderEdit } from '#test/order-factory.ts';
import { asClient, type CreatedOrder, makeOrder } from './created-order.ts';
import { expect, test } from './fixtures.ts';
import { listQueryAfter } from './list-query.ts';
import { unique } from './order-page.ts';
import { beginPayment, orderRows, question } from './payment-page.ts';
import { printInTab } from './print-tab.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Opens the list through the menu, as people do. */
async function openReverse(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Logística Inversa' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logística Inversa');
  await expect(orderRows(page).first()).toBeVisible();
}

const makeReverse = (page: Page, order_id = unique('LI')): Promise<CreatedOrder> =>
  makeOrder(page, { order_id, delivery_mode: '4' });

const openMenu = (page: Page, { number }: CreatedOrder) =>
  page.getByRole('button', { name: `Más acciones de ${number}` }).click();

test.describe('The reverse-logistics list', () => {
  test('shows only orders of its mode, is narrowed by every field, and leads where its menus say', {
    tag: '@both',
  }, async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeReverse(page);
    await makeOrder(page, { order_id: unique('D') });
    const query = await listQueryAfter(page, '/api/v1/client/order/', () => openReverse(page));
    expect(Object.fromEntries(query)).toEqual({
      'filter[delivery_mode]': '4',
      'order[sort]': 'o.updated_at',
      'order[direction]': 'DESC',
      page: '1',
      limit: '10',
    });
    await expect(page.getByRole('columnheader')).toHaveText([
      'Fecha de Creación',
      'Nro. de Orden Interno',
      'Estado',
      'Nro. de Orden',
      'Envío',
      'Costo de Envío',
      'Nombre y Apellido Cliente',
    ]);
    const row = orderRows(page).filter({ hasText: order.number });
    await expect(row.getByRole('cell')).toHaveText([
      /^\d{2}\/\d{2}\/\d{4}$/,
      order.number,
      'Registrado',
      order.tracking,
      order.labels[0] ?? '',
      /^\$\s[\d.]+,\d{2}$/,
      'Ana Gómez',
    ]);

    const today = await row.getByRole('cell').first().innerText();
    for (const [label, text] of [
      ['Nombre y Apellido Cliente', 'gómez'],
      ['Nro. de Orden Interno', order.number],
      ['Nro. de Orden', order.tracking],
      ['Envío', order.labels[0] ?? ''],
      ['Fecha de Creación Desde', today],
      ['Fecha de Creación Hasta', today],
    ] as const) {
      await field(page, label).fill(text);
      await page.keyboard.press('Enter');
      await expect(orderRows(page).filter({ hasText: order.number }), label).toHaveCount(1);
    }
    await expect(orderRows(page)).toHaveCount(1);
    await field(page, 'Fecha de Creación Hasta').fill('01/01/2020');
    await expect(page.getByText('No puede ser posterior a la fecha de creación hasta.')).toBeVisible();
    await page.getByRole('button', { name: 'Limpiar', exact: true }).click();
    await expect(page).toHaveURL(/\/logistica-inversa$/);
    await expect(field(page, 'Nro. de Orden Interno')).toHaveValue('');
    await expect(page.getByRole('link', { name: 'Nueva Orden' })).toHaveAttribute(
      'href',
      '/logistica-inversa/nueva-orden',
    );

    await page.goto(`/logistica-inversa?nroOrden=${order.number}`);
    await page.getByRole('button', { name: `Acciones del envío ${order.labels[0]}` }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Ver envío', 'Imprimir', 'Seguimiento']);
    await expect(page.getByRole('menuitem', { name: 'Seguimiento' })).toHaveAttribute(
      'href',
      new RegExp(`${order.labels[0]}$`),
    );
    await printInTab(page, () => page.getByRole('menuitem', { name: 'Imprimir' }).click());
    await openMenu(page, order);
    await expect(page.getByRole('menuitem')).toHaveText([
      'Ver detalle',
      'Imprimir',
      'Seguimiento',
      'Editar',
      'Cancelar orden',
    ]);
    await page.getByRole('menuitem', { name: 'Cancelar orden' }).click();
    await question(page).getByRole('button', { name: 'Cancelar orden' }).click();
    await expect(orderRows(page)).toContainText('CANCELADO');
    await openMenu(page, order);
    await expect(page.getByRole('menuitem')).toHaveText(['Ver detalle', 'Seguimiento']);
    await page.getByRole('menuitem', { name: 'Ver detalle' }).click();
    await expect(page).toHaveURL(`/ordenes/detalle/${order.tracking}`);
    await expect(page.getByRole('heading', { name: 'Dirección de entrega' })).toBeVisible();
  });

  test('lets who pays before sending pick orders and pay them, and tells how a change of one stands', async ({
    page,
    logIn,
  }) => {
    await logIn('otra');
    const prefix = unique('LP');
    const [first, second] = [await makeReverse(page, `${prefix}-1`), await makeReverse(page, `${prefix}-2`)];
    const edit = await page.request.post(`/api/v1/client/order/${second.tracking}/modification`, {
      headers: await asClient(page),
      data: orderEdit(),
    });
    expect(edit.status(), await edit.text()).toBe(200);
    await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    await page.goto(`/logistica-inversa?nroOrden=${prefix}`);
    await expect(orderRows(page)).toHaveCount(2, { timeout: 30_000 });
    await expect(orderRows(page).filter({ hasText: second.number })).toContainText('Modificación: Aprobado');
    const bar = page.getByRole('region', { name: 'Selección' });
    await expect(bar).toHaveCount(0);

    await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).check();
    await expect(bar.getByRole('status')).toContainText('2 órdenes seleccionadas');
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await page.getByRole('checkbox', { name: `Elegir ${first.number}` }).check();
    await bar.getByRole('button', { name: /^Pagar \(1\)/ }).click();
    await expect(question(page)).toContainText(/Vas a pagar \$\s[\d.,]+ por 1 orden\. Te llevamos a Mercado Pago/);
    await page.keyboard.press('Escape');

    await beginPayment(page, [first]);
    await expect(page.getByRole('checkbox', { name: `Elegir ${first.number}` })).toHaveCount(0);
    await openMenu(page, first);
    await expect(page.getByRole('menuitem', { name: 'Pagar', exact: true })).toHaveAttribute('href', /^http/);
    await page.getByRole('menuitem', { name: 'Cancelar pago' }).click();
    await question(page).getByRole('button', { name: 'Cancelar pago' }).click();
    await expect(page.getByRole('checkbox', { name: `Elegir ${first.number}` })).toBeVisible();
    await openMenu(page, first);
    await expect(page.getByRole('menuitem', { name: 'Generar pago' })).toBeVisible();
  });

  test('becomes cards on a phone, says when it is empty, and keeps who may not send back out', async ({
    page,
    logIn,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn('inversa');
    const order = await makeReverse(page);
    await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    await page.goto('/logistica-inversa');
    const card = page
      .getByRole('list', { name: 'Órdenes de logística inversa' })
      .getByRole('listitem')
      .filter({ hasText: order.number });
    await expect(card).toContainText(order.labels[0] ?? '');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.goto('/logistica-inversa?nroOrden=nadie');
    await expect(page.getByText('No se encontraron resultados')).toBeVisible();
    await page.goto('/logout');
    await page.waitForURL('**/login');
    await logIn('basico');
    await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    await page.goto('/logistica-inversa');
    await expect(page).toHaveURL(/\/estadisticas$/);
  });
});
