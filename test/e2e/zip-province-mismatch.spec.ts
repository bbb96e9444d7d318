import type { Page } from '@playwright/test';
import { test as account, field as within } from './account-page.ts';
import { makeOrder } from './created-order.ts';
import { expect, test } from './fixtures.ts';
import { test as newOrder } from './new-order-test.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Types a postal code and waits for what the table says of it. */
async function typeZip(page: Page, code: string): Promise<void> {
  await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/zip_code/') && answer.url().includes(code)),
    field(page, 'Código postal').fill(code),
  ]);
}

/** Paths of what a page sends from now on that isn't read only. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'GET' || sent.push(new URL(request.url()).pathname));
  return sent;
}

const USHUAIA = 'El código postal V1043ABC no existe: 1043 es de Ciudad Autónoma de Buenos Aires';

newOrder('a new order with a postal code that does not exist is not sent', async ({ order, page }) => {
  await order.fillOrder();
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  await typeZip(page, 'V1043ABC');
  await expect(order.field('Provincia')).toHaveValue('Tierra del Fuego');
  const sent = sentBy(page);
  await order.save.click();
  await expect(order.field('Código postal')).toHaveAccessibleDescription(USHUAIA);
  await expect(order.field('Código postal')).toBeFocused();
  expect(sent).toEqual([]);
  await order.pickZip('1425');
  await expect(order.field('Código postal')).not.toHaveAttribute('aria-invalid');
});

test('neither is a change of an order', async ({ page, logIn }) => {
  await logIn('inversa');
  const { tracking } = await makeOrder(page);
  await page.goto(`/ordenes/editar/${tracking}`);
  await typeZip(page, 'V1043ABC');
  const sent = sentBy(page);
  await page.getByRole('button', { name: /^Guardar/ }).click();
  await expect(field(page, 'Código postal')).toHaveAccessibleDescription(new RegExp(`${USHUAIA}$`));
  expect(sent).toEqual([]);
});

test('nor is it quoted', async ({ page, logIn }) => {
  await logIn('demo');
  await page.goto('/calculadora');
  await typeZip(page, 'V1043ABC');
  for (const side of ['Largo', 'Alto', 'Ancho', 'Peso']) await field(page, side).fill('10');
  await expect(field(page, 'Provincia')).toHaveValue('Ciudad Autónoma de Buenos Aires');
  const sent = sentBy(page);
  await page.getByRole('button', { name: 'Calcular' }).click();
  await expect(field(page, 'Código postal')).toHaveAccessibleDescription(USHUAIA);
  expect(sent).toEqual([]);
});

test('a registration says which province a postal code has before it is sent', async ({ page }) => {
  const listed = page.waitForResponse((answer) => answer.url().endsWith('/zip_code/provinces'));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Registrate' }).click();
  await listed;
  const type = (label: string, text: string) => within(page.getByRole('dialog'), label).fill(text);
  for (const step of [
    { Nombre: 'Sofía', Apellido: 'Ferreyra', Teléfono: '11 4902-7715', Email: 'sofia@quebracho.example' },
    { CUIT: '30-70835592-0', 'Razón social': 'Quebracho S.R.L.', 'Nombre de la empresa': 'Quebracho' },
    { Calle: 'Gorriti', Número: '4820', 'Código postal': '9410', Localidad: 'Ushuaia', Barrio: 'Centro' },
  ]) {
    for (const [label, text] of Object.entries(step)) await type(label, text);
    if ('Calle' in step) await page.getByLabel('Provincia').selectOption('Chubut');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByLabel('Provincia')).toHaveAccessibleDescription(
    'El código postal 9410 es de Tierra del Fuego',
  );
  await page.getByLabel('Provincia').selectOption('Tierra del Fuego');
  await expect(page.getByLabel('Provincia')).not.toHaveAttribute('aria-invalid');
});

account('a collection address with such a postal code is not kept', async ({ account: page }) => {
  await page.getByRole('button', { name: 'Agregar dirección' }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, text] of [
    ['Calle', 'Gorriti'],
    ['Altura', '4820'],
    ['Localidad', 'Ushuaia'],
    ['Barrio', 'Centro'],
  ] as const)
    await within(dialog, label).fill(text);
  await typeZip(page, 'V1043ABC');
  const sent = sentBy(page);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(within(dialog, 'Código postal')).toHaveAccessibleDescription(USHUAIA);
  expect(sent).toEqual([]);
});
