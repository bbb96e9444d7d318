import type { Page } from '@playwright/test';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

const heading = (page: Page, level: number, name: string | RegExp) =>
  page.getByRole('heading', { level, name, exact: true });
const panel = (page: Page, name: string) => page.locator('section').filter({ has: heading(page, 2, name) });
const items = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');

test('Mesa de ayuda: a caller’s shipment is found by name, a note is left, and a change is decided and undone', async ({
  page,
  expectAccessible,
}) => {
  const user = await openConsoleAs(page, 'mesa', '/consola/colas/incidencias');
  await expect(items(page).first()).toBeVisible();
  await user.press('j', 'Enter');
  const receiver = page.getByRole('definition').nth(2);
  await expect(receiver).toHaveText(/\w/);
  const name = (await receiver.textContent()) ?? '';
  await user.press('/');
  await user.type(name);
  await user.press('Enter');
  await expect(heading(page, 1, 'Buscar envíos')).toBeVisible();
  const found = page.getByRole('table', { name: 'Envíos encontrados' }).getByRole('row', { name });
  await expect(found.first()).toContainText('•••');
  await expectAccessible('found shipments');
  const label = (await found.first().getByRole('link').textContent()) ?? '';
  await user.follow(found.first().getByRole('link'), label);
  await user.use(page.getByRole('button', { name: 'Mostrar teléfono, documento y email' }));
  await expect(panel(page, 'Envío')).not.toContainText('•••');
  await expect(page.getByRole('button', { name: 'Agregar evento' })).toHaveAttribute('aria-disabled', 'true');
  await user.press('n');
  await user.type('Pide que llamen antes');
  await user.press('Control+Enter');
  await expect(page.getByText('La nota se guardó').first()).toBeVisible();

  await user.follow(page.getByRole('link', { name: 'Colas', exact: true }), 'Colas');
  await user.follow(page.getByRole('link', { name: 'Modificaciones por decidir' }), 'Modificaciones por decidir');
  await expect(items(page).first()).toBeVisible();
  const order = (await items(page).first().textContent()) ?? '';
  await user.press('j', 'Enter');
  await expect(heading(page, 2, order)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Aprobar' })).toBeVisible();
  await user.use(page.getByRole('button', { name: 'Mostrar los datos completos' }));
  await expect(page.getByRole('button', { name: 'Mostrar los datos completos' })).toHaveCount(0);
  await user.press('e');
  await expect(page.getByRole('status').getByText(/se aprobó/)).toBeVisible();
  await user.press('z');
  await expect(page.getByText(/espera de nuevo una decisión/).first()).toBeVisible();
  await expect(heading(page, 2, order)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aprobar' })).toBeVisible();
});

test('Finanzas: payments wait for nobody, and a disputed cost is explained; what the role may not do says why', async ({
  page,
  expectAccessible,
}) => {
  const user = await openConsoleAs(page, 'finanzas', '/consola/colas/pagos');
  await expect(page.getByText('Al día')).toBeVisible();
  await user.follow(page.getByRole('link', { name: 'Clientes', exact: true }), 'Clientes');
  await user.type('Lapacho');
  await user.follow(page.getByRole('link', { name: 'Casa Lapacho' }), 'Casa Lapacho');
  await expect(panel(page, 'Pagos abiertos')).toContainText('$');
  await expect(page.getByRole('button', { name: 'Bloquear', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible('a client, read only');
  await page.goto('/consola/colas/incidencias');
  await expect(items(page).first()).toBeVisible();
  const label = (await items(page).first().textContent()) ?? '';
  await user.press('j', 'Enter');
  await user.follow(page.getByRole('link', { name: `Ver el envío ${label}` }), label);
  for (const term of ['Valor del envío', 'Seguro', 'IVA', 'Total']) {
    await expect(panel(page, 'Costo').getByRole('term').filter({ hasText: term }).first()).toBeVisible();
  }
});

test('Depósito: orders to prepare show what is missing, and a hand-over is scanned', async ({ page }) => {
  const user = await openConsoleAs(page, 'deposito', '/consola/colas/preparacion');
  await expect(items(page).first()).toBeVisible();
  await user.press('j', 'Enter');
  await expect(page.getByRole('table', { name: 'Productos a preparar' })).toContainText(/\d de \d/);
  await page.goto('/consola/colas/sin-novedad');
  await expect(items(page).first()).toBeVisible();
  const labels = (await items(page).allTextContents()).slice(0, 3);
  // The page gives the focus to the scanner's field.
  await user.use(page.getByRole('link', { name: 'Eventos', exact: true }));
  await expect(page.getByLabel('Etiqueta', { exact: true })).toBeFocused();
  for (const label of labels) await user.type(`${label}\n`);
  await user.to(page.getByLabel('Estado'), 'Shift+Tab');
  await user.type('En Revisión');
  await expect(page.getByText(`${labels.length} listas`)).toBeVisible();
  await user.use(page.getByRole('button', { name: `Registrar ${labels.length} eventos` }));
  await expect(page.getByText(new RegExp(`^${labels.length} registrados, 0 repetidos, 0 rechazados`))).toBeVisible();
  await page.goto('/consola/colas/sin-novedad');
  for (const label of labels) await expect(page.getByRole('link', { name: label })).toHaveCount(0);
});
