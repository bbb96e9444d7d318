import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { gatewayUrl } from '#test/e2e/gateway-url.ts';
import { registrationForm } from '#test/fixtures/sender-factory.ts';

/** Returns the subjects of an address's mails in the embedded mailbox, the newest first. */
async function subjectsFor(page: Page, email: string): Promise<string[]> {
  const list = await (await page.request.get(gatewayUrl('/dev/correo'))).text();
  return list
    .split('<tr>')
    .flatMap((row) => (row.includes(`<td>${email}<`) ? [/<a [^>]*>([^<]*)/.exec(row)?.[1] ?? ''] : []));
}

async function tryToLogIn(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

test.describe('An account that isn’t active yet', () => {
  test('gets another activation mail from the login', async ({ page, allowConsole }) => {
    allowConsole(/400/);
    const form = registrationForm();
    await page.request.post('/api/v2/client/register', { data: form });
    await expect.poll(() => subjectsFor(page, form.email)).toHaveLength(1);
    await tryToLogIn(page, form);
    await expect(page.getByRole('main')).toContainText('Tu cuenta todavía no está activada');
    await page.getByRole('button', { name: '¿No activaste tu cuenta? Pedí otro email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email de activación' });
    await dialog.getByLabel('Email').fill(form.email);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toContainText('te enviamos el enlace de activación');
    await expect(dialog.getByRole('button', { name: /^Podrá Reenviar en/ })).toBeVisible();
    await expect.poll(() => subjectsFor(page, form.email)).toHaveLength(2);
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await expect(dialog).toBeHidden();
  });
});
