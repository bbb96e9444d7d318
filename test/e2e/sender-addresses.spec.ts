import type { Page } from '@playwright/test';
import { alert, demonstration, expect, field, requestAfter, test } from './account-page.ts';
import { tokenOf } from './fresh-sender.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test.describe('A new collection address', () => {
  test.use({ sender: demonstration });

  test('says what is missing, field by field', async ({ account }) => {
    const opener = account.getByRole('button', { name: 'Agregar dirección' });
    await opener.click();
    await expect(field(dialog(account), 'Calle')).toBeVisible();
    await dialog(account).getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog(account).getByRole('alert')).toContainText('Revisá estos 6 datos');
    await expect(field(dialog(account), 'Calle')).toBeFocused();
    for (const label of ['Calle', 'Altura', 'Código postal', 'Provincia', 'Localidad', 'Barrio']) {
      await expect(field(dialog(account), label)).toHaveAccessibleDescription(/Este dato es obligatorio$/);
    }
    await expect(dialog(account).getByLabel(/Entre calle/)).toHaveCount(0);
    await account.keyboard.press('Escape');
    await expect(dialog(account)).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

test.describe('Direcciones de colecta', () => {
  const row = (page: Page, street: string) => page.getByRole('listitem').filter({ hasText: street });

  async function choose(page: Page, street: string, action: string): Promise<void> {
    await page.getByRole('button', { name: `Más acciones de ${street}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  /** Opens the dialog and writes an address with the look-up's first locality. */
  async function write(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Agregar dirección' }).click();
    await field(dialog(page), 'Calle').fill('Gorriti');
    await field(dialog(page), 'Altura').fill('4820');
    await field(dialog(page), 'Código postal').fill('1414');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await expect(field(dialog(page), 'Provincia')).toHaveValue('Ciudad Autónoma de Buenos Aires');
    await field(dialog(page), 'Barrio').fill('Palermo');
  }

  test('are added with the look-up of the postal code, changed, and sent once with a key', { tag: '@both' }, async ({
    account,
  }) => {
    await write(account);
    await field(dialog(account), 'Piso').fill('2');
    const request = await requestAfter(account, 'POST', /\/api\/v1\/client\/sender_address\/$/, () =>
      dialog(account).getByRole('button', { name: 'Guardar' }).dblclick(),
    );
    expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    await expect(alert(account, 'Dirección creada correctamente')).toHaveCount(1);
    await expect(dialog(account)).toBeHidden();
    await expect(row(account, 'Gorriti 4820')).toHaveCount(1);
    await expect(row(account, 'Gorriti 4820')).toContainText('Piso 2');
    await expect(row(account, 'Gorriti 4820')).toContainText(/1414 · Palermo, .*CABA/);
    await expect(row(account, 'Gorriti 4820')).not.toContainText('Principal');

    await account.getByRole('button', { name: 'Editar Gorriti 4820' }).click();
    await expect(field(dialog(account), 'Piso')).toHaveValue('2');
    await field(dialog(account), 'Altura').fill('S/N');
    await account.keyboard.press('Control+Enter');
    await expect(alert(account, 'Dirección modificada correctamente')).toBeVisible();
    await expect(row(account, 'Gorriti S/N')).toBeVisible();
  });

  test('have one main one, which can’t be switched off before another takes its place', { tag: '@both' }, async ({
    account,
  }) => {
    await account.getByRole('button', { name: 'Más acciones de Av. Rivadavia 4500' }).click();
    const off = account.getByRole('menuitem', { name: 'Desactivar' });
    await expect(off).toHaveAttribute('aria-disabled', 'true');
    await expect(off).toContainText('Elegí primero otra dirección principal');
    await expect(account.getByRole('menuitem', { name: 'Hacer principal' })).toHaveCount(0);
  });

  test('are made main, switched off and on from their menu', async ({ account, sender, expectAccessible }) => {
    const address = { street_name: 'Gorriti', street_number: '4820', zip_code: '1414', neighborhood_name: 'Palermo' };
    await account.request.post('/api/v1/client/sender_address/', {
      headers: { authorization: `Bearer ${await tokenOf(account.request, sender)}` },
      data: { ...address, city: 'CABA', state: 'CABA' },
    });
    await account.reload();
    await choose(account, 'Gorriti 4820', 'Hacer principal');
    await expect(row(account, 'Gorriti 4820')).toContainText('Principal');
    await expect(row(account, 'Av. Rivadavia 4500')).not.toContainText('Principal');
    await choose(account, 'Av. Rivadavia 4500', 'Desactivar');
    await expect(row(account, 'Av. Rivadavia 4500')).toContainText('Inactiva');
    await expectAccessible('an address that is switched off');

    await account.getByRole('button', { name: 'Más acciones de Av. Rivadavia 4500' }).click();
    await expect(account.getByRole('menuitem', { name: 'Hacer principal' })).toContainText('Activala primero');
    await account.getByRole('menuitem', { name: 'Activar', exact: true }).click();
    await expect(row(account, 'Av. Rivadavia 4500')).not.toContainText('Inactiva');
  });

  test('that become main in the dialog are active, and the main one can’t be unmarked there', async ({ account }) => {
    await account.getByRole('button', { name: 'Editar Av. Rivadavia 4500' }).click();
    await expect(dialog(account).getByLabel('Dirección principal')).toBeDisabled();
    await expect(dialog(account).getByLabel('Activa')).toBeDisabled();
    await expect(dialog(account)).toContainText('elegí primero otra dirección principal');
    await dialog(account).getByRole('button', { name: 'Cancelar' }).click();

    await write(account);
    await dialog(account).getByLabel('Activa').uncheck();
    await dialog(account).getByLabel('Dirección principal').check();
    await expect(dialog(account).getByLabel('Activa')).toBeChecked();
    await dialog(account).getByRole('button', { name: 'Guardar' }).click();
    await expect(row(account, 'Gorriti 4820')).toContainText('Principal');
    await expect(row(account, 'Gorriti 4820')).not.toContainText('Inactiva');
  });

  test('that are main are where the next order is collected', async ({ account }) => {
    await write(account);
    await dialog(account).getByLabel('Dirección principal').check();
    await dialog(account).getByRole('button', { name: 'Guardar' }).click();
    await expect(row(account, 'Gorriti 4820')).toContainText('Principal');
    const listed = account.waitForResponse(/sender_address\/\?filter/);
    await account.getByRole('link', { name: 'Nueva Orden' }).click();
    const { results } = await (await listed).json();
    expect(results.find((address: { main_address: boolean }) => address.main_address).street_name).toBe('Gorriti');
  });

  test('that the server refuses keep what was typed and say it on the field', async ({ account, allowConsole }) => {
    allowConsole(/status of 422/);
    await account.route('**/api/v1/client/sender_address/', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 422,
            json: { message: 'Revisá los datos marcados', errors: ['city => La localidad no existe'] },
          })
        : route.fallback(),
    );
    await write(account);
    await dialog(account).getByRole('button', { name: 'Guardar' }).click();
    await expect(field(dialog(account), 'Localidad')).toHaveAccessibleDescription('La localidad no existe');
    await expect(alert(account, 'Localidad: La localidad no existe')).toBeVisible();
    await expect(field(dialog(account), 'Calle')).toHaveValue('Gorriti');
  });

  test('of a gateway that tells less of them are shown all the same', async ({ account }) => {
    await account.route('**/api/v1/client/sender_address/', (route) =>
      route.fulfill({ json: { results: [{ id: 7, street_name: 'Humboldt', street_number: 1750, zip_code: null }] } }),
    );
    await account.reload();
    await expect(row(account, 'Humboldt 1750')).toBeVisible();
    await account.route('**/api/v1/client/sender_address/', (route) => route.fulfill({ json: { results: [] } }));
    await account.reload();
    await expect(account.getByText('No hay resultados disponibles')).toBeVisible();
  });
});
