import { readPdf } from '#test/callers/read-pdf.ts';
import { loadExampleData, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { OrderPage } from '#test/e2e/orders/order-page.ts';
import { printInTab } from '#test/e2e/orders/shipments/print-tab.ts';
import { type ServerProcess, startServerProcess } from '#test/e2e/server-process.ts';
import { tokenIn } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

// The main job from the first visit to the printed label, on an installation without demonstration data whose mails go
// to a real SMTP server.
let mail: FakeMailServer;
let server: ServerProcess;

test.beforeAll(async () => {
  mail = await startFakeMailServer();
  server = await startServerProcess({ DEMO: '0', REGISTRATION: 'open', SMTP_URL: mail.url, OPS_API_KEY: PROVIDER_KEY });
  await loadExampleData(server.url);
});
test.afterAll(async () => {
  await server.stop();
  await mail.stop();
});

const PERSON = { email: 'ines.ledesma@example.com', username: 'ines.ledesma', password: 'mates-2026' };

// A whole working day in one test needs more than the default timeout.
test.describe.configure({ timeout: 180_000 });

test('a visitor registers, activates, accepts the terms, creates an order and prints its label', async ({
  page,
  expectAccessible,
}) => {
  await test.step('registers in four steps', async () => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Registrate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre', { exact: true }).fill('Inés');
    await dialog.getByLabel('Apellido').fill('Ledesma');
    await dialog.getByLabel('Teléfono').fill('11 5555-0101');
    await dialog.getByLabel('Email').fill(PERSON.email);
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByLabel('CUIT').fill('30-71234567-1');
    await dialog.getByLabel('Razón social').fill('Cerámica Ledesma S.R.L.');
    await dialog.getByLabel('Nombre de la empresa').fill('Cerámica Ledesma');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByLabel('Calle').fill('Humboldt');
    await dialog.getByLabel('Número').fill('1750');
    await dialog.getByLabel('Código postal').fill('1414');
    await dialog.getByLabel('Provincia').selectOption('Ciudad Autónoma de Buenos Aires');
    await dialog.getByLabel('Localidad').fill('CABA');
    await dialog.getByLabel('Barrio').fill('Palermo');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByLabel('Nombre de usuario').fill(PERSON.username);
    await dialog.getByLabel('Contraseña', { exact: true }).fill(PERSON.password);
    await dialog.getByLabel('Repetí la contraseña').fill(PERSON.password);
    await expectAccessible('the registration');
    await dialog.getByRole('button', { name: 'Finalizar' }).click();
    await expect(dialog.getByText('¡Registro exitoso!')).toBeVisible();
    await expect(dialog.getByText('Ingrese a su email para verificar su cuenta.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /Podrá Reenviar en \d+/ })).toBeDisabled();
  });

  await test.step('activates by the link in the mail', async () => {
    const [letter] = await mail.mailsTo(PERSON.email);
    await page.goto(`${server.url}/activation/${tokenIn(letter)}`);
    await expect(page.getByText('La cuenta se activó correctamente')).toBeVisible();
    await page.getByRole('link', { name: 'Ir al login' }).click();
  });

  await test.step('logs in and accepts the terms', async () => {
    await page.getByLabel('Usuario').fill(PERSON.username);
    await page.getByLabel('Contraseña', { exact: true }).fill(PERSON.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Ingreso Exitoso', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Términos y Condiciones de Transporte' })).toBeVisible();
    const accept = page.getByRole('button', { name: 'Acepto los terminos y condiciones' });
    await expect(accept).toBeDisabled();
    await page.getByLabel('He leido y acepto los términos y condiciones.').check();
    await accept.click();
    await expect(page.getByText('Términos y condiciones aceptados', { exact: true })).toBeVisible();
  });

  await test.step('sees an empty list that offers to create the first order', async () => {
    await page.goto(`${server.url}/ordenes`);
    await expect(page.getByText('No hay resultados disponibles')).toBeVisible();
    await page.getByRole('link', { name: 'Crear tu primera orden' }).click();
    await expect(page).toHaveURL(/nueva-orden/);
  });

  await test.step('completes the order form and creates a product in it', async () => {
    const order = new OrderPage(page);
    await page.getByLabel('Entrega a domicilio').check();
    await order.fillOrder('CL-0001');
    await expect(page.getByLabel('Provincia')).toHaveValue('Ciudad Autónoma de Buenos Aires');
    await order.field('Piso').fill('7');
    await order.field('Dpto.').fill('B');

    await order
      .shipment(1)
      .getByRole('button', { name: /Nuevo Producto/ })
      .click();
    const modal = page.getByRole('dialog');
    await modal.getByLabel('SKU').fill('TAZA-01');
    await modal.getByLabel('Descripción').fill('Taza de gres');
    await modal.getByLabel('Categoría').selectOption('Hogar y decoración');
    await modal.getByLabel('Valor').fill('12500');
    await modal.getByLabel('Largo').fill('12');
    await modal.getByLabel('Ancho').fill('10');
    await modal.getByLabel('Alto').fill('10');
    await modal.getByLabel('Peso').fill('350');
    await modal.getByRole('button', { name: 'Guardar' }).click();
    await expect(modal).toBeHidden();
    await order.shipment(1).getByLabel('Cantidad del ítem 1').fill('2');
    await expect(order.shipment(1).getByLabel('Peso')).toHaveValue(/700/);
    await order.shipment(1).getByLabel('Largo').fill('30');
    await order.shipment(1).getByLabel('Ancho').fill('20');
    await order.shipment(1).getByLabel('Alto').fill('15');

    await order.button('Agregar Envío').click();
    await order.fillMeasures(2, ['40', '30', '20', '1500', '8000']);
    await expectAccessible('the new order');
    await order.save.click();
  });

  await test.step('sees the order in the list and opens it', async () => {
    await expect(page).toHaveURL(/\/ordenes$/);
    await page.getByRole('link', { name: 'CL-0001' }).click();
    await expect(page.getByRole('heading', { name: 'Orden # CL-0001' })).toBeVisible();
    await expect(page.getByText('(1/2)')).toBeVisible();
  });

  await test.step('prints labels whose codes contain the right ids', async () => {
    // A test can't read the document of the PDF tab, so the response is intercepted.
    const printed = Promise.withResolvers<Buffer>();
    await page.route('**/*.pdf', async (route) => {
      const response = await route.fetch();
      printed.resolve(await response.body());
      await route.fulfill({ response });
    });
    await printInTab(page, () => page.getByRole('button', { name: 'Imprimir etiquetas' }).click());
    const { pages } = await readPdf(new Uint8Array(await printed.promise));
    const url = await page.getByRole('link', { name: 'Seguimiento' }).first().getAttribute('href');
    const tracking = /\/seguimiento\/([0-9A-Z]{11})/.exec(url ?? '')?.[1];
    const codes = pages.flatMap(({ codes: found }) => found.map(({ text }) => text));
    expect(pages).toHaveLength(2);
    expect(codes).toContain(`${tracking}-1`);
    expect(codes).toContain(`${tracking}-2`);
    expect(codes.filter((text) => text.includes('/seguimiento/'))).toHaveLength(2);
  });
});
