import type { Page } from '@playwright/test';
import { readPdf } from '#test/callers/read-pdf.ts';
import { printInTab } from '#test/e2e/orders/shipments/print-tab.ts';
import { alert, expect, field, printing, requestAfter, test } from './account-page.ts';

const TWO = '2 etiquetas por hoja';

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test.describe('Ajustes de Impresión', () => {
  test('are changed and saved by keyboard alone, and other screens use the new format at once', {
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
});

test.describe('The test label', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Imprimir etiqueta de prueba' });

  async function save(page: Page): Promise<void> {
    await printing(page).getByRole('button', { name: 'Guardar' }).click();
    await expect(alert(page, 'Datos de impresión cambiados correctamente').first()).toBeVisible();
    await expect(button(page)).not.toHaveAttribute('aria-disabled');
  }

  test('opens in a tab with the saved settings, and in ZPL is saved as a file for the printer', async ({ account }) => {
    await field(printing(account), 'Etiquetas por hoja').selectOption(TWO);
    await save(account);

    // A test can't read the document of the PDF tab, so the response is intercepted.
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
});
