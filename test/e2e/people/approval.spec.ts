import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { OrderPage } from '#test/e2e/orders/order-page.ts';
import { printInTab } from '#test/e2e/orders/shipments/print-tab.ts';
import { startServerProcess } from '#test/e2e/server-process.ts';
import { registrationForm, tokenIn } from '#test/fixtures/sender-factory.ts';
import { startFakeMailServer } from '#test/services/fake-mail-server.ts';

test('a registration waits for the provider, prints its first label, and keeps a draft through a block', async ({
  page,
  request,
  allowConsole,
}) => {
  // A new installation: a demonstration approves every registration.
  const mail = await startFakeMailServer();
  const settings = { DEMO: '0', REGISTRATION: 'approval', SMTP_URL: mail.url, OPS_API_KEY: PROVIDER_KEY };
  const server = await startServerProcess(settings);
  const provider = async (method: 'GET' | 'POST', path: string, data?: object) => {
    const headers = { 'x-api-key': PROVIDER_KEY };
    const answer = await request.fetch(`${server.url}/api/ops/v1${path}`, { method, headers, ...(data && { data }) });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  try {
    await provider('POST', '/setup/examples');
    const form = registrationForm();
    await request.post(`${server.url}/api/v2/client/register`, { data: form });
    await page.goto(`${server.url}/activation/${tokenIn((await mail.mailsTo(form.email))[0])}`);
    await expect(page.getByText('La cuenta se activó correctamente')).toBeVisible();

    const logIn = async () => {
      await page.getByLabel('Usuario').fill(form.username);
      await page.getByLabel('Contraseña', { exact: true }).fill(form.password);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/estadisticas$/);
    };
    await page.getByRole('link', { name: 'Ir al login' }).click();
    await logIn();
    const terms = page.getByRole('dialog', { name: 'Términos y Condiciones de Transporte' });
    await terms.getByLabel('He leido y acepto los términos y condiciones.').check();
    await terms.getByRole('button', { name: 'Acepto los terminos y condiciones' }).click();
    await expect(terms).toBeHidden();
    const waiting = page.getByRole('button', { name: 'Nueva Orden' }).first();
    await expect(waiting).toHaveAttribute('aria-disabled', 'true');
    await expect(waiting).toHaveAccessibleDescription(/está en revisión/);

    const { results } = await provider('GET', '/client/?filter[state]=pending');
    const [{ client_id: client }] = results;
    await provider('POST', `/client/${client}/approve`);
    const order = new OrderPage(page);
    await order.openByLink();
    const orderId = await order.fillOrder();
    await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
    await order.save.click();
    await expect(order.alert).toContainText(orderId);
    await page.goto(`${server.url}/ordenes`);
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await printInTab(page, () => page.getByRole('button', { name: 'Imprimir etiquetas' }).click());

    allowConsole(/status of 403/);
    await order.openByLink();
    await order.field('Calle').fill('Gorriti');
    await expect(page.getByText(/^Borrador guardado a las/)).toBeVisible();
    // The page learns of the block by its event stream, without an action that could come too late.
    await provider('POST', `/client/${client}/block`, { reason: 'Deuda vencida' });
    await expect(page).toHaveURL(/\/login$/);
    await expect(
      page.getByText(/Tu cuenta está bloqueada: Deuda vencida. Comunicate con soporte/).first(),
    ).toBeVisible();

    await provider('POST', `/client/${client}/unblock`);
    await logIn();
    await order.openByLink();
    await order.button('Retomala').click();
    await expect(order.field('Calle')).toHaveValue('Gorriti');
  } finally {
    // The page must not reconnect to a stopped server.
    await page.goto('about:blank');
    await server.stop();
    await mail.stop();
  }
});
