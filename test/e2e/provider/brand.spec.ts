import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#test/e2e/fixtures.ts';
import { startServerProcess } from '#test/e2e/server-process.ts';

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#a00"/></svg>';

test('the portal shows its provider’s name and logo before and after the login', async ({
  page,
  gateway,
  expectAccessible,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'remito-brand-'));
  await writeFile(join(folder, 'sol.svg'), MARK);
  // A portal with another name, in front of the same gateway.
  const portal = await startServerProcess({
    GATEWAY_URL: gateway.url,
    BRAND_NAME: 'Correo del Sol y de la Luna',
    BRAND_LOGO: join(folder, 'sol.svg'),
  });
  const bearsTheMark = async (place: string) => {
    const mark = page.locator(place).locator('img[src="/marca.svg"]');
    await expect(mark).toBeVisible();
    expect(await mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(page.locator(place)).toContainText('Correo del Sol y de la Luna');
  };
  await page.goto(`${portal.url}/login`);
  await expect(page).toHaveTitle('Entrar · Correo del Sol y de la Luna');
  await bearsTheMark('main');
  await page.getByLabel('Usuario').fill('basico');
  await page.getByLabel('Contraseña', { exact: true }).fill('portal2026');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveTitle('Estadísticas · Correo del Sol y de la Luna');
  await bearsTheMark('aside');
  await expectAccessible('under another name');
  await page.setViewportSize({ width: 360, height: 740 });
  await bearsTheMark('header');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await portal.stop();
  await rm(folder, { recursive: true });
});
