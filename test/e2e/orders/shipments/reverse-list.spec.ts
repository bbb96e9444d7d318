import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { listQueryAfter } from '#test/e2e/list-query.ts';
import { orderRows, question } from '#test/e2e/money/payment-page.ts';
import { type CreatedOrder, makeOrder } from '#test/e2e/orders/created-order.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { printInTab } from './print-tab.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Opens the list through the menu. */
async function openReverse(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Logística Inversa' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logística Inversa');
  await expect(orderRows(page).first()).toBeVisible();
}

const makeReverse = (page: Page, order_id = uniqueText('LI-')): Promise<CreatedOrder> =>
  makeOrder(page, { order_id, delivery_mode: '4' });

const openMenu = (page: Page, { number }: CreatedOrder) =>
  page.getByRole('button', { name: `Más acciones de ${number}` }).click();

test.describe('The reverse-logistics list', () => {
  test(
    'shows only reverse orders, is filtered by every field, and its row menus open the right pages',
    {
      tag: '@both',
    },
    async ({ page, logIn }, { project }) => {
      await logIn('inversa');
      // Repeating an order is an addition to the specifications.
      const repeat = project.name === 'strict' ? [] : ['Repetir orden'];
      const order = await makeReverse(page);
      await makeOrder(page, { order_id: uniqueText('D-') });
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
      await expect(page).toHaveURL(/fechaHasta=/);
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
        ...repeat,
        'Cancelar orden',
      ]);
      await page.getByRole('menuitem', { name: 'Cancelar orden' }).click();
      await question(page).getByRole('button', { name: 'Cancelar orden' }).click();
      await expect(orderRows(page)).toContainText('CANCELADO');
      await openMenu(page, order);
      await expect(page.getByRole('menuitem')).toHaveText(['Ver detalle', 'Seguimiento', ...repeat]);
      await page.getByRole('menuitem', { name: 'Ver detalle' }).click();
      await expect(page).toHaveURL(`/ordenes/detalle/${order.tracking}`);
      await expect(page.getByRole('heading', { name: 'Dirección de entrega' })).toBeVisible();
    },
  );
});
