import { randomBytes } from 'node:crypto';
import type { Route } from '@playwright/test';
import { generateTrackingId } from '#shared/rules/tracking-id.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './order-page.ts';
import { field, heading, isSearch, marked, openPalette, option, orderFor, scan, status } from './palette-page.ts';

test.describe('The search palette', () => {
  test('that is slow to come gets what was typed meanwhile, and the page none of it', async ({ page, logIn }) => {
    const [asked, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/assets/palette-*.js', async (route) => {
      asked.resolve();
      await come.promise;
      await route.continue();
    });
    await logIn('basico');
    await page.getByRole('button', { name: /^Buscar órdenes/ }).waitFor();
    await page.keyboard.press('Control+k');
    await asked.promise;
    // On its own, this key begins a new order.
    await page.keyboard.type('nv');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('ueva');
    come.resolve();
    await expect(field(page)).toHaveValue('nueva');
    await expect(field(page)).toBeFocused();
    await expect(page).toHaveURL(/\/estadisticas$/);
    await page.keyboard.type(' orden');
    await expect(option(page, 'Nueva Orden')).toBeVisible();
  });

  test('opens by its keys and its button, and leads to pages and actions', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('basico');
    await openPalette(page);
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: /^Buscar órdenes/ });
    await button.click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeHidden();
    await expect(button).toBeFocused();

    await button.click();
    await expect(page.getByRole('group', { name: 'Páginas' }).getByRole('option')).toHaveText([
      'Estadísticas',
      'Órdenes',
      'Envíos',
      'Carga Masiva',
      'Productos',
      'Calculadora',
      'Mi Cuenta',
    ]);
    await expect(marked(page)).toHaveText('Estadísticas');
    await page.keyboard.press('ArrowDown');
    await expect(marked(page)).toHaveText('Órdenes');
    await page.keyboard.press('End');
    await expect(marked(page)).toHaveText('Cerrar Sesión');
    await page.keyboard.press('ArrowDown');
    await expect(marked(page)).toHaveText('Estadísticas');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await expect(marked(page)).toHaveText('Estadísticas');
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await marked(page).getAttribute('id')) ?? '');

    await page.keyboard.type('ENVIOS');
    await expect(marked(page)).toHaveText('Envíos');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/envios');
    await expect(heading(page)).toBeFocused();

    await openPalette(page);
    await page.keyboard.type('clave');
    await option(page, 'Cambiar contraseña').click();
    await page.waitForURL('**/usuario');
  });

  test('jumps to what was scanned or pasted, before its answer is there', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('basico');
    const { tracking, labels, number, id } = await orderFor(page, unique('Salto'));
    const [label = ''] = labels;
    // Slower than the Enter that follows the last character.
    const late = async (route: Route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    };
    await page.route(/\/api\/v1\/client\/(search|order|shipping)\/\?/, late);

    await openPalette(page);
    await scan(page, tracking.toLowerCase());
    await page.waitForURL(`**/ordenes/detalle/${tracking}`);
    await expect(heading(page)).toHaveText(`Orden # ${number}`);

    await openPalette(page);
    await scan(page, `https://seguimiento.example.com/seguimiento/${label}`);
    await page.waitForURL(`**/envios/detalle/*/${label}`);

    for (const text of [number.toLowerCase(), String(id)]) {
      await openPalette(page);
      await scan(page, text);
      await page.waitForURL(`**/ordenes/detalle/${tracking}`);
      // From one order to another the screen is the same: its heading takes the focus all the same.
      await expect(heading(page)).toBeFocused();
      await page.goBack();
      await page.waitForURL(`**/envios/detalle/*/${label}`);
    }

    await openPalette(page);
    const unknown = generateTrackingId(randomBytes);
    await scan(page, unknown);
    await expect(status(page)).toHaveText(`No encontramos ninguna orden ni envío con el número ${unknown}`);
    // The next scan takes its place.
    await scan(page, tracking);
    await page.waitForURL(`**/ordenes/detalle/${tracking}`);
  });

  test('finds orders, shipments and buyers while somebody types', async ({ page, logIn, expectAccessible }) => {
    await logIn('basico');
    const name = unique('Ñandú').replace('-', ' ');
    const { tracking, labels, number } = await orderFor(page, name);
    await openPalette(page);
    await page.keyboard.type(`nata ${name.toLowerCase().replace('ñandú', 'nandu')}`);
    await expect(status(page)).toHaveText('4 resultados');
    await expect(page.getByRole('group', { name: 'Órdenes' }).getByRole('option')).toHaveText([
      new RegExp(`^${tracking} ${number} · Ñata ${name}Registrado$`),
    ]);
    await expect(page.getByRole('group', { name: 'Envíos' }).getByRole('option')).toHaveText(
      labels.map((label) => new RegExp(`^${label} `)),
    );
    await expectAccessible('the palette with what it found');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible('the palette in the dark');

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/envios/detalle/*/${labels[1]}`);

    await openPalette(page);
    await page.keyboard.type(name);
    await option(page, `Ñata ${name} Ver sus órdenes`).click();
    await page.waitForURL('**/ordenes?cliente=*');
    await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('cliente')).toBe(`Ñata ${name}`);
  });

  test('asks once somebody pauses, keeps what it found until the next answer, and breaks off what nobody waits for', async ({
    page,
    logIn,
  }) => {
    await logIn('basico');
    const { number } = await orderFor(page, unique('Pausa'));
    const asked: (string | null)[] = [];
    const broken: (string | null)[] = [];
    const textOf = (url: string) => new URL(url).searchParams.get('q');
    page.on('requestfailed', (request) => isSearch(new URL(request.url())) && broken.push(textOf(request.url())));
    await page.route(isSearch, async (route) => {
      const text = textOf(route.request().url());
      asked.push(text);
      if (text?.endsWith('XY')) await new Promise((resolve) => setTimeout(resolve, 5_000));
      await route.continue().catch(() => undefined);
    });
    await openPalette(page);
    await page.keyboard.type(number);
    await expect(marked(page)).toContainText(number);
    await expect.poll(() => asked.at(-1)).toBe(number);
    expect(asked.length).toBeLessThan(number.length);
    await page.keyboard.insertText('XY');
    await expect.poll(() => asked.at(-1)).toBe(`${number}XY`);
    await expect(status(page)).toHaveText('Buscando…');
    await expect(marked(page)).toContainText(number);
    await page.keyboard.insertText('Z');
    await expect(status(page)).toHaveText(`No encontramos nada con «${number}XYZ»`);
    expect(broken).toContain(`${number}XY`);
  });

  test('says that it failed, and tries again', async ({ page, logIn, allowConsole }) => {
    allowConsole(/Failed to load resource/);
    await logIn('basico');
    const { number } = await orderFor(page, unique('Falla'));
    let down = true;
    await page.route(isSearch, (route) =>
      down ? route.fulfill({ status: 429, json: { message: 'Esperá un momento' } }) : route.continue(),
    );
    await openPalette(page);
    await page.keyboard.type(number);
    await expect(status(page)).toContainText('Esperá un momento');
    await expect(page.getByRole('option')).toHaveCount(0);
    down = false;
    await page.getByRole('dialog').getByRole('button', { name: 'Reintentar' }).click();
    await expect(option(page, new RegExp(number))).toHaveCount(1);
  });

  test('remembers without a network what was opened, and forgets it with the session', async ({
    page,
    context,
    logIn,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
    await logIn('basico');
    const { tracking, number } = await orderFor(page, unique('Memoria'));
    await openPalette(page);
    await scan(page, tracking);
    await page.waitForURL(`**/ordenes/detalle/${tracking}`);
    await openPalette(page);
    await scan(page, 'estadisticas');
    await page.waitForURL('**/estadisticas');

    await context.setOffline(true);
    await openPalette(page);
    const recent = page.getByRole('group', { name: 'Recientes' }).getByRole('option');
    await expect(recent).toHaveText(['Estadísticas', new RegExp(`^${tracking} ${number} · `)]);
    await page.keyboard.type(number);
    await expect(status(page)).toContainText('Sin conexión');
    await context.setOffline(false);
    await page.keyboard.press('Escape');
    // The login's script comes over a network that is really there again.
    const answers = () =>
      fetch('/livez')
        .then(({ ok }) => ok)
        .catch(() => false);
    await expect.poll(() => page.evaluate(answers)).toBe(true);

    await page.evaluate(() => window.localStorage.setItem('recent:otro', '[]'));
    await page.getByRole('link', { name: 'Cerrar Sesión' }).click();
    await page.waitForURL('**/login');
    const kept = await page.evaluate(() => Object.keys(window.localStorage).filter((key) => key.startsWith('recent:')));
    expect(kept).toEqual(['recent:otro']);
  });

  test('fits a phone', async ({ page, logIn }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn('basico');
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await expect(field(page)).toBeFocused();
    await field(page).fill('orden');
    await expect(option(page, 'Nueva Orden')).toBeVisible();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    await option(page, 'Órdenes por imprimir').click();
    await page.waitForURL('**/ordenes?estado=por_imprimir');
  });

  test('opens from within a field and with single keys switched off, and is listed among the keys', async ({
    page,
    logIn,
  }) => {
    await logIn('basico');
    await heading(page).waitFor();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Atajos de teclado' });
    await expect(list.getByText('Buscar', { exact: true })).toBeVisible();
    await expect(list.getByText('Ctrl', { exact: true })).toBeVisible();
    await list.getByLabel('Usar atajos de una sola tecla').uncheck();
    // A dialog has the keyboard to itself.
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeHidden();
    await page.keyboard.press('Escape');

    await page.goto('/ordenes');
    await page.getByRole('textbox', { name: 'Nro. de Orden Interno' }).focus();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Nro. de Orden Interno' })).toBeFocused();
  });
});
