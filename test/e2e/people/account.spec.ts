import type { Page } from '@playwright/test';
import { tokenOf } from '#test/e2e/fresh-sender.ts';
import { alert, expect, field, requestAfter, test } from './account-page.ts';

const password = (page: Page) => page.getByRole('form', { name: 'Cambiar Contraseña' });

test.describe('Cambiar Contraseña', () => {
  test('shows the server’s errors for a rejected password and keeps the input, then changes the password by keyboard alone', {
    tag: '@both',
  }, async ({ account, sender, allowConsole }) => {
    allowConsole(/status of 400/);
    const elsewhere = await tokenOf(account.request, sender);
    const form = password(account);
    await field(form, 'Contraseña actual').focus();
    await account.keyboard.type('equivocada');
    await account.keyboard.press('Tab');
    await account.keyboard.press('Tab');
    await account.keyboard.type('mateya');
    await expect(form.getByText('Contraseña débil')).toBeVisible();
    await account.keyboard.press('Tab');
    await account.keyboard.press('Tab');
    await account.keyboard.type('mateya');
    await account.keyboard.press('Enter');
    await expect(alert(account, 'La contraseña actual no es correcta')).toBeVisible();
    const current = field(form, 'Contraseña actual');
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription('La contraseña actual no es correcta');
    await expect(form.getByRole('alert')).toContainText('Contraseña actual: La contraseña actual no es correcta');
    await expect(current).toHaveValue('equivocada');
    await expect(field(form, 'Nueva contraseña')).toHaveValue('mateya');

    await account.keyboard.press('ControlOrMeta+a');
    await account.keyboard.type(sender.password);
    const request = await requestAfter(account, 'POST', /\/api\/v2\/client\/modify_password\/$/, () =>
      account.keyboard.press('Control+Enter'),
    );
    expect(request.postDataJSON()).toEqual({ currentPassword: sender.password, newPassword: 'mateya' });
    await expect(alert(account, 'Contraseña modificada correctamente')).toBeVisible();
    for (const label of ['Contraseña actual', 'Nueva contraseña', 'Repetí la contraseña']) {
      await expect(field(form, label)).toHaveValue('');
      await expect(field(form, label)).not.toHaveAttribute('aria-invalid');
    }
    await expect(current).toBeFocused();
    await account.keyboard.type('a');
    await expect(current).not.toHaveAttribute('aria-invalid');

    await account.reload();
    await account.getByRole('link', { name: 'Estadísticas' }).click();
    await expect(account.getByRole('heading', { level: 1, name: 'Estadísticas' })).toBeFocused();
    await account.getByRole('banner').locator('button[aria-haspopup=menu]').click();
    await account.getByRole('menuitem', { name: 'Mi Cuenta' }).click();
    await expect(account.getByRole('heading', { level: 1, name: 'Mi Cuenta' })).toBeFocused();
    const headers = { authorization: `Bearer ${elsewhere}` };
    expect((await account.request.get('/api/v2/client/info/', { headers })).status()).toBe(401);
    expect(await tokenOf(account.request, { ...sender, password: 'mateya' })).toBeTruthy();
  });
});
