import { readFile } from 'node:fs/promises';
import { DEMO_PASSWORD } from '#server/demo/accounts.ts';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

test('the administrator finds what one person of the staff did, downloads it, and opens its client, by keyboard alone', async ({
  page,
  expectAccessible,
}) => {
  const login = { data: { _username: 'demo', _password: DEMO_PASSWORD } };
  expect((await page.request.post('/api/login', login)).ok()).toBe(true);
  const user = await openConsoleAs(page, 'admin', '/consola');
  await user.follow(page.getByRole('link', { name: 'Actividad', exact: true }), 'Actividad');
  const rows = page.getByRole('table', { name: 'Actividad' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await expectAccessible('the activity of all');

  await user.write(page.getByLabel(/^Quién/), 'admin@remito.example');
  await user.press('Enter');
  await expect(page).toHaveURL(/\?quien=admin%40remito\.example$/);
  await expect(rows.nth(1)).toContainText('admin@remito.example');
  const download = page.waitForEvent('download');
  await user.use(page.getByRole('button', { name: 'Exportar CSV' }));
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Actividad \d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.split('\r\n')[1]).toContain('"admin@remito.example"');

  await page.reload();
  await expect(page.getByRole('button', { name: /filtro Quién admin@remito.example/ })).toBeVisible();
  await page.goto('/consola/actividad?accion=session.begin');
  const company = (await rows.nth(1).getByRole('link').textContent()) ?? '';
  await user.press('j', 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible();
});

test('on a wide screen the filters of the activity are in one line, and an invitation’s fields too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openConsoleAs(page, 'admin', '/consola/actividad');
  const top = async (label: string | RegExp) => (await page.getByLabel(label).first().boundingBox())?.y;
  await expect(page.getByLabel('Fecha Hasta')).toBeVisible();
  expect(await top('Fecha Hasta')).toBe(await top(/^Quién/));
  const clear = await page.getByRole('button', { name: 'Limpiar' }).boundingBox();
  expect(clear?.y).toBe((await page.getByRole('button', { name: 'Buscar', exact: true }).boundingBox())?.y);
  await page.goto('/consola/personal');
  await expect(page.getByLabel('Rol', { exact: true })).toBeVisible();
  expect(await top(/^Rol$/)).toBe(await top(/^Email$/));
});

test('on a phone the activity of all fits, and its filters are in a dialog', async ({ page, expectAccessible }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openConsoleAs(page, 'admin', '/consola/actividad');
  await expect(page.getByRole('list', { name: 'Actividad' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible('the activity of all on a phone');
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Filtros' }).click();
  await expect(page.getByRole('dialog').getByLabel('Cliente')).toBeVisible();
  await expectAccessible('the filters of the activity on a phone');
});
