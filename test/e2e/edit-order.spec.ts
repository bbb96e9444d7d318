import type { Page } from '@playwright/test';
import { alertOn, makeOrder, openDetail, sendEvents } from './created-order.ts';
import { expect, test } from './fixtures.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Guardar/ });
const dialog = (page: Page) => page.getByRole('alertdialog');

async function openEdit(page: Page, tracking: string): Promise<void> {
  await page.goto(`/ordenes/editar/${tracking}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Editar Orden #${tracking}`);
  await field(page, 'Destinatario').waitFor();
}

test.describe('Editing an order', () => {
  test('shows what changes, asks once more, and applies it while nothing is collected', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    await openDetail(page, order);
    await page.getByRole('link', { name: 'Editar', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/ordenes/editar/${order.tracking}$`));
    await expect(field(page, 'Destinatario')).toHaveValue('Ana Gómez');
    await expect(field(page, 'Altura')).toHaveValue('1234');
    await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
    await field(page, 'Altura').fill('1236');
    await field(page, 'Piso').fill('3');
    await expect(page.getByText('Cambiado. Antes: 1234')).toBeVisible();
    await expect(page.getByText('Cambiado. Antes: vacío')).toBeVisible();
    await save(page).click();
    await expect(dialog(page)).toContainText('Vas a cambiar 2 datos de la orden.');
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/modification')),
      dialog(page).getByRole('button', { name: 'Guardar' }).click(),
    ]);
    expect(request.postDataJSON().receiver).toMatchObject({ address_street_number: '1236', address_floor: '3' });
    await expect(page).toHaveURL(new RegExp(`/ordenes/detalle/${order.tracking}$`));
    await expect(alertOn(page)).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('definition').filter({ hasText: /^1236$/ })).toBeVisible();
    await expect(main).toContainText('Aprobado');
  });

  test('shows the price of another place before it is saved', async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    await openEdit(page, order.tracking);
    await field(page, 'Código postal').fill('9410');
    await page.getByRole('option', { name: /Ushuaia/ }).click();
    await expect(field(page, 'Provincia')).toHaveValue('Tierra del Fuego');
    await save(page).click();
    await expect(dialog(page)).toContainText('Costo de envío');
    await expect(dialog(page)).toContainText(/El costo de envío sube \$/);
    await dialog(page).getByRole('button', { name: 'Guardar' }).click();
    await expect(page).toHaveURL(new RegExp(`/ordenes/detalle/${order.tracking}$`));
    await expect(page.getByRole('main')).toContainText('9410');
  });

  test('waits for the provider once a parcel is collected, and can’t be asked twice', async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    await sendEvents(page, order.labels[0] ?? '', 'retirado');
    await openEdit(page, order.tracking);
    await expect(page.getByText(/vamos a revisar los cambios antes de aplicarlos/)).toBeVisible();
    await field(page, 'Destinatario').fill('Beto Paz');
    await save(page).click();
    await dialog(page).getByRole('button', { name: 'Solicitar' }).click();
    await expect(page).toHaveURL(new RegExp(`/ordenes/detalle/${order.tracking}$`));
    await expect(page.getByRole('main')).toContainText('Pendiente');
    await expect(page.getByRole('link', { name: 'Editar', exact: true })).toHaveCount(0);
    await page.goto(`/ordenes/editar/${order.tracking}`);
    await expect(page.getByRole('link', { name: 'Ver la orden' })).toBeVisible();
    await expect(save(page)).toHaveCount(0);
  });

  test('says what is wrong at each field and keeps what was typed', async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    await openEdit(page, order.tracking);
    await field(page, 'Destinatario').fill('');
    await field(page, 'Email').fill('nadie');
    await field(page, 'Teléfono').fill('123');
    await field(page, 'Altura').fill('0');
    await save(page).click();
    await expect(page.getByText('Revisá estos 4 datos')).toBeVisible();
    for (const text of [
      'Este dato es obligatorio',
      'El email es inválido',
      'El número es muy corto',
      'El número es inválido',
    ]) {
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await expect(field(page, 'Destinatario')).toBeFocused();
    await expect(field(page, 'Email')).toHaveValue('nadie');
    // A way out that doesn't lose it by accident.
    await page.getByRole('link', { name: 'Volver' }).first().click();
    await expect(dialog(page)).toContainText('Vas a perder los cambios de esta orden');
    await dialog(page).getByRole('button', { name: 'Seguir acá' }).click();
    await expect(field(page, 'Email')).toHaveValue('nadie');
  });

  test('of an order that isn’t there says so', async ({ page, logIn, allowConsole }) => {
    allowConsole(/Failed to load resource.*404/);
    await logIn('inversa');
    await page.goto('/ordenes/editar/99999999');
    await expect(page.getByText('No se pudo obtener la información de la orden')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Volver' })).toBeVisible();
  });
});
