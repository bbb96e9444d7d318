import type { Locator, Page } from '@playwright/test';
import { readPdf } from '#test/read-pdf.ts';
import { alert, expect, field, printing, requestAfter, test } from './account-page.ts';
import { makeOrder } from './created-order.ts';
import { printInTab } from './print-tab.ts';

const SIZES = ['95x125mm', '148x105mm'];
const ONE = '1 etiqueta por hoja';
const TWO = '2 etiquetas por hoja';

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const optionsOf = (select: Locator) => select.locator('option').allInnerTexts();

test.describe('Ajustes de Impresión', () => {
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

  test('are chosen and saved by keyboard alone, and other screens print in the new format at once', {
    tag: '@both',
  }, async ({ account }) => {
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
      default_label_size: 1,
      labels_per_page: 1,
    });
    await expect(alert(account, 'Datos de impresión cambiados correctamente')).toBeVisible();
    expect(await stored(account, 'print_config')).toBe('zpl');
    expect(await stored(account, 'print_config_changed')).toBe('true');
    await account.reload();
    await expect(field(form, 'Formato')).toHaveValue('zpl');
  });

  test('that were refused say why and stay as they were chosen', async ({ account, allowConsole }) => {
    allowConsole(/status of 500/);
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
    allowConsole,
    expectAccessible,
  }) => {
    allowConsole(/status of 422/);
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

test('A sheet of two labels that was used halfway is finished first, once it is asked for', async ({ account }) => {
  await field(printing(account), 'Etiquetas por hoja').selectOption(TWO);
  await printing(account).getByRole('button', { name: 'Guardar' }).click();
  await expect(alert(account, 'Datos de impresión cambiados correctamente')).toBeVisible();
  const order = await makeOrder(account);
  await account.getByRole('link', { name: 'Órdenes', exact: true }).click();
  await account.getByRole('button', { name: 'Imprimir en lote' }).click();
  await account.getByRole('checkbox', { name: `Elegir ${order.number}`, exact: true }).check();
  const half = account.getByRole('checkbox', { name: 'Empezar en la segunda mitad de la hoja' });
  await half.check();
  const batch = /batch_printing_by_orders_id\.pdf$/;
  const sent = await requestAfter(account, 'POST', batch, () =>
    printInTab(account, () => account.getByRole('button', { name: 'Imprimir (1)' }).click()),
  );
  expect(sent.postDataJSON()).toEqual({ orders_id: [String(order.id)], start_at: 2 });
  await expect(half).not.toBeChecked();
});

test.describe('The test label', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Imprimir etiqueta de prueba' });

  async function save(page: Page): Promise<void> {
    await printing(page).getByRole('button', { name: 'Guardar' }).click();
    await expect(alert(page, 'Datos de impresión cambiados correctamente')).toBeVisible();
  }

  test('opens in a tab, in the settings that were saved', async ({ account }) => {
    await field(printing(account), 'Etiquetas por hoja').selectOption(TWO);
    await expect(button(account)).toHaveAttribute('aria-disabled', 'true');
    await expect(button(account)).toHaveAccessibleDescription('Guardá los cambios para probarlos');
    await save(account);
    await expect(button(account)).not.toHaveAttribute('aria-disabled');

    // The browser keeps what a tab is filled from to itself, so it is read on its way.
    const printed = Promise.withResolvers<Buffer>();
    await account.route('**/label/test.pdf', async (route) => {
      const response = await route.fetch();
      printed.resolve(await response.body());
      await route.fulfill({ response });
    });
    await printInTab(account, () => button(account).click());
    const { pages } = await readPdf(new Uint8Array(await printed.promise));
    expect(pages).toHaveLength(1);
    const codes = pages.flatMap((page) => page.codes.map(({ text }) => text));
    expect(codes).toEqual(expect.arrayContaining(['PRUEBA00000-1', 'PRUEBA00000-2']));
  });

  test('of ZPL is saved as a file for the printer', async ({ account }) => {
    await field(printing(account), 'Formato').selectOption('ZPL');
    await save(account);
    const [file] = await Promise.all([account.waitForEvent('download'), button(account).click()]);
    expect(file.suggestedFilename()).toBe('etiqueta-de-prueba.zpl');
    const stream = await file.createReadStream();
    let text = '';
    for await (const chunk of stream) text += chunk;
    expect(text).toMatch(/^\^XA[\s\S]+\^XZ/);
    expect(account.context().pages()).toHaveLength(1);
  });

  test('that can’t be printed says so, and can be tried again', async ({ account, allowConsole, expectAccessible }) => {
    allowConsole(/status of 503/);
    await account.route('**/label/test.pdf', (route) => route.fulfill({ status: 503, json: { message: 'x' } }));
    const said = account.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss();
      return dialog.message();
    });
    await button(account).click();
    expect(await said).toBe('Hubo un problema con la impresion de etiquetas');
    await expect(account.getByText('No se pudieron imprimir las etiquetas de prueba.')).toBeVisible();
    await expectAccessible('the test label that failed');
    await account.unroute('**/label/test.pdf');
    await Promise.all([
      account.waitForEvent('popup'),
      printing(account).getByRole('button', { name: 'Reintentar' }).click(),
    ]);
    await expect(account.getByText('No se pudieron imprimir')).toBeHidden();
  });

  test('is not offered where additions are missing', { tag: '@both' }, async ({ account }) => {
    await account.route('**/api/portal/settings', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), strict: true } });
    });
    await account.reload();
    await expect(printing(account).getByRole('button', { name: 'Guardar' })).toBeVisible();
    await expect(button(account)).toHaveCount(0);
  });
});
