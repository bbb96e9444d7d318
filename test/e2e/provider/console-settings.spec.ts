import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

test('An administrator tests the mails, loads a file of points and creates a key by keyboard alone', async ({
  page,
  expectAccessible,
}) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const user = await openConsoleAs(page, 'admin', '/consola/configuracion');
  await expect(page.getByRole('heading', { level: 1, name: 'Primeros pasos' })).toBeVisible();
  await user.to(button('Enviar'));
  await user.press('Enter');
  await expect(page.getByLabel('Para')).toBeFocused();
  await user.press('Enter');
  await expect(page.getByText(/^Anduvo el /)).toBeVisible();

  await user.to(page.getByRole('link', { name: 'Puntos de retiro', exact: true }), 'Shift+Tab');
  await user.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Puntos de retiro' })).toBeFocused();
  await user.to(button('Cargar CSV'));
  const chooser = page.waitForEvent('filechooser');
  await user.press('Enter');
  await user.to(button('Elegir archivo'));
  await user.press('Enter');
  const code = uniqueText('E2E-');
  const rows = [
    'codigo;nombre;domicilio;localidad;provincia;cp;activo',
    `${code};Punto de prueba;Mitre 10;Córdoba;X;5000;no`,
    'MAL;;;;;;',
  ];
  await (await chooser).setFiles({ name: 'puntos.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  await expect(page.getByText('1 punto nuevo · 0 cambiados · 0 iguales · 1 rechazado')).toBeVisible();
  await expectAccessible('the refused rows');
  await user.press('Escape');
  await user.to(page.getByLabel('Buscar', { exact: true }), 'Shift+Tab');
  await user.type(code);
  await expect(page.getByRole('row', { name: new RegExp(`Punto de prueba.*${code}`, 'i') })).toBeVisible();

  await user.to(page.getByRole('link', { name: 'Claves' }), 'Shift+Tab');
  await user.press('Enter');
  await user.to(button('Nueva clave'));
  await user.press('Enter');
  await user.type(`Sistema ${code}`);
  await user.to(page.getByLabel('Todos, también personal y claves'));
  await user.press('Space');
  await user.press('Enter');
  await expect(page.getByText(/^ops_/)).toBeVisible();
  await expectAccessible('the new key');
  await user.to(button('La guardé'));
  await user.press('Enter');
  await user.to(button(`Revocar la clave Sistema ${code}`));
  await user.press('Enter');
  await user.to(button(/^Revocar$/));
  await user.press('Enter');
  await expect(page.getByText(`La clave Sistema ${code} ya no sirve`).first()).toBeVisible();
});

test('An administrator pastes terms from a word processor and sees what clients will read, even where there is little room', async ({
  page,
  context,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await openConsoleAs(page, 'admin', '/consola/configuracion/terminos');
  await user.use(page.getByRole('button', { name: 'Nueva versión' }));
  const text = page.getByLabel('Texto', { exact: true });
  await user.to(text);
  await page.evaluate(async () => {
    const html = `<h2>Plazos</h2><p class="MsoNormal"><b>Entrega:</b> cinco días</p><ul><li>Centro</li><li>Sur</li></ul>`;
    const blob = (type: string, part: string) => new Blob([part], { type });
    const types = { 'text/html': blob('text/html', html), 'text/plain': blob('text/plain', 'Plazos') };
    await navigator.clipboard.write([new ClipboardItem(types)]);
  });
  await user.press('Control+v');
  await expect(text).toHaveValue(
    '<h2>Plazos</h2>\n<p><b>Entrega:</b> cinco días</p>\n<ul>\n<li>Centro</li>\n<li>Sur</li>\n</ul>',
  );
  const preview = page.getByRole('region', { name: 'Texto de los términos y condiciones' });
  await expect(preview.getByRole('listitem')).toHaveText(['Centro', 'Sur']);
  await expectAccessible('pasted terms beside what clients read');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible('pasted terms on a phone, dark');
  const [above, below] = [await text.boundingBox(), await preview.boundingBox()];
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  await user.press('Control+z');
  await expect(text).toHaveValue('');
});

test('on a phone the chosen section of the settings is in sight, and no table breaks a word', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openConsoleAs(page, 'admin', '/consola/configuracion/claves');
  const chosen = page.getByRole('link', { name: 'Claves', exact: true });
  await expect(chosen).toHaveAttribute('aria-current', 'true');
  await expect(chosen).toBeInViewport({ ratio: 0.9 });
  await page.goto('/consola/tarifas');
  const cells = page.getByRole('table', { name: 'Tarifas' }).getByRole('cell');
  await expect(cells.first()).toBeVisible();
  expect(await cells.evaluateAll(brokenWords)).toEqual([]);
});

/** Returns the words of elements that are on more than one line. */
function brokenWords(elements: readonly Element[]): string[] {
  const broken: string[] = [];
  for (const element of elements) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (const word of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) broken.push(word[0]);
      }
    }
  }
  return broken;
}
