import { expect } from './fixtures.ts';
import { test } from './new-order-test.ts';
import { expectLimits } from './order-limits.ts';

const REQUIRED = 'Este dato es obligatorio';

test('what is missing is told on its field, in a summary that leads there, and the first field is focused', {
  tag: '@both',
}, async ({ order, page }) => {
  await expect(order.summary).toContainText('Faltan 19 datos para guardar');
  await order.save.click();

  const first = order.field('Nro. de Orden Interno');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription(new RegExp(REQUIRED));
  const problems = page.getByRole('alert').filter({ hasText: 'Revisá estos 19 datos' });
  await expect(problems.getByRole('link')).toHaveCount(19);
  for (const label of ['Calle', 'Altura', 'Entre calle 1', 'Código postal', 'Provincia', 'Localidad', 'Barrio']) {
    await expect(order.field(label)).toHaveAccessibleDescription(new RegExp(REQUIRED));
  }
  for (const label of ['Nombre', 'Apellido', 'Documento', 'Destinatario', 'Email', 'Teléfono', 'Peso', 'Valor']) {
    await expect(order.field(label)).toHaveAccessibleDescription(new RegExp(REQUIRED));
  }
  for (const [label, name] of [
    ['Largo', 'largo'],
    ['Ancho', 'ancho'],
    ['Alto', 'alto'],
  ] as const) {
    await expect(order.field(label)).toHaveAccessibleDescription(`El ${name} es obligatorio`);
  }
  for (const label of ['Remitente', 'Piso', 'Dpto.', 'Entre calle 2', 'Observaciones']) {
    await expect(order.field(label)).not.toHaveAttribute('aria-invalid');
  }
  // Clear of the bar at the foot, which would cut a link in two.
  await problems.evaluate((summary) => summary.scrollIntoView({ block: 'center' }));

  await problems.getByRole('link', { name: /Envío 1, Alto/ }).click();
  await expect(order.field('Alto')).toBeFocused();
});

test('every limit is told when a field is left, and not one character earlier', async ({ order }) => {
  await expectLimits(order);
  await expect(order.page.getByText('250 / 250')).toBeVisible();
});

test('an item needs a product and a quantity from 1 to 9999', async ({ order }) => {
  await order.button('Agregar Ítem').click();
  const product = order.field('Producto del ítem 1');
  const quantity = order.field('Cantidad del ítem 1');
  await expect(product).toBeFocused();
  await expect(quantity).toHaveValue('1');
  await order.save.click();
  await expect(product).toHaveAccessibleDescription('Este campo es obligatorio');
  for (const [text, message] of [
    ['', 'Obligatorio'],
    ['0', 'Mínimo 1'],
    ['10000', 'Máximo 9999'],
  ] as const) {
    await quantity.fill(text);
    await expect(quantity).toHaveAccessibleDescription(message);
  }
  await quantity.fill('9999');
  await expect(quantity).not.toHaveAttribute('aria-invalid');
});

test('the postal code is looked up from four characters on, once for each code, and closes late', {
  tag: '@both',
}, async ({ order, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.includes('zip_code')) asked.push(url.search);
  });
  const zip = order.field('Código postal');
  await zip.pressSequentially('1425');
  await expect(page.getByRole('option', { name: '1425 · Palermo, CABA' })).toBeVisible();
  await zip.press('Backspace');
  await expect(page.getByRole('option')).toHaveCount(0);
  await zip.pressSequentially('5');
  await page.getByRole('option', { name: '1425 · Palermo, CABA' }).click();
  expect(asked.map((search) => decodeURIComponent(search))).toEqual(['?page=1&limit=999&filter[code]=1425']);
  await expect(order.field('Localidad')).toHaveValue('Palermo');
  await expect(order.field('Barrio'), 'a locality of the City is a neighbourhood').toHaveValue('Palermo');

  await zip.fill('1429');
  await expect(order.field('Provincia'), 'another code takes the province back').toHaveValue('');
  await page.getByRole('option').first().waitFor();
  await zip.press('Tab');
  await expect(page.getByRole('option').first(), 'the list outlives the focus').toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('a postal code that the table lacks, or that cannot be looked up, never blocks an order', async ({
  order,
  page,
  allowConsole,
}) => {
  await order.field('Código postal').fill('9999');
  const province = page.getByRole('combobox', { name: 'Provincia' });
  const region = ['Elegí una provincia', 'Chubut', 'Santa Cruz', 'Tierra del Fuego'];
  await expect(province.getByRole('option'), 'only those of its region').toHaveText(region);
  await province.selectOption('Chubut');
  await order.field('Código postal').fill('U9999ABC');
  await expect(order.field('Provincia'), 'the letter of a CPA names it').toHaveValue('Chubut');

  allowConsole(/500/);
  await page.route('**/zip_code/**', (route) => route.fulfill({ status: 500, json: { message: 'Falló' } }));
  await order.field('Código postal').fill('5000');
  await expect(page.getByRole('combobox', { name: 'Provincia' })).toBeVisible();
  await expect(order.alert).toHaveCount(0);
});

test('the receiver is named after first and last name until another name is written', async ({ order }) => {
  await order.field('Nombre').fill('Ana');
  await order.field('Apellido').fill('Gómez');
  await expect(order.field('Destinatario')).toHaveValue('Ana Gómez');
  await order.field('Destinatario').fill('Recepción');
  await order.field('Apellido').fill('Pérez');
  await expect(order.field('Destinatario')).toHaveValue('Recepción');
});
