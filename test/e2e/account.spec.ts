import type { Locator, Page, Request } from '@playwright/test';
import { type FreshSender, freshSender, tokenOf } from './fresh-sender.ts';
import { test as base, expect } from './test.ts';

const test = base.extend<{ sender: FreshSender; account: Page }>({
  sender: async ({ page }, use) => {
    await use(await freshSender(page.request));
  },
  account: async ({ page, logIn, sender }, use) => {
    await logIn(sender.username, sender.password);
    await page.getByRole('link', { name: 'Mi Cuenta' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Cuenta');
    await expect(page.getByLabel('Formato')).toBeVisible();
    await expect(page.getByText('Av. Rivadavia 4500')).toBeVisible();
    await use(page);
  },
});

const password = (page: Page) => page.getByRole('form', { name: 'Cambiar Contraseña' });
const printing = (page: Page) => page.getByRole('form', { name: 'Ajustes de Impresión' });
const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true });
/** By its state, not its role: while a dialog is open, everything else is hidden from roles. */
const alert = (page: Page, text: string) => page.locator('li[data-state="open"]').filter({ hasText: text });
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const optionsOf = (select: Locator) => select.locator('option').allInnerTexts();

/** The next request of a call that `act` provokes. */
async function requestAfter(page: Page, method: string, path: RegExp, act: () => Promise<unknown>): Promise<Request> {
  const asked = page.waitForRequest((request) => request.method() === method && path.test(request.url()));
  await act();
  return asked;
}

/** Answers settings as they are before a gateway that knows no more than the specifications. */
async function beforeAnotherGateway(page: Page, changes: object): Promise<void> {
  await page.route('**/api/portal/settings', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });
}

test.describe('Mis Datos', () => {
  const rows = (page: Page) => page.locator('dl').first();

  test('@own shows username, names, telephone, e-mail and company, and has nothing to send', async ({
    account,
    sender,
    expectAccessible,
  }) => {
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
      'Ana',
      'Núñez',
      '+54 11 4555-0101',
      sender.email,
      'Mates del Sur',
    ]);
    await expect(account.getByRole('form')).toHaveCount(2);
    await expectAccessible();
  });

  test('is in the side menu and in the menu of the user', async ({ account }) => {
    await expect(account.getByRole('link', { name: 'Mi Cuenta' })).toHaveAttribute('aria-current', 'page');
    await account.goto('/estadisticas');
    await account.getByRole('button', { name: /Mates del Sur/ }).click();
    await account.getByRole('menuitem', { name: 'Mi Cuenta' }).click();
    await expect(account).toHaveURL(/\/usuario$/);
    await expect(account.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('says what the token says where additions are missing, and asks nobody', async ({ account, sender }) => {
    await beforeAnotherGateway(account, { strict: true, foreign: false });
    const asked: string[] = [];
    account.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await account.reload();
    await expect(rows(account).locator('dd')).toHaveText([sender.username, 'Mates del Sur']);
    expect(asked).not.toContain('/api/v2/client/user/');
  });

  test('asks a foreign gateway, and lives with its not knowing', async ({ account, sender, excuse }) => {
    excuse(/status of 404/);
    await beforeAnotherGateway(account, { strict: true, foreign: true });
    const person = { first_name: 'Bruno', last_name: null, client_phone: '11 4000-1000', email: 'bruno@example.com' };
    await account.route('**/api/v2/client/user/', (route) => route.fulfill({ json: person }));
    await account.reload();
    await expect(rows(account)).toContainText('Bruno');
    await expect(rows(account)).toContainText('11 4000-1000');
    await expect(rows(account)).toContainText(sender.username);

    await account.route('**/api/v2/client/user/', (route) => route.fulfill({ status: 404, json: { message: 'x' } }));
    await account.reload();
    await expect(rows(account).locator('dd')).toHaveText([sender.username, 'Mates del Sur']);
    await expect(account.getByText('No pudimos traer')).toBeHidden();
  });

  test('@own says that the rest could not be read, and reads it again', async ({ account, excuse }) => {
    excuse(/status of 422/);
    let refuse = true;
    await account.route('**/api/v2/client/user/', (route) =>
      refuse ? route.fulfill({ status: 422, json: { message: 'x' } }) : route.fallback(),
    );
    await account.reload();
    const failed = account.getByRole('alert').filter({ hasText: 'No pudimos traer el resto de tus datos.' });
    await expect(failed).toBeVisible();
    refuse = false;
    await failed.getByRole('button', { name: 'Reintentar' }).click();
    await expect(rows(account)).toContainText('Núñez');
    await expect(failed).toBeHidden();
  });
});

test.describe('Cambiar Contraseña', () => {
  test('says what is missing or wrong, on the field and in a summary, and sends nothing', async ({
    account,
    expectAccessible,
  }) => {
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
    await expectAccessible('the password with errors');
    await form.getByRole('link', { name: /Repetí la contraseña/ }).click();
    await expect(again).toBeFocused();

    await fresh.fill('123456');
    await expect(again).not.toHaveAttribute('aria-invalid');
    expect(sent).toEqual([]);
  });

  test('tells the server’s errors of a wrong one and keeps what was typed; then changes it by keyboard alone', async ({
    account,
    sender,
    excuse,
  }) => {
    excuse(/status of 400/);
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

test.describe('Ajustes de Impresión', () => {
  const SIZES = ['95x125mm', '148x105mm'];
  const ONE = '1 etiqueta por hoja';
  const TWO = '2 etiquetas por hoja';

  test('offer what the format and the size allow, force the rest at once and say why', async ({
    account,
    expectAccessible,
  }) => {
    const form = printing(account);
    const [format, size, perPage] = ['Formato', 'Tamaño de etiqueta', 'Etiquetas por hoja'].map((label) =>
      field(form, label),
    ) as [Locator, Locator, Locator];
    const said = form.getByRole('status');
    expect(await optionsOf(format)).toEqual(['PDF', 'ZPL']);
    expect(await optionsOf(size)).toEqual(SIZES);
    expect(await optionsOf(perPage)).toEqual([ONE, TWO]);
    await expect(said).toHaveText('Cada etiqueta en una hoja de su tamaño, 95x125mm.');

    await perPage.selectOption(TWO);
    await expect(said).toHaveText('Dos etiquetas de 95x125mm, una al lado de la otra, en una hoja A4.');
    await size.selectOption('148x105mm');
    expect(await optionsOf(perPage)).toEqual([ONE]);
    await expect(perPage).toHaveValue('1');
    await expect(said).toHaveText('En 148x105mm entra una sola etiqueta por hoja.');

    await format.selectOption('ZPL');
    expect(await optionsOf(size)).toEqual(['95x125mm']);
    await expect(size).toHaveValue('1');
    await expect(said).toHaveText(/^ZPL es para impresoras térmicas/);
    await expectAccessible('print settings of ZPL');

    await format.selectOption('PDF');
    expect(await optionsOf(size)).toEqual(SIZES);
    expect(await optionsOf(perPage)).toEqual([ONE, TWO]);
    await expect(size).toHaveValue('1');
  });

  test('are chosen and saved by keyboard alone, and other screens print in the new format at once', async ({
    account,
  }) => {
    const form = printing(account);
    expect(await stored(account, 'print_config')).toBe('pdf');
    await field(form, 'Formato').focus();
    await account.keyboard.press('z');
    await account.keyboard.press('Tab');
    await expect(field(form, 'Tamaño de etiqueta')).toBeFocused();
    const request = await requestAfter(account, 'PUT', /\/api\/v1\/client\/custom_config\/\d+$/, () =>
      account.keyboard.press('Control+Enter'),
    );
    expect(request.postDataJSON()).toEqual({
      default_format: 'zpl',
      default_label_size: '1',
      labels_per_page: '1',
    });
    await expect(alert(account, 'Datos de impresión cambiados correctamente')).toBeVisible();
    expect(await stored(account, 'print_config')).toBe('zpl');
    expect(await stored(account, 'print_config_changed')).toBe('true');
    await account.reload();
    await expect(field(form, 'Formato')).toHaveValue('zpl');
  });

  test('that were refused say why and stay as they were chosen', async ({ account, excuse }) => {
    excuse(/status of 500/);
    const form = printing(account);
    await account.route('**/api/v1/client/custom_config/*', (route) =>
      route.fulfill({ status: 500, json: { message: 'No pudimos guardar los ajustes' } }),
    );
    await field(form, 'Etiquetas por hoja').selectOption(TWO);
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(alert(account, 'No pudimos guardar los ajustes')).toBeVisible();
    await expect(field(form, 'Etiquetas por hoja')).toHaveValue('2');
    expect(await stored(account, 'print_config_changed')).toBe('false');
  });

  test('that were chosen but not saved are asked about before they are left', async ({ account }) => {
    await field(printing(account), 'Formato').selectOption('ZPL');
    await account.getByRole('link', { name: 'Estadísticas' }).click();
    const question = account.getByRole('alertdialog', { name: 'Vas a perder los cambios de los ajustes de impresión' });
    await question.getByRole('button', { name: 'Seguir acá' }).click();
    await expect(field(printing(account), 'Formato')).toHaveValue('zpl');
    await account.getByRole('link', { name: 'Estadísticas' }).click();
    await question.getByRole('button', { name: 'Salir' }).click();
    await expect(account).toHaveURL(/\/estadisticas$/);
  });

  test('that can’t be read, like addresses that can’t, say so and can be read again', async ({
    account,
    excuse,
    expectAccessible,
  }) => {
    excuse(/status of 422/);
    for (const call of ['custom_config', 'sender_address']) {
      await account.route(`**/api/v1/client/${call}/`, (route) =>
        route.fulfill({ status: 422, json: { message: 'x' } }),
      );
    }
    await account.reload();
    await expect(account.getByText('Ocurrió un error', { exact: true })).toHaveCount(2);
    await expectAccessible('Mi Cuenta without its lists');
    await account.unroute('**/api/v1/client/custom_config/');
    await account.unroute('**/api/v1/client/sender_address/');
    await account.getByRole('button', { name: 'Reintentar' }).first().click();
    await expect(account.getByText('Av. Rivadavia 4500')).toBeVisible();
    await account.getByRole('button', { name: 'Reintentar' }).click();
    await expect(field(printing(account), 'Formato')).toBeVisible();
  });
});

test.describe('Direcciones de colecta', () => {
  const row = (page: Page, street: string) => page.getByRole('listitem').filter({ hasText: street });
  const dialog = (page: Page) => page.getByRole('dialog');

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

  test('say what is missing in a new one, field by field', async ({ account, expectAccessible }) => {
    const opener = account.getByRole('button', { name: 'Agregar dirección' });
    await opener.click();
    await expect(field(dialog(account), 'Calle')).toBeVisible();
    await expectAccessible('the empty address');
    await dialog(account).getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog(account).getByRole('alert')).toContainText('Revisá estos 6 datos');
    await expect(field(dialog(account), 'Calle')).toBeFocused();
    for (const label of ['Calle', 'Altura', 'Código postal', 'Provincia', 'Localidad', 'Barrio']) {
      await expect(field(dialog(account), label)).toHaveAccessibleDescription(/Este dato es obligatorio$/);
    }
    await expect(dialog(account).getByLabel(/Entre calle/)).toHaveCount(0);
    await expectAccessible('the address with errors');
    await account.keyboard.press('Escape');
    await expect(dialog(account)).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('are added with the look-up of the postal code, changed, and sent once with a key', async ({ account }) => {
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

  test('have one main one, which can’t be switched off before another takes its place', async ({
    account,
    expectAccessible,
  }) => {
    await write(account);
    await account.keyboard.press('Control+Enter');
    await expect(row(account, 'Gorriti 4820')).toBeVisible();

    await account.getByRole('button', { name: 'Más acciones de Av. Rivadavia 4500' }).click();
    const off = account.getByRole('menuitem', { name: 'Desactivar' });
    await expect(off).toHaveAttribute('aria-disabled', 'true');
    await expect(off).toContainText('Elegí primero otra dirección principal');
    await expect(account.getByRole('menuitem', { name: 'Hacer principal' })).toHaveCount(0);
    await expectAccessible('the menu of an address');
    await account.keyboard.press('Escape');

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

  test('that the server refuses keep what was typed and say it on the field', async ({ account, excuse }) => {
    excuse(/status of 422/);
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`fits a phone, ${colorScheme}`, async ({ page, logIn, sender, expectAccessible }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await logIn(sender.username, sender.password);
    await page.goto('/usuario');
    await expect(field(printing(page), 'Formato')).toBeVisible();
    await expect(page.getByText('Av. Rivadavia 4500')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expectAccessible('Mi Cuenta on a phone');
    await page.getByRole('button', { name: 'Agregar dirección' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expectAccessible('the address on a phone');
  });
}
