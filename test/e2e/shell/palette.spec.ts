import type { Route } from '@playwright/test';
import { generateTrackingId } from '#shared/orders/rules/code/tracking-id.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { field, heading, openPalette, option, orderFor, scan, status } from './palette-page.ts';

test.describe('The search palette', () => {
  test('receives what was typed while it loads, and the page receives none of it', async ({ page, logIn }) => {
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
    // Outside the palette this key opens a new order.
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

  test('opens a scanned or pasted number before the search responds', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('basico');
    const { tracking, labels, number, id } = await orderFor(page, uniqueText('Salto-'));
    const [label = ''] = labels;
    // Delays the responses until after the Enter.
    let entered = Promise.withResolvers<void>();
    const late = async (route: Route) => {
      await entered.promise;
      await route.continue();
    };
    const scanEarly = async (text: string) => {
      entered = Promise.withResolvers<void>();
      await scan(page, text);
      entered.resolve();
    };
    entered.resolve();
    await page.route(/\/api\/v1\/client\/(search|order|shipping)\/\?/, late);

    await openPalette(page);
    await scanEarly(tracking.toLowerCase());
    await page.waitForURL(`**/ordenes/detalle/${tracking}`);
    await expect(heading(page)).toHaveText(`Orden # ${number}`);

    await openPalette(page);
    await scanEarly(`https://seguimiento.example.com/seguimiento/${label}`);
    await page.waitForURL(`**/envios/detalle/*/${label}`);

    for (const text of [number.toLowerCase(), String(id)]) {
      await openPalette(page);
      await scanEarly(text);
      await page.waitForURL(`**/ordenes/detalle/${tracking}`);
      // The screen stays mounted from one order to another, and its heading still gets the focus.
      await expect(heading(page)).toBeFocused();
      await page.goBack();
      await page.waitForURL(`**/envios/detalle/*/${label}`);
    }

    await openPalette(page);
    const unknown = generateTrackingId((size) => new Uint8Array(size).fill(7));
    await scanEarly(unknown);
    await expect(status(page)).toHaveText(`No encontramos ninguna orden ni envío con el número ${unknown}`);
    // The next scan replaces the text.
    await scanEarly(tracking);
    await page.waitForURL(`**/ordenes/detalle/${tracking}`);
  });
});
