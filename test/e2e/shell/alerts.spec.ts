import type { Page } from '@playwright/test';
import { logIn } from '#test/e2e/demo-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

const WIDTHS = [360, 768, 1440];
const ALERT = 'li[data-state="open"]';

/** Runs in the page before its scripts: keeps alerts open. */
function keepAlerts(): void {
  const original = window.setTimeout;
  const slow = (handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
    original(handler, ms === 5000 ? 600_000 : ms, ...rest);
  window.setTimeout = slow as typeof window.setTimeout;
}

/** Runs in the page: returns the visible controls with an alert over their centre. */
function coveredControls(): string[] {
  const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [role=combobox]');
  return [...controls].flatMap((control) => {
    if (control.closest('[role=region][aria-label^=Avisos]')) return [];
    const { left, top, width, height } = control.getBoundingClientRect();
    if (width === 0 || height === 0) return [];
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit?.closest('[role=region][aria-label^=Avisos]') ? [control.textContent || control.outerHTML] : [];
  });
}

async function expectNothingCovered(page: Page): Promise<void> {
  await expect(page.locator(ALERT).first()).toBeVisible();
  await expect.poll(() => page.evaluate(coveredControls)).toEqual([]);
}

/** Returns red, green and blue of a pixel of the page, 0 to 255. */
async function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(
    async (bytes) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(await createImageBitmap(new Blob([new Uint8Array(bytes)])), 0, 0);
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    },
    [...png],
  );
}

test('alerts cover no control on a desktop, a tablet or a phone', async ({ page, allowConsole, expectAccessible }) => {
  allowConsole(/422/);
  await page.addInitScript(keepAlerts);
  await logIn(page, 'demo');
  await expect(page.locator(ALERT)).toContainText('Ingreso Exitoso');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNothingCovered(page);
  }

  await page.route('**/v1/client/product/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { message: 'No se pudo guardar el producto' } })
      : route.fallback(),
  );
  await page.goto('/productos');
  await page.getByRole('button', { name: 'Nuevo', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuevo Producto' });
  for (const label of ['SKU', 'Descripción']) await dialog.getByLabel(label).fill('ALERTA');
  await dialog.getByLabel('Categoría').selectOption({ index: 1 });
  for (const label of ['Valor', 'Largo', 'Alto', 'Ancho', 'Peso']) await dialog.getByLabel(label).fill('10');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.locator(ALERT)).toContainText('No se pudo guardar el producto');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNothingCovered(page);
    await expectAccessible(`a refused product ${width} px wide`);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const band = await colourAt(page, 4, 4);
    const differences = (await colourAt(page, 4, 796)).map((value, index) => Math.abs(value - (band[index] ?? 0)));
    // Two layers are blended with another rounding than one.
    expect(Math.max(...differences), `the band of the alerts, ${colorScheme}: ${band}`).toBeLessThan(3);
  }
  await page.emulateMedia({ colorScheme: null });

  await page.locator(ALERT).getByLabel('Cerrar').click();
  await expect(page.locator(ALERT)).toHaveCount(0);
  await expect(dialog, 'the reason stays where it happened').toContainText('No se pudo guardar el producto');
});
