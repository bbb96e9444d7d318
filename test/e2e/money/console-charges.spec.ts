import { readFile } from 'node:fs/promises';
import { addMonths, firstOfMonth, localDay } from '#shared/kit/days.ts';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

/** Reads an amount as the page shows it, in cents. */
const centsOf = (text: string) => Number(text.replace(/[^\d-]/g, ''));

test('Finanzas reads a month’s charges, a client’s shipments and the file, whose sums are equal, by keyboard alone', async ({
  page,
  expectAccessible,
}) => {
  const user = await openConsoleAs(page, 'finanzas', '/consola');
  await user.follow(page.getByRole('link', { name: 'Cobros', exact: true }), 'Cobros');
  // On its first day, the current month has no collected shipments.
  const month = addMonths(firstOfMonth(localDay(new Date())), -1).slice(0, 7);
  await page.goto(`/consola/cobros?mes=${month}`);
  const clients = page.getByRole('table', { name: 'Cobros por cliente' }).getByRole('row');
  await expect(clients.nth(1)).toBeVisible();
  await expectAccessible('the charges of a month');
  const total = centsOf((await clients.nth(1).getByRole('cell').last().textContent()) ?? '');
  expect(total).toBeGreaterThan(0);

  const company = (await clients.nth(1).getByRole('link').textContent()) ?? '';
  await user.press('j', 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Cobros de ${company}` })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Envíos del mes' }).getByRole('row').nth(1)).toBeVisible();
  await expectAccessible('the charges of a client');
  const download = page.waitForEvent('download');
  await user.use(page.getByRole('button', { name: 'Descargar el mes (CSV)' }));
  const csv = await readFile(await (await download).path(), 'utf8');
  const [header = '', ...lines] = csv.trimEnd().split('\r\n');
  const column = header.split(';').indexOf('"Total"');
  const sum = lines.reduce((cents, line) => cents + centsOf(line.split(';')[column] ?? ''), 0);
  expect(sum).toBe(total);

  await page.setViewportSize({ width: 768, height: 1024 });
  await expectAccessible('the charges of a client on a tablet');
  await user.press('j', 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Envío|-\d+$/ })).toBeVisible();
});

test('Mesa de ayuda reads who may see the charges', async ({ page }) => {
  await openConsoleAs(page, 'mesa', '/consola/cobros');
  await expect(page.getByText(/Mesa de ayuda.*ver los cobros/)).toBeVisible();
});
