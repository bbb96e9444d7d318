import { expect, test } from './fixtures.ts';
import { freshSender } from './fresh-sender.ts';

/** Lists with two days in their filters, and an account that opens them. */
const DATED = [
  ['/ordenes', 'demo', 'Fecha de Creación Desde'],
  ['/envios', 'demo', 'Fecha de Creación Desde'],
  ['/logistica-inversa', 'demo', 'Fecha de Creación Desde'],
  ['/carga-masiva', 'demo', 'Fecha Desde'],
  ['/pagos', 'demo', 'Fecha Desde'],
  ['/fulfillment', 'demo', 'Fecha desde'],
] as const;

const UNREADABLE = 'La fecha no es válida: escribila como DD/MM/AAAA';

test.describe('A date that nobody can read', () => {
  for (const [path, account, label] of DATED) {
    test(`is refused by 'Buscar' and taken away by 'Limpiar' on ${path}`, { tag: '@both' }, async ({ page, logIn }) => {
      await logIn(account);
      await page.goto(path);
      const from = page.getByLabel(label, { exact: true });
      await from.waitFor();
      await from.fill('31/02/26');
      await expect(page.getByText(UNREADABLE), 'nothing is said while one types').toHaveCount(0);
      await page.getByRole('button', { name: 'Buscar', exact: true }).click();
      await expect(from).toHaveAccessibleDescription(UNREADABLE);
      await expect(from).toBeFocused();
      await expect(from, 'what was typed is kept').toHaveValue('31/02/26');
      expect(new URL(page.url()).search, 'nothing is searched for').toBe('');
      const start = path === '/fulfillment' ? /^\d{2}\/\d{2}\/\d{4}$/ : '';
      await page.getByRole('button', { name: 'Limpiar', exact: true }).click();
      await expect(from).toHaveValue(start);
      await expect(page.getByText(UNREADABLE)).toHaveCount(0);
    });
  }

  test('is refused by the statistics', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('demo');
    await page.goto('/estadisticas');
    await page.getByText('Seleccionar Fechas').click();
    await page.getByLabel('Desde', { exact: true }).fill('ayer');
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.getByLabel('Desde', { exact: true })).toHaveAccessibleDescription(UNREADABLE);
    await expect(page).toHaveURL(/estadisticas$/);
  });
});

test.describe('A list without rows', () => {
  test('neither exports nor prints nor pays, and says why', { tag: '@both' }, async ({ page, logIn }) => {
    const sender = await freshSender(page.request);
    await logIn(sender.username, sender.password);
    for (const [path, button, reason] of [
      ['/envios', 'Exportar CSV', 'No hay envíos para exportar'],
      ['/envios', 'Imprimir en lote', 'No hay envíos para imprimir'],
      ['/ordenes', 'Imprimir en lote', 'No hay órdenes para imprimir'],
      ['/productos', 'Exportar CSV', 'No hay productos para exportar'],
    ] as const) {
      await page.goto(path);
      const action = page.getByRole('button', { name: button, exact: true });
      await expect(action).toBeDisabled();
      await expect(action).toHaveAccessibleDescription(reason);
    }
    await page.keyboard.press('i');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  });

  test('that only its filter emptied can be cleared, and then prints', async ({ page, logIn }) => {
    await logIn('demo');
    await page.goto('/ordenes?nroOrden=NADIE-TIENE-ESTE');
    const print = page.getByRole('button', { name: 'Imprimir en lote', exact: true });
    await expect(print).toBeDisabled();
    await page.getByRole('button', { name: 'Limpiar', exact: true }).click();
    await expect(print).toBeEnabled();
  });
});

test.describe('An export that fails', () => {
  for (const [path, call, title] of [
    ['/stock', /FulFillmentEcommerceStockCSV/i, 'No se pudo exportar el stock'],
    ['/fulfillment', /FullFilmentEcommercePedidosCSV/i, 'No se pudieron exportar los pedidos'],
  ] as const) {
    test(`says so on ${path}`, async ({ page, logIn, allowConsole }) => {
      allowConsole(/500/);
      await logIn('demo');
      await page.goto(path);
      await page.locator('tbody > tr[tabindex]').first().waitFor();
      await page.route(call, (route) => route.fulfill({ status: 500, json: { message: 'Se rompió' } }));
      await page.getByRole('button', { name: 'Exportar CSV' }).click();
      const alert = page.locator('li[data-state="open"]').filter({ hasText: title });
      await expect(alert).toContainText('Se rompió');
    });
  }
});
