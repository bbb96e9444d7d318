import type { Browser, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { OrderPage } from '#test/e2e/orders/order-page.ts';
import { type ServerProcess, startServerProcess } from '#test/e2e/server-process.ts';
import { createAuthenticator, STAFF_PASSWORD } from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const ADMIN = 'ana@proveedor.example';
const OWNER = 'duenia@tienda.example';

let mail: FakeMailServer;
let server: ServerProcess;
test.beforeAll(async () => {
  mail = await startFakeMailServer();
  server = await startServerProcess({
    NODE_ENV: 'production',
    SMTP_URL: mail.url,
    FIRST_ADMIN: ADMIN,
    MAIL_FROM: 'Logística Sur <hola@sur.example>',
    BRAND_NAME: 'Logística Sur',
    BRAND_SUPPORT: 'soporte@sur.example',
    SHED_AFTER_MS: '60000',
  });
});
test.afterAll(async () => {
  await server?.stop();
  await mail?.stop();
});

/** Returns the path of the link in the newest mail to an address. */
async function mailed(address: string): Promise<string> {
  const letters = await mail.mailsTo(address);
  const link = /https?:\/\/\S+/.exec(letters.at(-1)?.text ?? '')?.[0] ?? '';
  return new URL(link).pathname;
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', locale: 'es-AR' });
  return context.newPage();
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Fills fields by their labels. */
async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

/** Accepts the invitation as administrator, with a second factor. */
async function enterAsAdministrator(page: Page): Promise<void> {
  await page.goto(await mailed(ADMIN));
  await page.getByLabel('Nombre y apellido').fill('Ana Paz');
  await page.getByLabel('Contraseña', { exact: true }).fill(STAFF_PASSWORD);
  await page.getByLabel('Repetí la contraseña').fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  const key = (await page.getByText('Si no podés escanearlo').locator('b').textContent()) ?? '';
  await page.getByLabel('Código de tu aplicación').fill(createAuthenticator(key.replaceAll(' ', '')).code(new Date()));
  await page.keyboard.press('Enter');
  await button(page, 'Ya los guardé').click();
  await expect(heading(page, 'Colas')).toBeVisible();
}

/** Enters what the first order needs, from the list of first steps. */
async function takeFirstSteps(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Configuración' }).click();
  await expect(page.getByText('Antes de la primera orden hay que cargar lo que dice «Falta».')).toBeVisible();
  await button(page, 'Enviar').click();
  await button(page, 'Enviar').last().click();
  await expect(page.getByText(/^Anduvo el /)).toBeVisible();

  await page.getByRole('link', { name: 'Cargar Términos y condiciones' }).click();
  await button(page, 'Nueva versión').click();
  await page.getByLabel('Texto', { exact: true }).fill('<h2>Condiciones</h2><p>Las de siempre.</p>');
  await button(page, 'Publicar').click();
  await expect(page.getByRole('row', { name: /1 Rige/ })).toBeVisible();

  await page.getByRole('navigation', { name: 'Configuración' }).getByRole('link', { name: 'Puntos de retiro' }).click();
  await button(page, 'Nuevo punto').click();
  await fill(page, {
    Código: 'C1425',
    Nombre: 'Punto Palermo',
    Domicilio: 'Costa Rica 4321',
    Localidad: 'Palermo',
    'Código postal': '1425',
  });
  await page.getByLabel('Provincia').selectOption('Ciudad Autónoma de Buenos Aires');
  await button(page, 'Guardar').click();
  await expect(page.getByRole('row', { name: /Punto Palermo/ })).toBeVisible();

  await page.getByRole('navigation', { name: 'Configuración' }).getByRole('link', { name: 'Tarifas' }).click();
  await page.getByRole('link', { name: 'Tarifa nueva' }).click();
  await fill(page, {
    'Tramo 1: hasta (g)': '25000',
    'Tramo 1: precio ($ sin IVA)': '10000',
    'Kilo adicional ($ sin IVA)': '500',
    'Días hábiles, mínimo': '1',
    'Días hábiles, máximo': '4',
    'Seguro (por mil)': '10',
    'Seguro mínimo ($)': '0',
  });
  await button(page, 'Publicar').click();
  await expect(page.getByRole('row', { name: /Nro\. 1/ })).toBeVisible();

  await page.getByRole('link', { name: 'Configuración' }).click();
  await expect(page.getByText('No falta nada para la primera orden.')).toBeVisible();
}

test('From an empty installation to the first delivered and charged shipment by screens alone', async ({ browser }) => {
  const page = await openPage(browser);
  await enterAsAdministrator(page);
  await takeFirstSteps(page);

  await page.getByRole('link', { name: 'Clientes' }).click();
  await button(page, 'Nuevo cliente').click();
  await fill(page, {
    'Razón social': 'Tienda Sur S.A.',
    'Nombre de la empresa': 'Tienda Sur',
    CUIT: '30-70835592-1',
    Nombre: 'Delia',
    Apellido: 'Sosa',
    Teléfono: '11 4555-0303',
    Email: OWNER,
    Usuario: 'tiendasur',
  });
  await button(page, 'Crear e invitar').click();
  await expect(heading(page, 'Tienda Sur')).toBeVisible();

  const owner = await openPage(browser);
  const label = await sendFirstShipment(owner);

  await page.getByRole('link', { name: 'Colectas' }).click();
  await button(page, /^Abrir manifiesto de Tienda Sur/).click();
  await expect(heading(page, /^COL-20\d\d-000001$/)).toBeVisible();
  await page.keyboard.type(`${label}\n`);
  await expect(page.getByRole('status').filter({ hasText: '1 de 1' })).toBeVisible();
  await button(page, 'Confirmar el retiro').click();
  await expect(page.getByText('Se retiraron 1 de 1 bulto').first()).toBeVisible();

  await page.getByRole('link', { name: 'Eventos' }).click();
  await expect(page.getByLabel('Etiqueta', { exact: true })).toBeFocused();
  for (const state of ['En Curso', 'Entregado']) {
    await page.keyboard.type(`${label}\n`);
    await expect(page.getByText(/^1 escaneo/)).toBeVisible();
    await page.getByLabel('Estado').selectOption(state);
    await button(page, /^Registrar/).click();
    if (state === 'Entregado') await page.getByRole('alertdialog').getByRole('button', { name: 'Registrar' }).click();
    await expect(page.getByText('1 registrado, 0 repetidos, 0 rechazados')).toBeVisible();
    await button(page, 'Borrar resultados').click();
    await page.getByLabel('Etiqueta', { exact: true }).focus();
  }

  await page.getByRole('link', { name: 'Cobros' }).click();
  // 10,000 and one per cent of 15,000 declared, with IVA.
  await expect(page.getByRole('row', { name: /Tienda Sur/ })).toContainText('$ 12.281,50');
  await owner.goto('/ordenes');
  await expect(owner.getByRole('row', { name: /W-1/ })).toContainText('Entregado');
});

/** Enters as the owner of the first client, and sends a shipment. @returns its label */
async function sendFirstShipment(page: Page): Promise<string> {
  await page.goto(await mailed(OWNER));
  await page.getByLabel('Nueva contraseña').fill('un mate amargo a las siete');
  await page.getByLabel('Repetí la contraseña').fill('un mate amargo a las siete');
  await page.keyboard.press('Enter');
  await page.getByLabel('Usuario').fill('tiendasur');
  await page.getByLabel('Contraseña', { exact: true }).fill('un mate amargo a las siete');
  await button(page, 'Entrar').click();
  await page.getByLabel('He leido y acepto los términos y condiciones.').check();
  await button(page, 'Acepto los terminos y condiciones').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Registered companies give an address; the provider doesn't know it.
  await page.getByRole('link', { name: 'Mi Cuenta' }).click();
  await button(page, 'Agregar dirección').click();
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await field('Calle').fill('Gorriti');
  await field('Altura').fill('4820');
  await field('Código postal').fill('1414');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await field('Barrio').fill('Palermo');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();

  const order = new OrderPage(page);
  await order.openByLink();
  await order.fillOrder('W-1');
  await order.fillMeasures(1, ['20', '10', '30', '900', '15000']);
  await order.save.click();
  await expect(order.alert).toContainText('W-1');
  await page.getByRole('link', { name: 'Órdenes', exact: true }).first().click();
  await page.getByRole('link', { name: /W-1/ }).first().click();
  const shipment = (await page.getByText(/^Envío #[0-9A-Z]{11}-1$/).textContent()) ?? '';
  await button(page, /^Imprimir/)
    .first()
    .click();
  await expect(page.getByText('Las etiquetas ya están impresas.')).toBeVisible();
  return shipment.replace('Envío #', '');
}
