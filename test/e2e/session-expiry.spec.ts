import type { Page } from '@playwright/test';
import { makeOrder, openDetail } from './created-order.ts';
import { expect, test } from './fixtures.ts';

const ALERT = 'li[data-state="open"]';

/** An action, and the calls of it that are answered as if the session had expired. */
interface Action {
  name: string;
  /** Demonstration account. */
  as: string;
  calls: RegExp;
  act: (page: Page) => Promise<void>;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

const ACTIONS: readonly Action[] = [
  {
    name: 'exporting shipments',
    as: 'demo',
    calls: /shipping\/export\/csv/,
    async act(page) {
      await page.goto('/envios');
      await press(page, 'Exportar CSV');
    },
  },
  {
    name: 'exporting stock',
    as: 'demo',
    calls: /FulFillmentEcommerceStockCSV/i,
    async act(page) {
      await page.goto('/stock');
      await page.locator('tbody > tr[tabindex]').first().waitFor();
      await press(page, 'Exportar CSV');
    },
  },
  {
    name: 'printing a label',
    as: 'inversa',
    calls: /\/print\/|batch_printing/,
    async act(page) {
      await openDetail(page, await makeOrder(page));
      await press(page, 'Imprimir etiquetas');
    },
  },
  {
    name: 'cancelling an order',
    as: 'demo',
    calls: /\/cancel$/,
    async act(page) {
      await openDetail(page, await makeOrder(page));
      await press(page, 'Cancelar orden');
      await page.getByRole('alertdialog').getByRole('button').last().click();
    },
  },
  {
    name: 'asking for a price',
    as: 'demo',
    calls: /\/rate/,
    async act(page) {
      await page.goto('/calculadora');
      await page.getByLabel('Código postal').fill('5000');
      for (const label of ['Largo', 'Alto', 'Ancho', 'Peso']) await page.getByLabel(label, { exact: true }).fill('10');
      await expect(page.getByLabel('Provincia')).toHaveValue(/Córdoba/);
      await press(page, 'Calcular');
    },
  },
  {
    name: 'changing the password',
    as: 'demo',
    calls: /modify_password|password/,
    async act(page) {
      await page.goto('/usuario');
      await page.getByLabel('Contraseña actual').fill('portal2026');
      await page.getByLabel('Nueva contraseña').fill('otra-clave');
      await page.getByLabel('Repetí la contraseña').fill('otra-clave');
      await press(page, 'Cambiar contraseña');
    },
  },
];

test.describe('A session that expires says so once, and nothing else', () => {
  for (const { name, as, calls, act } of ACTIONS) {
    // The demonstration's stock is in the product's own tables.
    const tag = name.includes('stock') ? [] : ['@both'];
    test(`while ${name}`, { tag }, async ({ page, logIn, allowConsole }) => {
      allowConsole(/401/);
      const blocking: string[] = [];
      page.on('dialog', (dialog) => {
        blocking.push(dialog.message());
        void dialog.accept();
      });
      await logIn(as);
      await page.route(
        (url) => url.pathname.startsWith('/api/') && calls.test(url.pathname),
        (route) => route.fulfill({ status: 401, json: { message: 'Tu sesión terminó. Ingresá de nuevo' } }),
      );
      await act(page);
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.locator(ALERT)).toHaveText(/Tu sesión terminó/);
      expect(blocking).toEqual([]);
    });
  }
});
