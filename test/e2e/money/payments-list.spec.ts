import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { listQueryAfter } from '#test/e2e/list-query.ts';
import { alertOn, makeOrder } from '#test/e2e/orders/created-order.ts';
import { payAtCheckout } from './checkout.ts';
import { beginPayment, inPesos, makeOrders, question } from './payment-page.ts';

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

/** Opens the payments through the menu. */
async function openPayments(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pagos', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagos');
}

const LIST_PATH = '/api/v1/client/merchant_order/';

const queryAfter = (page: Page, act: () => Promise<unknown>) => listQueryAfter(page, LIST_PATH, act);

test.describe('The payments', () => {
  test('are listed with all their orders, and can be paid or cancelled only while they are open', {
    tag: '@both',
  }, async ({ page, storeSession }) => {
    await storeSession('prepago');
    const group = await makeOrders(page, 3);
    const paid = await makeOrder(page);
    await page.goto(await beginPayment(page, [paid]));
    await payAtCheckout(page, 'approve');
    const checkout = await beginPayment(page, group.orders);
    // The verification, which only our gateway has, moves the buttons below it, and a click on a button that moves is lost.
    const verifies = test.info().project.name !== 'strict';
    if (verifies) await expect(page.getByRole('dialog')).toContainText('Verificado');
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
      await expect(row(page, paid.number)).toContainText('Pago confirmado');
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
});
