import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';

const CALL = '/api/v1/client/statistics/complete_total_shippings';

/** Returns the range of the next statistics request. */
async function rangeAfter(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const [request] = await Promise.all([page.waitForRequest((asked) => new URL(asked.url()).pathname === CALL), act()]);
  const query = new URL(request.url()).searchParams;
  return [query.get('filter[from_date]') ?? '', query.get('filter[to_date]') ?? ''];
}

/** Builds the gateway's counts of shipments by province. */
function totalsOf(counts: Record<string, number>) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const provinces_array = Object.entries(counts).map(([name, count]) => ({
    name,
    total: count,
    percentage: Math.round((10_000 * count) / total) / 100,
  }));
  return { total, provinces_array, results: { total, provinces_array } };
}

const answer = (page: Page, counts: Record<string, number>) =>
  page.route(`**${CALL}*`, (route) => route.fulfill({ json: totalsOf(counts) }));

const MANY = { 'Buenos Aires': 500, Córdoba: 300, Atlántida: 180, Chaco: 8, Formosa: 7, Jujuy: 5 };

const chart = (page: Page) => page.getByRole('img', { name: /^Gráfico de anillo/ });
const slices = (page: Page) => chart(page).locator('path');
const legend = (page: Page) => page.getByRole('list', { name: 'Referencias del gráfico' });
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Envíos por provincia' }).getByRole('row', { name: new RegExp(`^${name}`) });
/** Text in the middle of the ring: a share or a count, with its label. */
const middle = (page: Page) => page.locator('figure p');
const ground = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test.describe('The statistics', () => {
  test('show this month by default, accept any two days, and add up: provinces to the total, percentages to 100', {
    tag: '@both',
  }, async ({ page, logIn, expectAccessible }) => {
    await page.clock.setFixedTime('2026-03-31T12:00:00-03:00');
    await logIn('demo');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estadísticas');
    await expect(page.getByText('Del 01/03/2026 al 31/03/2026')).toBeVisible();
    await page.clock.setFixedTime(new Date());
    await page.getByRole('button', { name: 'Seleccionar Fechas' }).click();
    await field(page, 'Desde').fill('');
    await field(page, 'Hasta').fill('');
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.getByText('Fecha ingreso desde es requerida')).toBeVisible();
    await expectAccessible('days that are missing');
    await field(page, 'Desde').fill('05/01/2026');
    await field(page, 'Hasta').fill('06/01/2026');
    const update = () => page.getByRole('button', { name: 'Actualizar' }).click();
    expect(await rangeAfter(page, update)).toEqual(['2026-01-05', '2026-01-06']);
    await expect(page.getByText('Del 05/01/2026 al 06/01/2026')).toBeVisible();

    await page.getByRole('button', { name: 'Últimos 3 meses' }).click();
    const body = page.getByRole('region', { name: 'Envíos por provincia' });
    await expect(body.getByRole('row').last()).toContainText('Total');
    const numbers = async (column: number) =>
      (await body.locator(`tbody td:nth-child(${column})`).allInnerTexts()).map((text) =>
        Number(text.replace(/[^\d,]/g, '').replace(',', '.')),
      );
    const sum = (all: number[]) => all.reduce((before, number) => before + number, 0);
    const total = async () => Number((await body.locator('tfoot td').last().innerText()).replace(/\D/g, ''));
    // Rows and total may be read before or after the new response.
    await expect(page.getByRole('button', { name: 'Últimos 3 meses' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => sum(await numbers(3)) - (await total())).toBe(0);
    await expect.poll(async () => Math.round(sum(await numbers(2)) * 10) / 10).toBe(100);
  });

  test('are drawn as a ring in fixed colours, and a highlighted province is highlighted in the legend and the table too', async ({
    page,
    logIn,
  }) => {
    await answer(page, MANY);
    await logIn('demo');
    await expect(chart(page)).toHaveAccessibleName(
      'Gráfico de anillo: 1.000 envíos en 5 provincias. Buenos Aires 50,00 %, Córdoba 30,00 %, Atlántida 18,00 %. La tabla tiene el detalle.',
    );
    await expect(slices(page)).toHaveCount(4);
    await expect(legend(page).getByRole('button')).toHaveText([
      /^Buenos Aires/,
      /^Córdoba/,
      /^Atlántida/,
      /^Otras provincias/,
    ]);
    const colours = await slices(page).evaluateAll((parts) => parts.map((part) => getComputedStyle(part).fill));
    expect(colours.slice(0, 3)).toEqual(['rgb(12, 115, 195)', 'rgb(47, 159, 61)', 'rgb(116, 128, 140)']);
    const patches = legend(page).locator('rect');
    expect(await patches.evaluateAll((parts) => parts.map((part) => getComputedStyle(part).fill))).toEqual(colours);
    await expect(page.getByRole('region', { name: 'Envíos por provincia' }).locator('tbody tr')).toHaveCount(6);

    await expect(middle(page)).toHaveText('5provincias');
    const plain = await ground(row(page, 'Chaco').getByRole('cell').first());

    await row(page, 'Córdoba').hover();
    await expect(middle(page)).toHaveText('30,00 %Córdoba');
    // The hover must hit the ring: the middle of a half is in the hole.
    const half = await slices(page).first().boundingBox();
    if (!half) throw new Error('the ring has no place');
    await page.mouse.move(half.x + half.width - 10, half.y + half.height / 2);
    await expect(middle(page)).toHaveText('50,00 %Buenos Aires');
    await expect.poll(() => ground(row(page, 'Buenos Aires').getByRole('cell').first())).not.toBe(plain);

    // Hovering 'Otras provincias' marks the rows of all its provinces; hovering a row marks only that row.
    await legend(page).getByRole('button', { name: 'Otras provincias' }).hover();
    await expect(middle(page)).toHaveText('2,00 %Otras provincias');
    for (const name of ['Chaco', 'Formosa', 'Jujuy']) {
      await expect.poll(() => ground(row(page, name).getByRole('cell').first())).not.toBe(plain);
    }
    await row(page, 'Formosa').hover();
    await expect(middle(page)).toHaveText('0,70 %Formosa');
    expect(await ground(row(page, 'Jujuy').getByRole('cell').first())).toBe(plain);

    await page.getByRole('heading', { level: 1 }).hover();
    await expect(middle(page)).toHaveText('5provincias');
  });
});
