import { readFile } from 'node:fs/promises';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { makeOrder } from '#test/e2e/orders/created-order.ts';
import { shipment } from '#test/fixtures/order-factory.ts';

test('Events of many shipments are recorded by keyboard alone: scanned, pasted and loaded, corrected and downloaded', async ({
  page,
  context,
  storeSession,
  expectAccessible,
}) => {
  await storeSession('basico');
  const { labels } = await makeOrder(page, { shipments: Array.from({ length: 5 }, () => shipment()) });
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = labels;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const row = (table: string, text: string) =>
    page.getByRole('table', { name: table }).getByRole('row', { name: text });

  const user = await openConsoleAs(page, 'operaciones', '/consola/eventos');
  await expect(page.getByRole('heading', { level: 1, name: 'Eventos' })).toBeVisible();
  await expect(page.getByLabel('Etiqueta', { exact: true })).toBeFocused();
  await expectAccessible('the empty page');

  // A scanner, with the focus in the field and on a button.
  await user.type(`${first}\n`);
  await expect(page.getByText(`1 escaneo, último: ${first}`)).toBeVisible();
  await user.to(button('Elegir archivo'));
  await user.type(`https://remito.example/seguimiento/${second}\n`);
  await expect(page.getByText('2 escaneos')).toBeVisible();
  await expect(page.getByLabel('Etiqueta', { exact: true })).toBeFocused();
  await user.to(page.getByLabel('Estado'), 'Shift+Tab');
  await user.type('Retirado');
  await expect(page.getByText('2 listas')).toBeVisible();

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const pasted = [third.toLowerCase(), '', first, '7,3E+10', `${fourth};Entregdo`].join('\n');
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
  await user.to(page.getByLabel('Lista pegada'));
  await user.press('Control+v');
  await user.to(button('Elegir archivo'));
  const chooser = page.waitForEvent('filechooser');
  await user.press('Enter');
  const lines = ['Etiqueta;Motivo', `${fifth};Avería`].join('\r\n');
  await (await chooser).setFiles({ name: 'ruta.csv', mimeType: 'text/csv', buffer: Buffer.from(lines, 'latin1') });
  await expect(page.getByText('4 listas, 2 con problemas, 1 doble')).toBeVisible();
  await expect(row('Filas por registrar', 'ruta.csv, fila 2')).toContainText('Lista');
  await expectAccessible('a list');
  await page.setViewportSize({ width: 768, height: 1024 });
  await expectAccessible('a list on a tablet');
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  await user.use(button('Registrar 4 eventos'));
  await expect(page.getByText('4 registrados, 0 repetidos, 2 rechazados, 1 doble')).toBeVisible();
  await expectAccessible('results');
  await user.use(button('Sólo las que fallaron (2)'));
  await expect(row('Resultados', '7,3E+10')).toContainText('Dale formato Texto a la columna');
  await user.to(button('Descargar las que fallaron'));
  const download = page.waitForEvent('download');
  await user.press('Enter');
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain(`"${fourth}";"Entregdo"`);

  await user.use(button('Corregir acá las que fallaron'));
  await expect(page.getByLabel('Lista pegada')).toHaveValue(/Entregdo/);
  await user.to(page.getByLabel('Lista pegada'), 'Shift+Tab');
  await user.press('Control+a');
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${fourth};retirado;;Rota`);
  await user.press('Control+v');
  await user.use(button('Registrar 1 evento'));
  await expect(page.getByText('5 registrados, 0 repetidos, 0 rechazados, 1 doble')).toBeVisible();
  await user.use(button('Borrar resultados'));
  await expect(page.getByRole('table')).toHaveCount(0);
});
