import { readFile } from 'node:fs/promises';
import { readPdf } from '#test/callers/read-pdf.ts';
import { readZpl } from '#test/callers/read-zpl.ts';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

test('a shipment’s page is reached and used by keyboard alone: cost, label, history with authors, and the order around it', async ({
  page,
  expectAccessible,
}) => {
  const user = await openConsoleAs(page, 'operaciones', '/consola');
  const heading = (level: number, name: string | RegExp) => page.getByRole('heading', { level, name, exact: true });
  const panel = (name: string) => page.locator('section').filter({ has: heading(2, name) });
  await expect(heading(1, 'Colas')).toBeVisible();
  await user.follow(page.getByRole('link', { name: 'Incidencias' }), 'Incidencias');
  const items = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(items.first()).toBeVisible();
  const [label = ''] = await items.allTextContents();
  await user.press('j', 'Enter');
  await expect(heading(2, label)).toBeFocused();
  await user.follow(page.getByRole('link', { name: `Ver el envío ${label}` }), label);

  const cost = panel('Costo');
  for (const term of ['Valor del envío', 'Seguro', 'IVA', 'Total', 'Zona de entrega', 'Peso cobrado']) {
    await expect(cost.getByRole('term').filter({ hasText: term }).first()).toBeVisible();
  }
  await expect(panel('Lo que ve el cliente').getByText('Cancelar el envío')).toBeVisible();
  await expectAccessible('a shipment');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible('a shipment in the dark');
  await page.emulateMedia({ colorScheme: 'light' });

  for (const format of ['PDF', 'ZPL'] as const) {
    const saved = page.waitForEvent('download');
    await user.use(panel('Etiqueta').getByRole('button', { name: new RegExp(`en ${format}$`) }));
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`etiqueta-${label}.${format.toLowerCase()}`);
    const bytes = await readFile(await file.path());
    const [text = ''] =
      format === 'PDF'
        ? (await readPdf(bytes, { scan: false })).pages.map((one) => one.text)
        : readZpl(bytes.toString()).map((one) => one.text);
    expect(text).toContain(label);
  }
  const prints = page.getByRole('list', { name: 'Impresiones del proveedor' }).getByRole('listitem');
  await expect(prints).toHaveCount(2);
  await expect(prints.first()).toContainText('por Martín Quiroga');

  await user.use(page.getByRole('button', { name: 'Agregar evento' }));
  const form = page.getByRole('dialog', { name: 'Agregar evento' });
  const states = form.getByLabel('Estado');
  // Backwards, because Chromium draws its own focus inside of a field of date and time.
  await user.to(states, 'Shift+Tab');
  await states.selectOption({ label: 'Demorado' });
  await user.use(form.getByRole('button', { name: 'Agregar', exact: true }));
  const first = page.getByRole('table', { name: 'Historial' }).getByRole('row').nth(1);
  await expect(first).toContainText('Demorado');
  await expect(first).toContainText('Martín Quiroga');

  await page.setViewportSize({ width: 768, height: 1024 });
  await expectAccessible('a shipment on a tablet');
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);
  await user.follow(
    panel('Orden').getByRole('link').first(),
    (await panel('Orden').getByRole('link').first().textContent()) ?? '',
  );
});

for (const width of [1440, 360]) {
  test(`The parts of a change that waits don’t touch each other on a shipment’s page (${width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openConsoleAs(page, 'mesa', '/consola');
    await page.getByRole('link', { name: 'Modificaciones' }).click();
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await page.getByRole('link', { name: /^Ver el envío/ }).click();
    const title = page.getByRole('heading', { level: 2, name: 'Modificación por decidir' });
    const panel = page.locator('section').filter({ has: title });
    const parts = [
      panel.getByRole('region', { name: 'Lo que cambia' }),
      panel.getByText('Orden', { exact: true }),
      panel.getByText('Costo de envío', { exact: true }),
      panel.getByRole('button', { name: 'Aprobar' }),
    ];
    const [changes, order, cost, approve] = await Promise.all(
      parts.map(async (part) => {
        await expect(part).toBeVisible();
        const box = await part.boundingBox();
        return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
      }),
    );
    for (const [above, below] of [
      [changes, order],
      [cost, approve],
    ]) {
      expect((below?.top ?? 0) - (above?.bottom ?? 0)).toBeGreaterThanOrEqual(8);
    }
  });
}
