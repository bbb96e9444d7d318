import type { Page } from '@playwright/test';
import { orderEdit, shipment } from '#test/order-factory.ts';
import { alertOn, asClient, type CreatedOrder, makeOrder, openDetail, sendEvents } from './created-order.ts';
import { expect, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const header = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const card = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Envío #${label}`) });
const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const dialog = (page: Page) => page.getByRole('alertdialog');

/** Requests a change of an order behind the page: another door in the same street. */
async function requestChange(page: Page, { tracking }: CreatedOrder): Promise<void> {
  const answer = await page.request.post(`/api/v1/client/order/${tracking}/modification`, {
    headers: await asClient(page),
    data: orderEdit(),
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test.describe('Bad news on the detail of an order', () => {
  test('after one of two shipments is cancelled the other can be edited, and cancelled alone', {
    tag: '@both',
  }, async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page, { shipments: [shipment(), shipment()] });
    const [first = '', second = ''] = order.labels;
    await openDetail(page, order);
    await card(page, first).click();
    await header(page, 'Cancelar envío').click();
    await dialog(page).getByRole('button', { name: 'Cancelar envío' }).click();
    await expect(card(page, first)).toContainText('Cancelado');
    await expect(header(page, 'Cancelar orden')).toHaveAttribute('aria-disabled', 'true');
    await expect(panel(page, 'Destinatario').getByRole('link', { name: 'Editar' })).toBeVisible();
    await card(page, second).click();
    await expect(header(page, 'Cancelar envío')).toBeVisible();
  });

  test('a change that waits is shown field by field, and Editar stays with its reason', async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    await sendEvents(page, order.labels[0] ?? '', 'retirado');
    await requestChange(page, order);
    await openDetail(page, order);
    const edit = panel(page, 'Destinatario').getByRole('button', { name: 'Editar' });
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await expect(edit).toHaveAccessibleDescription('Ya hay una modificación pendiente de aprobación');
    const asked = panel(page, 'Última modificación');
    await expect(asked).toContainText('Pendiente');
    await expect(asked).toContainText(/Pedida\s*\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
    await expect(asked).toContainText(/Altura\s*1234\s*1236/);
    await page.goto(`/ordenes?nroOrden=${order.number}`);
    await page.getByRole('button', { name: `Más acciones de ${order.number}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Editar' })).toContainText(
      'Ya hay una modificación pendiente de aprobación',
    );
  });

  test('where only the specified is answered, Editar has its reason all the same', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    await sendEvents(page, order.labels[0] ?? '', 'retirado');
    await requestChange(page, order);
    await openDetail(page, order);
    const edit = panel(page, 'Destinatario').getByRole('button', { name: 'Editar' });
    await expect(edit).toHaveAccessibleDescription('Ya hay una modificación pendiente de aprobación');
    await expect(page.getByText('Última modificación').first()).toBeVisible();
  });

  test('a lost parcel is red, told in one sentence and found in Con problema', async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    const [label = ''] = order.labels;
    await sendEvents(page, label, 'retirado', 'extraviado');
    await openDetail(page, order);
    await expect(main(page).getByText('Con Incidencia', { exact: true })).toBeVisible();
    await expect(main(page)).toContainText(`El envío ${label} se extravió. Comunicate con soporte.`);
    await expect(panel(page, 'Destinatario').getByText('Editar')).toHaveCount(0);
    await page.goto(`/ordenes?nroOrden=${order.number}&estado=con_problema`);
    await expect(page.getByRole('row').filter({ hasText: order.number })).toContainText('Extraviado');
  });

  test('a return that fails for every shipment says so once and names them', { tag: '@both' }, async ({
    page,
    logIn,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource.*422/);
    await logIn('inversa');
    const order = await makeOrder(page, { shipments: [shipment(), shipment(), shipment()] });
    for (const label of order.labels) await sendEvents(page, label, 'retirado');
    await openDetail(page, order, '?devolucion');
    await page.route('**/api/v1/client/shipping/*/return', (route) =>
      route.fulfill({ status: 422, json: { message: 'El envío ya salió a reparto', errors: [] } }),
    );
    await header(page, 'Solicitar devolución').click();
    await dialog(page).getByRole('button', { name: 'Solicitar devolución' }).click();
    const [first, second, third] = order.labels;
    const line = `Los envíos ${first}, ${second} y ${third} no se pudieron: El envío ya salió a reparto`;
    await expect(alertOn(page)).toContainText(line);
    expect((await alertOn(page).innerText()).match(/ya salió a reparto/g)).toHaveLength(1);
  });
});
