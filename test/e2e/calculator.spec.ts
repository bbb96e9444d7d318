import type { Locator, Page, Request } from '@playwright/test';
import { money } from '#shared/format.ts';
import { alertOn, asClient } from './created-order.ts';
import { expect, test } from './fixtures.ts';
import { OrderPage } from './order-page.ts';

const GROUPED = '**/api/v1/client/zip_code/grouped?*';
const RATE = '**/api/rate';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const quotation = (page: Page) => page.getByRole('region', { name: 'Cotización' });
/** What stands beside a name in the quotation. */
const figure = (page: Page, name: string): Locator =>
  quotation(page)
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('dd');

const isRate = (request: Request) => new URL(request.url()).pathname === '/api/rate';

const PARCEL = { Largo: '50', Alto: '30', Ancho: '40', Peso: '1.000' };

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text);
}

/** The sums of the next quote, provoked by `act`. */
async function quoteAfter(page: Page, act: () => Promise<unknown>) {
  const [answer] = await Promise.all([page.waitForResponse(RATE), act()]);
  return { request: answer.request(), results: (await answer.json()).results };
}

test('A delivery is quoted: what it costs, by which weight, and when it arrives', { tag: '@both' }, async ({
  page,
  logIn,
  expectAccessible,
}) => {
  await logIn('demo');
  await page.getByRole('link', { name: 'Calculadora' }).click();
  await field(page, 'Código postal').fill('500');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('grouped') && asked.push(request.url()));
  const grouped = page.waitForRequest(GROUPED);
  await field(page, 'Código postal').fill('5000');
  expect(Object.fromEntries(new URL((await grouped).url()).searchParams)).toEqual({ 'filter[code]': '5000' });
  await expect(field(page, 'Provincia')).toHaveValue('Córdoba');
  expect(asked).toHaveLength(1);

  await fill(page, { ...PARCEL, 'Valor declarado': '85.000' });
  const { request, results } = await quoteAfter(page, () => button(page, 'Calcular').click());
  expect(request.postDataJSON()).toEqual({
    delivery_mode: 1,
    zip_code: '5000',
    province: 'Córdoba',
    packages: [{ width: 40, height: 30, length: 50, real_weight: 1, gross_price: 85_000 }],
  });
  const { shipping_cost, insurance_cost, tax, final_value } = results;
  expect(Math.round((shipping_cost + insurance_cost + tax) * 100)).toBe(Math.round(final_value * 100));
  await expect(figure(page, 'Valor del envío')).toHaveText(money(shipping_cost));
  await expect(figure(page, 'Seguro')).toHaveText(money(insurance_cost));
  await expect(figure(page, 'IVA')).toHaveText(money(tax));
  await expect(quotation(page).getByText(money(final_value), { exact: true })).toBeVisible();
  expect(money(final_value)).toContain('$\u00a0');
  await expect(figure(page, 'Moneda')).toHaveText('ARS');
  await expect(figure(page, 'Peso real')).toHaveText('1 kg');
  await expect(figure(page, 'Peso volumétrico')).toHaveText('12 kg');
  await expect(quotation(page)).toContainText('Se cobra por volumen: 12 kg, porque supera el peso real (1 kg).');
  const spanish = (day: string) => day.split('-').reverse().join('/');
  await expect(figure(page, 'Entrega mínima estimada')).toContainText(spanish(results.min_delivery_date));
  await expect(figure(page, 'Entrega máxima estimada')).toContainText(spanish(results.max_delivery_date));
  await expect(quotation(page)).toContainText('Entre 2 y 5 días hábiles desde que lo retiramos.');
  await expect(quotation(page)).toContainText('Las fechas cuentan desde el estado Retirado');

  await field(page, 'Peso').fill('14000');
  await expect(quotation(page)).toContainText('Cambiaste los datos.');
  await expectAccessible('a quotation of other data');
  const again = await quoteAfter(page, () => button(page, 'Volvé a calcular').click());
  expect(again.request.postDataJSON().packages[0].real_weight).toBe(14);
  await expect(quotation(page)).toContainText('Se cobra por peso: 14 kg, porque supera el peso volumétrico (12 kg).');
  await expect(quotation(page)).not.toContainText('Cambiaste los datos.');

  await button(page, 'Limpiar').click();
  await expect(field(page, 'Código postal')).toBeFocused();
  for (const label of ['Código postal', 'Provincia', 'Largo', 'Peso', 'Valor declarado']) {
    await expect(field(page, label)).toHaveValue('');
  }
  await expect(quotation(page)).toContainText('Completá los datos');
});

test('What is missing or wrong is told on its field, and what was typed survives a refusal', async ({
  page,
  logIn,
  allowConsole,
}) => {
  allowConsole(/422|500/);
  await logIn('demo');
  await page.goto('/calculadora');
  const asked: Request[] = [];
  page.on('request', (request) => isRate(request) && asked.push(request));
  await button(page, 'Calcular').click();
  for (const [label, message] of [
    ['Código postal', 'Este dato es obligatorio'],
    ['Provincia', 'Este dato es obligatorio'],
    ['Largo', 'El largo es obligatorio'],
    ['Alto', 'El alto es obligatorio'],
    ['Ancho', 'El ancho es obligatorio'],
    ['Peso', 'Este dato es obligatorio'],
  ] as const) {
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`${message}$`));
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Revisá estos 6 datos' })).toBeVisible();
  await expect(field(page, 'Código postal')).toBeFocused();
  await field(page, 'Código postal').fill('500');
  await expect(field(page, 'Código postal')).toHaveAccessibleDescription('El código postal no es válido');
  await field(page, 'Código postal').fill('5000');
  await expect(field(page, 'Provincia')).toHaveValue('Córdoba');
  for (const label of ['Código postal', 'Provincia']) {
    await expect(field(page, label)).not.toHaveAttribute('aria-invalid');
  }
  expect(asked).toEqual([]);

  await fill(page, PARCEL);
  const errors = [{ field: 'packages[0].real_weight', message: 'Es demasiado pesado' }];
  await page.route(RATE, (route) => route.fulfill({ status: 422, json: { message: 'No se pudo cotizar', errors } }));
  await button(page, 'Calcular').click();
  await expect(alertOn(page)).toContainText('No se pudo cotizar');
  await expect(alertOn(page)).toContainText('Peso: Es demasiado pesado');
  await expect(field(page, 'Peso')).toHaveAccessibleDescription('Es demasiado pesado');
  await expect(field(page, 'Peso')).toBeFocused();
  await page.unroute(RATE);
  await page.route(RATE, (route) => route.fulfill({ status: 500, json: { message: 'Se rompió' } }));
  await field(page, 'Peso').fill('900');
  await page.keyboard.press('Enter');
  await expect(alertOn(page)).toContainText('Se rompió');
  await expect(field(page, 'Largo')).toHaveValue('50');
  await expect(field(page, 'Provincia')).toHaveValue('Córdoba');
  await page.unroute(RATE);
  await page.keyboard.press('Enter');
  await expect(figure(page, 'Peso real')).toHaveText('0,9 kg');
});

test('A postal code of several provinces lets one be chosen, an unknown one any of its region', async ({
  page,
  logIn,
  allowConsole,
}) => {
  allowConsole(/500/);
  await logIn('demo');
  await page.goto('/calculadora');
  const names = ['Buenos Aires', 'La Pampa'];
  await page.route(GROUPED, (route) =>
    route.fulfill({ json: { results: { provinces: names.map((name) => ({ name })) } } }),
  );
  const province = field(page, 'Provincia');
  await field(page, 'Código postal').fill('6360');
  await expect(province.getByRole('option')).toHaveText(['Elegí una provincia', ...names]);
  await expect(province).toHaveValue('');
  await expect(province).toHaveAccessibleDescription('Ese código postal está en 2 provincias: elegí una');
  await province.selectOption('La Pampa');
  await field(page, 'Código postal').fill('B6360ABC');
  await expect(province).toHaveValue('Buenos Aires');

  await page.unroute(GROUPED);
  await page.route(GROUPED, (route) => route.fulfill({ status: 500, json: { message: 'x' } }));
  await field(page, 'Código postal').fill('9999');
  const region = ['Elegí una provincia', 'Chubut', 'Santa Cruz', 'Tierra del Fuego'];
  await expect(province.getByRole('option')).toHaveText(region);
  await expect(province).toHaveAccessibleDescription('No encontramos ese código postal: elegí la provincia');
  await expect(province).toHaveValue('');
});

test('Calculator, order form and the order that is made say the same price', async ({ page, logIn }) => {
  await logIn('basico');
  await page.goto('/calculadora');
  await field(page, 'Código postal').fill('1425');
  await expect(field(page, 'Provincia')).not.toHaveValue('');
  await fill(page, { Largo: '33', Alto: '27', Ancho: '41', Peso: '2.501', 'Valor declarado': '123.456' });
  const { results } = await quoteAfter(page, () => page.keyboard.press('Enter'));
  await expect(quotation(page)).toContainText(money(results.final_value));

  const order = new OrderPage(page);
  await order.openByLink();
  const number = await order.fillOrder();
  await order.fillMeasures(1, ['33', '41', '27', '2.501', '123.456']);
  await expect(order.summary.locator('.total-amount')).toHaveText(money(results.final_value));
  await expect(order.summary).toContainText('Se cobra por volumen: 7,307 kg');
  await order.save.click();
  await page.waitForURL('**/ordenes');
  const stored = await page.request.get('/api/v1/client/order/', {
    headers: await asClient(page),
    params: { 'filter[order]': number },
  });
  expect((await stored.json()).results[0].rate_value).toBe(results.final_value);
});

test('The keyboard alone quotes on a phone, where the quotation comes into sight', async ({ page, logIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn('demo');
  await page.goto('/calculadora');
  await field(page, 'Código postal').focus();
  await page.keyboard.type('1425');
  await expect(field(page, 'Provincia')).not.toHaveValue('');
  await page.keyboard.press('Tab');
  for (const text of ['20', '10', '30', '1200']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Control+Enter');
  await expect(quotation(page)).toContainText('Se cobra por peso: 1,2 kg, igual al peso volumétrico.');
  await expect(quotation(page).getByText('Sin valor declarado')).toBeInViewport();
  await expect(field(page, 'Peso')).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
