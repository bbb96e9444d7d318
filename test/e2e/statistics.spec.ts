import type { Locator, Page } from '@playwright/test';
import { failUntilRetried } from './failing-call.ts';
import { expect, test } from './fixtures.ts';

const CALL = '/api/v1/client/statistics/complete_total_shippings';

/** The range that the next statistics call asks for. */
async function rangeAfter(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const [request] = await Promise.all([page.waitForRequest((asked) => new URL(asked.url()).pathname === CALL), act()]);
  const query = new URL(request.url()).searchParams;
  return [query.get('filter[from_date]') ?? '', query.get('filter[to_date]') ?? ''];
}

/** What the gateway answers about these shipments by province. */
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
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
/** What the middle of the ring says: share or count, and of what. */
const middle = (page: Page) => page.locator('figure p');
const ground = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test.describe('The statistics', () => {
  test('begin with this month, its total and its provinces', { tag: '@both' }, async ({ page, logIn }) => {
    await page.clock.setFixedTime('2026-03-31T12:00:00-03:00');
    await logIn('demo');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estadísticas');
    await expect(page.getByRole('heading', { name: 'Cantidad de Envíos' })).toBeVisible();
    await expect(page.getByText('Del 01/03/2026 al 31/03/2026')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['Provincia', '%', 'Envíos']);
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

  test('take two chosen days, and refuse those that make no sense', { tag: '@both' }, async ({
    page,
    logIn,
    expectAccessible,
  }) => {
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

  test('are drawn as a ring with a legend in the fixed colours, the small provinces together', async ({
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
  });

  test('point a province out in the ring, its legend and the table together', async ({ page, logIn }) => {
    await answer(page, MANY);
    await logIn('demo');
    await expect(middle(page)).toHaveText('5provincias');
    const plain = await ground(row(page, 'Chaco').getByRole('cell').first());

    await row(page, 'Córdoba').hover();
    await expect(middle(page)).toHaveText('30,00 %Córdoba');
    // The right half of the ring: its middle is in the hole.
    const half = await slices(page).first().boundingBox();
    if (!half) throw new Error('the ring has no place');
    await page.mouse.move(half.x + half.width - 10, half.y + half.height / 2);
    await expect(middle(page)).toHaveText('50,00 %Buenos Aires');
    await expect.poll(() => ground(row(page, 'Buenos Aires').getByRole('cell').first())).not.toBe(plain);

    // A slice of several points all of them out, one of them itself.
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

  test('point a province out by the keyboard, and keep it when it is pressed', async ({ page, logIn }) => {
    await answer(page, MANY);
    await logIn('demo');
    await expect(slices(page)).toHaveCount(4);
    await page.getByRole('button', { name: 'Seleccionar Fechas' }).focus();
    await page.keyboard.press('Tab');
    const first = legend(page).getByRole('button').first();
    await expect(first).toBeFocused();
    await expect(middle(page)).toHaveText('50,00 %Buenos Aires');
    await page.keyboard.press('Tab');
    await expect(middle(page)).toHaveText('30,00 %Córdoba');
    await page.keyboard.press('Enter');
    await expect(legend(page).getByRole('button', { name: 'Córdoba' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(middle(page)).toHaveText('30,00 %Córdoba');
  });

  test('say that there is nothing, without a chart of nothing in the way', async ({ page, logIn }) => {
    await answer(page, {});
    await logIn('demo');
    await expect(page.getByText('No hay resultados disponibles')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Gráfico de anillo sin envíos' })).toBeVisible();
    await expect(legend(page)).toBeHidden();
  });

  test('stay a page when they cannot be loaded', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 500/);
    await failUntilRetried(page, `**${CALL}*`);
    await logIn('demo');
    await expect(page.getByText('Ocurrió un error')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Cantidad de Envíos' })).toBeVisible();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('Ocurrió un error')).toBeHidden();
  });

  test('fit a phone', async ({ page, logIn }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await answer(page, MANY);
    await logIn('demo');
    await expect(slices(page)).toHaveCount(4);
    await page.getByRole('button', { name: 'Seleccionar Fechas' }).click();
    await expect(field(page, 'Desde')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

/** Moments near midnight in Buenos Aires, when it is already, or still, another day elsewhere. */
const MOMENTS = [
  { at: '2026-03-31T23:59:30-03:00', month: ['2026-03-01', '2026-03-31'], last: ['2026-02-28', '2026-03-31'] },
  { at: '2026-04-01T00:00:30-03:00', month: ['2026-04-01', '2026-04-01'], last: ['2026-03-01', '2026-04-01'] },
];

for (const timezoneId of ['Asia/Tokyo', 'America/Los_Angeles']) {
  test.describe(`In a browser set to ${timezoneId}`, () => {
    test.use({ timezoneId });

    for (const { at, month, last } of MOMENTS) {
      test(`the statistics of ${at} are those of the day in Buenos Aires`, async ({ page, logIn }) => {
        await page.clock.setFixedTime(at);
        expect(await rangeAfter(page, () => logIn('demo'))).toEqual(month);
        const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
        expect(await rangeAfter(page, () => press('Último mes'))).toEqual(last);
        await press('Seleccionar Fechas');
        const calendars = page.getByRole('button', { name: 'Abrir el calendario' });
        await calendars.last().click();
        await expect(page.locator('[data-today]')).toHaveText(String(Number(last[1]?.slice(8))));
        await page.keyboard.press('Escape');
        await calendars.first().click();
        await page.getByRole('gridcell', { name: '15' }).getByRole('button').click();
        const from = `${last[0]?.slice(0, 7)}-15`;
        expect(await rangeAfter(page, () => press('Actualizar'))).toEqual([from, last[1]]);
      });
    }
  });
}
