import type { Locator, Page } from '@playwright/test';
import { alert, demonstration, expect, field, requestAfter, test } from './account-page.ts';
import { tokenOf } from './fresh-sender.ts';

const password = (page: Page) => page.getByRole('form', { name: 'Cambiar Contraseña' });

/** Answers settings as they are before a gateway that knows no more than the specifications. */
async function beforeAnotherGateway(page: Page, changes: object): Promise<void> {
  await page.route('**/api/portal/settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
}

test.describe('Mis Datos', () => {
  test.use({ sender: demonstration });
  const rows = (page: Page) => page.locator('dl').first();

  test('shows username, names, telephone, e-mail and company, and has nothing to send', async ({ account, sender }) => {
    await expect(account.getByRole('heading', { level: 2 })).toHaveText([
      'Mis Datos',
      'Direcciones de colecta',
      'Atajos de teclado',
      'Ajustes de Impresión',
      'Cambiar Contraseña',
    ]);
    await expect(rows(account).locator('dt')).toHaveText([
      'Usuario',
      'Nombre',
      'Apellido',
      'Teléfono',
      'Email',
      'Empresa',
    ]);
    await expect(rows(account).locator('dd')).toHaveText([
      sender.username,
      'Diego',
      'Arce',
      '11 5555-0100',
      sender.email,
      'Zapatería Quebracho',
    ]);
    await expect(account.getByRole('form')).toHaveCount(2);
  });

  test('is in the side menu and in the menu of the user', async ({ account }) => {
    await expect(account.getByRole('link', { name: 'Mi Cuenta' })).toHaveAttribute('aria-current', 'page');
    await account.goto('/estadisticas');
    await account.getByRole('button', { name: /Zapatería Quebracho/ }).click();
    await account.getByRole('menuitem', { name: 'Mi Cuenta' }).click();
    await expect(account).toHaveURL(/\/usuario$/);
    await expect(account.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('says what the token says where additions are missing, and asks nobody', { tag: '@both' }, async ({
    account,
    sender,
  }) => {
    await beforeAnotherGateway(account, { strict: true, foreign: false });
    const asked: string[] = [];
    account.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await account.reload();
    await expect(rows(account).locator('dd')).toHaveText([sender.username, 'Zapatería Quebracho']);
    expect(asked).not.toContain('/api/v2/client/user/');
  });

  test('asks a foreign gateway, and lives with its not knowing', async ({ account, sender, allowConsole }) => {
    allowConsole(/status of 404/);
    await beforeAnotherGateway(account, { strict: true, foreign: true });
    const person = { first_name: 'Bruno', last_name: null, client_phone: '11 4000-1000', email: 'bruno@example.com' };
    await account.route('**/api/v2/client/user/', (route) => route.fulfill({ json: person }));
    await account.reload();
    await expect(rows(account)).toContainText('Bruno');
    await expect(rows(account)).toContainText('11 4000-1000');
    await expect(rows(account)).toContainText(sender.username);

    await account.route('**/api/v2/client/user/', (route) => route.fulfill({ status: 404, json: { message: 'x' } }));
    await account.reload();
    await expect(rows(account).locator('dd')).toHaveText([sender.username, 'Zapatería Quebracho']);
    await expect(account.getByText('No pudimos traer')).toBeHidden();
  });

  test('says that the rest could not be read, and reads it again', async ({ account, allowConsole }) => {
    allowConsole(/status of 422/);
    let refuse = true;
    await account.route('**/api/v2/client/user/', (route) =>
      refuse ? route.fulfill({ status: 422, json: { message: 'x' } }) : route.fallback(),
    );
    await account.reload();
    const failed = account.getByRole('alert').filter({ hasText: 'No pudimos traer el resto de tus datos.' });
    await expect(failed).toBeVisible();
    refuse = false;
    await failed.getByRole('button', { name: 'Reintentar' }).click();
    await expect(rows(account)).toContainText('Arce');
    await expect(failed).toBeHidden();
  });
});

test.describe('Cambiar Contraseña', () => {
  test('says what is missing or wrong, on the field and in a summary, and sends nothing', async ({ account }) => {
    const sent: string[] = [];
    account.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const form = password(account);
    await expect(form).toContainText('Usá números, letras mayúsculas y minúsculas, y un carácter especial.');
    const [current, fresh, again] = ['Contraseña actual', 'Nueva contraseña', 'Repetí la contraseña'].map((label) =>
      field(form, label),
    ) as [Locator, Locator, Locator];
    const send = form.getByRole('button', { name: 'Cambiar contraseña' });

    await send.click();
    await expect(current).toHaveAccessibleDescription('Debés escribir tu contraseña actual');
    await expect(fresh).toHaveAccessibleDescription(/Debés escribir una contraseña\.$/);
    await expect(current).toBeFocused();
    await expect(form.getByRole('alert')).toContainText('Revisá estos 2 datos');

    await current.fill('12345');
    await fresh.fill('12345');
    await again.fill('123456');
    await send.click();
    await expect(current).toHaveAccessibleDescription('La contraseña es muy corta, mínimo 6 caracteres');
    await expect(fresh).toHaveAccessibleDescription(/La contraseña es muy corta, mínimo 6 caracteres$/);
    await expect(again).toHaveAccessibleDescription('La contraseña no coincide.');
    await form.getByRole('link', { name: /Repetí la contraseña/ }).click();
    await expect(again).toBeFocused();

    await fresh.fill('123456');
    await expect(again).not.toHaveAttribute('aria-invalid');
    expect(sent).toEqual([]);
  });

  test('tells the server’s errors of a wrong one and keeps what was typed; then changes it by keyboard alone', {
    tag: '@both',
  }, async ({ account, sender, allowConsole }) => {
    allowConsole(/status of 400/);
    const elsewhere = await tokenOf(account.request, sender);
    const form = password(account);
    await field(form, 'Contraseña actual').focus();
    await account.keyboard.type('equivocada');
    await account.keyboard.press('Tab');
    await account.keyboard.press('Tab');
    await account.keyboard.type('abcdef');
    await expect(form.getByText('Contraseña débil')).toBeVisible();
    await account.keyboard.press('Tab');
    await account.keyboard.press('Tab');
    await account.keyboard.type('abcdef');
    await account.keyboard.press('Enter');
    await expect(alert(account, 'La contraseña actual no es correcta')).toBeVisible();
    const current = field(form, 'Contraseña actual');
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription('La contraseña actual no es correcta');
    await expect(form.getByRole('alert')).toContainText('Contraseña actual: La contraseña actual no es correcta');
    await expect(current).toHaveValue('equivocada');
    await expect(field(form, 'Nueva contraseña')).toHaveValue('abcdef');

    await account.keyboard.press('ControlOrMeta+a');
    await account.keyboard.type(sender.password);
    const request = await requestAfter(account, 'POST', /\/api\/v2\/client\/modify_password\/$/, () =>
      account.keyboard.press('Control+Enter'),
    );
    expect(request.postDataJSON()).toEqual({ currentPassword: sender.password, newPassword: 'abcdef' });
    await expect(alert(account, 'Contraseña modificada correctamente')).toBeVisible();
    for (const label of ['Contraseña actual', 'Nueva contraseña', 'Repetí la contraseña']) {
      await expect(field(form, label)).toHaveValue('');
      await expect(field(form, label)).not.toHaveAttribute('aria-invalid');
    }
    await expect(current).toBeFocused();
    await account.keyboard.type('a');
    await expect(current).not.toHaveAttribute('aria-invalid');

    await account.reload();
    await expect(account.getByRole('heading', { level: 1 })).toHaveText('Mi Cuenta');
    const headers = { authorization: `Bearer ${elsewhere}` };
    expect((await account.request.get('/api/v2/client/info/', { headers })).status()).toBe(401);
    expect(await tokenOf(account.request, { ...sender, password: 'abcdef' })).toBeTruthy();
  });
});

test.describe('Mi Cuenta', () => {
  test.use({ sender: demonstration });

  test('the switch of single-letter keys turns them off and on, and is remembered', async ({ account }) => {
    await account.getByLabel('Usar atajos de una sola tecla').uncheck();
    await account.reload();
    await expect(account.getByLabel('Usar atajos de una sola tecla')).not.toBeChecked();
    await account.getByRole('heading', { level: 1 }).click();
    await account.keyboard.press('n');
    await expect(account).toHaveURL(/\/usuario$/);
    await account.getByLabel('Usar atajos de una sola tecla').check();
    await account.getByRole('heading', { level: 1 }).click();
    await account.keyboard.press('n');
    await expect(account).toHaveURL(/\/ordenes\/nueva-orden$/);
  });
});
