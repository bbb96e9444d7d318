import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { activationToken } from '#test/e2e/fresh-sender.ts';
import { gatewayUrl } from '#test/e2e/gateway-url.ts';
import { registrationForm } from '#test/fixtures/sender-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

/** Fills the four steps; Enter in the last field of a step leads to the next. */
async function register(page: Page, username: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const type = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Registrate' }).click();
  await expect(dialog.getByLabel('Nombre', { exact: true })).toBeFocused();
  await type('Nombre', 'Sofía');
  await type('Apellido', 'Ferreyra');
  await type('Teléfono', '11 4902-7715');
  await type('Email', `${username}@quebracho.example`);
  await page.keyboard.press('Enter');
  await type('CUIT', '30-70835592-0');
  await type('Razón social', 'Almacén Quebracho S.R.L.');
  await type('Nombre de la empresa', 'Almacén Quebracho');
  await page.keyboard.press('Enter');
  await type('Calle', 'Gorriti');
  await type('Número', '4820');
  await type('Código postal', '1414');
  await dialog.getByLabel('Provincia').selectOption('Ciudad Autónoma de Buenos Aires');
  await type('Localidad', 'CABA');
  await type('Barrio', 'Palermo');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Finalizar' })).toBeDisabled();
  await type('Nombre de usuario', username);
  await type('Contraseña', 'quebracho7');
  await type('Repetí la contraseña', 'quebracho7');
  await dialog.getByRole('button', { name: 'Finalizar' }).click();
  await expect(dialog.getByText('¡Registro exitoso!')).toBeVisible();
}

/** Opens the activation link of a user's mail in the embedded mailbox. */
async function activate(page: Page, username: string): Promise<void> {
  const mail = page.getByRole('row', { name: `${username}@` }).getByRole('link');
  await expect(async () => {
    await page.goto(gatewayUrl('/dev/correo'));
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goto(gatewayUrl((await mail.getAttribute('href')) ?? ''));
  const link = /\/activation\/[\w-]+/.exec(await page.content())?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByText('La cuenta se activó correctamente')).toBeVisible();
  await page.getByRole('link', { name: 'Ir al login' }).click();
}

test('if an e-mail address was registered twice, its owner chooses a password by the activation link', async ({
  page,
  request,
}) => {
  const form = registrationForm({ password: 'la de otra persona' });
  await request.post('/api/v2/client/register', { data: registrationForm({ email: form.email }) });
  const earlier = await activationToken(request, form.email);
  await request.post('/api/v2/client/register', { data: form });
  await page.goto(`/activation/${earlier}`);
  await expect(page.getByText('La cuenta se activó correctamente')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ir al login' })).toBeVisible();
  await page.getByRole('link', { name: 'Elegir mi contraseña' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('la mía, larga');
  await page.getByLabel('Repetí la contraseña', { exact: true }).fill('la mía, larga');
  await page.keyboard.press('Enter');
  await expect(page.getByText('La contraseña fue cambiada correctamente', { exact: true })).toBeVisible();
  await page.getByLabel('Usuario').fill(form.username);
  await page.getByLabel('Contraseña', { exact: true }).fill('la mía, larga');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Términos y Condiciones de Transporte')).toBeVisible();
});

/** Terms as sent by a gateway that doesn't sanitise them. */
const HOSTILE_TERMS = `<h2>T&eacute;rminos</h2><p onclick="x()" style="color:red">Texto entero</p><script>x()</script><img src=x onerror="x()">
<svg><a href="javascript:x()">a</a></svg><style>*{display:none}</style><form action="//x"><input></form><iframe src="//x"></iframe>
<ul><li>uno<li><b>dos</ul><blink>parpadea</blink><a href="https://remito.example/t" target="_top">los anteriores</a>`;

test('a sender registers, activates the account, logs in, accepts the terms and logs out', {
  tag: ['@both', '@strict'],
}, async ({ page, logIn, allowConsole }) => {
  const username = uniqueText('sofia-');
  await page.goto('/login');
  await register(page, username);
  await activate(page, username);
  await page.route('**/api/v1/client/terms/', async (route) => {
    const response = await route.fetch();
    const [newest] = (await response.json()).results;
    await route.fulfill({ response, json: { results: [{ ...newest, text: HOSTILE_TERMS }] } });
  });
  await logIn(username, 'quebracho7');
  const terms = page.getByRole('dialog', { name: 'Términos y Condiciones de Transporte' });
  const accept = terms.getByRole('button', { name: 'Acepto los terminos y condiciones' });
  await expect(accept).toBeDisabled();
  const text = terms.getByRole('region', { name: 'Texto de los términos y condiciones' });
  await expect(text.getByText('Texto entero')).toBeVisible();
  await expect(
    text.locator('script, img, svg, style, form, input, iframe, [onclick], [style], a[href^="java"]'),
  ).toHaveCount(0);
  await expect(text.getByRole('heading', { name: 'Términos' })).toBeVisible();
  await expect(text.getByRole('listitem')).toHaveText(['uno', 'dos']);
  await expect(text.getByText('parpadea')).toBeVisible();
  const link = text.getByRole('link', { name: 'los anteriores' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await page.keyboard.press('Escape');
  await expect(terms).toBeVisible();
  await terms.getByLabel('He leido y acepto los términos y condiciones.').check();
  await accept.click();
  await expect(terms).toBeHidden();

  await page.reload();
  await expect(page).toHaveURL(/\/estadisticas$/);
  for (const path of ['/pagos', '/logistica-inversa', '/fulfillment', '/stock', '/login']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/estadisticas$/);
  }
  await page.goto('/#close?payment_id=1&collection_status=approved&other=x');
  await expect(page).toHaveURL(/\/ordenes\?collection_status=approved&payment_id=1$/);
  await expect(page.getByRole('dialog', { name: 'Operación Realizada' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/ordenes$/);

  await page.evaluate(() => localStorage.setItem('draft:otro:nueva-orden', '{}'));
  await page.getByRole('link', { name: 'Cerrar Sesión' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const session = ['token', 'username', 'auth', 'terms', 'usr_prep', 'fulfillment', 'print_config'];
  expect(await page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), session)).toEqual([]);

  allowConsole(/status of 401/);
  await logIn(username, 'quebracho7');
  await page.route(/\/api\/v\d\/client\//, (route) => route.fulfill({ status: 401, json: { message: 'x' } }));
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
});
