import type { Page } from '@playwright/test';
import { alert, expect, field, requestAfter, test } from './account-page.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test.describe('Direcciones de colecta', () => {
  const row = (page: Page, street: string) => page.getByRole('listitem').filter({ hasText: street });

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

  test('are added with the postal code look-up, edited, and saved once under an idempotency key', {
    tag: '@both',
  }, async ({ account }) => {
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
});
