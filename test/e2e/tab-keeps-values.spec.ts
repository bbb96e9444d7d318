import type { Page } from '@playwright/test';
import { makeOrder } from './created-order.ts';
import { expect, test } from './fixtures.ts';

/** Stops of the Tab key that pass every field of the longest form. */
const STOPS = 45;

/** In the page: what each field of the form contains, by its name. */
function fieldValues(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    'form :is(input, select, textarea)[name]',
  );
  return [...fields].map(({ name, value }) => `${name}=${value}`);
}

/** Presses Tab from the field through the rest of its form, and back again. */
async function tabThrough(page: Page, first: string): Promise<void> {
  const field = page.getByLabel(first, { exact: true });
  await field.waitFor();
  const before = await page.evaluate(fieldValues);
  expect(before.length).toBeGreaterThan(1);
  for (const key of ['Tab', 'Shift+Tab']) {
    await field.focus();
    for (let stop = 0; stop < STOPS; stop += 1) await page.keyboard.press(key);
  }
  await expect(page.getByText('Ocurrió un error')).toHaveCount(0);
  expect(await page.evaluate(fieldValues)).toEqual(before);
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
}

test.describe('A field that the Tab key passes keeps its value', () => {
  for (const [path, first] of [
    ['/ordenes/nueva-orden', 'Código postal'],
    ['/logistica-inversa/nueva-orden', 'Código postal'],
    ['/calculadora', 'Alto'],
  ] as const) {
    test(`on ${path}`, { tag: '@both' }, async ({ page, logIn }) => {
      await logIn('inversa');
      await page.goto(path);
      if (path.includes('nueva-orden')) {
        await page.getByLabel('Código postal', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Agregar Ítem' }).click();
      }
      await tabThrough(page, first);
    });
  }

  test('on the form that edits an order, which stays unchanged', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('inversa');
    const { tracking } = await makeOrder(page);
    await page.goto(`/ordenes/editar/${tracking}`);
    await tabThrough(page, 'Código postal');
    await expect(page.getByRole('button', { name: /^Guardar/ })).toHaveAttribute('aria-disabled', 'true');
  });

  test('in the dialog of a collection address', async ({ page, logIn }) => {
    await logIn('demo');
    await page.goto('/usuario');
    await page.getByRole('button', { name: 'Agregar dirección' }).click();
    await tabThrough(page, 'Código postal');
  });

  test('in the registration', { tag: '@both' }, async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Registrate' }).click();
    const field = page.getByRole('dialog').getByRole('textbox').first();
    await field.waitFor();
    const before = await page.evaluate(fieldValues);
    for (let stop = 0; stop < STOPS; stop += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(fieldValues)).toEqual(before);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  });
});
