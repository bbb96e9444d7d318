import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const CALL = '/api/v1/client/statistics/complete_total_shippings';

/** The range that the next statistics call asks for. */
async function rangeAfter(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const [request] = await Promise.all([page.waitForRequest((asked) => new URL(asked.url()).pathname === CALL), act()]);
  const query = new URL(request.url()).searchParams;
  return [query.get('filter[from_date]') ?? '', query.get('filter[to_date]') ?? ''];
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test.describe('The statistics', () => {
  test('begin with this month, its total and its provinces', async ({ page, logIn, expectAccessible }) => {
    await page.clock.setFixedTime('2026-03-31T12:00:00-03:00');
    await logIn('demo');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estadísticas');
    await expect(page.getByRole('heading', { name: 'Cantidad de Envíos' })).toBeVisible();
    await expect(page.getByText('Del 01/03/2026 al 31/03/2026')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['Provincia', '%', 'Envíos']);
    await expectAccessible();
  });

  test('go back one, two and three months by their shortcuts, and stay there on a reload', async ({ page, logIn }) => {
    await page.clock.setFixedTime('2026-03-31T12:00:00-03:00');
    await logIn('demo');
    const total = page.getByRole('status').filter({ hasText: /^[\d.]+$/ });
    await expect(total).toBeVisible();
    const press = (name: string) => rangeAfter(page, () => page.getByRole('button', { name, exact: true }).click());
    expect(await press('Último mes')).toEqual(['2026-02-28', '2026-03-31']);
    expect(await press('Últimos 2 meses')).toEqual(['2026-01-31', '2026-03-31']);
    expect(await press('Últimos 3 meses')).toEqual(['2025-12-31', '2026-03-31']);
    await expect(page.getByText('Del 31/12/2025 al 31/03/2026')).toBeVisible();
    expect(await rangeAfter(page, () => page.reload())).toEqual(['2025-12-31', '2026-03-31']);
    await expect(page.getByRole('button', { name: 'Últimos 3 meses' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('take two chosen days, and refuse those that make no sense', async ({ page, logIn, expectAccessible }) => {
    await logIn('demo');
    await expect(field(page, 'Desde')).toBeHidden();
    await page.getByRole('button', { name: 'Seleccionar Fechas' }).click();
    await field(page, 'Desde').fill('');
    await field(page, 'Hasta').fill('');
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.getByText('Fecha ingreso desde es requerida')).toBeVisible();
    await expect(page.getByText('Fecha ingreso hasta es requerida')).toBeVisible();
    await expectAccessible();

    const asked: string[] = [];
    page.on('request', (request) => request.url().includes(CALL) && asked.push(request.url()));
    await field(page, 'Desde').fill('05/01/2026');
    await field(page, 'Hasta').fill('04/01/2026');
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.getByText('No puede ser posterior a la fecha ingreso hasta.')).toBeVisible();
    expect(asked).toEqual([]);

    await field(page, 'Hasta').fill('06/01/2026');
    const update = () => page.getByRole('button', { name: 'Actualizar' }).click();
    expect(await rangeAfter(page, update)).toEqual(['2026-01-05', '2026-01-06']);
    await expect(page.getByText('Del 05/01/2026 al 06/01/2026')).toBeVisible();
  });

  test('add up: the provinces make the total, the shares a hundred', async ({ page, logIn }) => {
    await logIn('demo');
    await page.getByRole('button', { name: 'Últimos 3 meses' }).click();
    const body = page.getByRole('region', { name: 'Envíos por provincia' });
    await expect(body.getByRole('row').last()).toContainText('Total');
    const numbers = async (column: number) =>
      (await body.locator(`tbody td:nth-child(${column})`).allInnerTexts()).map((text) =>
        Number(text.replace(/[^\d,]/g, '').replace(',', '.')),
      );
    const sum = (all: number[]) => all.reduce((before, number) => before + number, 0);
    const total = async () => Number((await body.locator('tfoot td').last().innerText()).replace(/\D/g, ''));
    // Rows and total may be read on either side of the new answer.
    await expect(page.getByRole('button', { name: 'Últimos 3 meses' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => sum(await numbers(3)) - (await total())).toBe(0);
    await expect.poll(async () => Math.round(sum(await numbers(2)) * 10) / 10).toBe(100);
  });

  test('stay a page when they cannot be loaded', async ({ page, logIn, excuse }) => {
    excuse(/status of 500/);
    await page.route(`**${CALL}*`, (route) => route.fulfill({ status: 500, json: {} }));
    await logIn('demo');
    await expect(page.getByText('Ocurrió un error')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Cantidad de Envíos' })).toBeVisible();
    await page.unroute(`**${CALL}*`);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('Ocurrió un error')).toBeHidden();
  });

  test('fit a phone', async ({ page, logIn, expectAccessible }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn('demo');
    await page.getByRole('button', { name: 'Seleccionar Fechas' }).click();
    await expect(field(page, 'Desde')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible();
  });
});
