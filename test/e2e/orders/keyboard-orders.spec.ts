import { expect, test } from '#test/e2e/fixtures.ts';
import { freshSender } from '#test/e2e/fresh-sender.ts';
import { KeyboardUser } from '#test/e2e/keyboard-user.ts';
import { orderRows, question } from '#test/e2e/money/payment-page.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';
import { makeOrder } from './created-order.ts';
import { OrderPage, RECEIVER, STREET } from './order-page.ts';
import { printInTab } from './shipments/print-tab.ts';

// These tests use the keyboard only: no mouse, and no fields filled by script.

test('by keyboard alone an order is created, printed and cancelled', async ({ page, logIn }) => {
  const keys = new KeyboardUser(page);
  const order = new OrderPage(page);
  const sender = await freshSender(page.request);
  await logIn(sender.username, sender.password);
  const sku = uniqueText('TEC-');
  await order.makeProduct({ sku, description: 'Termo', value: 90_000, weight: 900 });
  await keys.follow(page.getByRole('link', { name: 'Órdenes', exact: true }), 'Ordenes');
  await keys.use(page.getByRole('main').getByRole('link', { name: 'Nueva Orden' }));
  await expect(order.field('Nro. de Orden Interno')).toBeFocused();

  const number = uniqueText('TEC-');
  await keys.to(page.getByRole('radio', { checked: true }), 'Shift+Tab');
  await keys.press('ArrowDown', 'ArrowUp');
  for (const [label, text] of [['Nro. de Orden Interno', number], ...STREET, ['Código postal', '1425']] as const) {
    await keys.to(order.field(label), 'Enter');
    await keys.type(text);
  }
  await page.getByRole('option').first().waitFor();
  await keys.press('ArrowDown', 'Enter');
  await expect(order.field('Localidad')).not.toHaveValue('');
  for (const [label, text] of RECEIVER) {
    // A text area keeps Enter.
    if (label === 'Nombre') await keys.to(order.field('Observaciones'), 'Enter');
    await keys.to(order.field(label), label === 'Nombre' ? 'Tab' : 'Enter');
    await keys.type(text);
  }
  await keys.use(order.button('Nuevo Producto +'));
  await expect(order.field('SKU')).toBeFocused();
  await keys.press('Escape');
  await expect(order.button('Nuevo Producto +')).toBeFocused();
  await keys.to(order.button('Agregar Ítem'), 'Shift+Tab');
  await keys.press('Enter');
  await expect(order.field('Producto del ítem 1')).toBeFocused();
  await keys.type(sku);
  await page.getByRole('option', { name: sku }).waitFor();
  await keys.press('Enter');
  await keys.to(order.field('Alto'), 'Enter');
  await keys.press('Enter');
  await page.waitForURL('**/ordenes');

  const menu = page.getByRole('button', { name: `Más acciones de ${number}` });
  await menu.waitFor();
  await keys.use(page.getByRole('button', { name: 'Imprimir en lote' }));
  await keys.use(page.getByRole('checkbox', { name: `Elegir ${number}` }), 'Space');
  await keys.to(page.getByRole('button', { name: 'Imprimir (1)' }));
  await printInTab(page, () => keys.press('Enter'));
  await expect(page.getByRole('button', { name: 'Imprimir (0)' })).toBeVisible();
  await keys.press('Escape');
  await expect(page.getByRole('region', { name: 'Selección' })).toHaveCount(0);

  const cancel = page.getByRole('menuitem', { name: 'Cancelar orden' });
  await keys.to(menu);
  await keys.pick(cancel);
  await expect(question(page).getByRole('button', { name: 'Volver' })).toBeFocused();
  await keys.press('Escape');
  await expect(menu).toBeFocused();
  await keys.pick(cancel);
  await keys.use(question(page).getByRole('button', { name: 'Cancelar orden' }));
  await expect(orderRows(page).first()).toContainText('Cancelado');
  await expect(menu).toBeFocused();
});

test('by keyboard alone an order is paid', async ({ page, storeSession }) => {
  const keys = new KeyboardUser(page);
  await storeSession('prepago');
  const { number } = await makeOrder(page);
  await page.goto(`/ordenes?nroOrden=${number}`);
  const pay = page.getByRole('button', { name: `Generar pago de ${number}` });
  await pay.waitFor();
  await keys.use(pay);
  await expect(question(page).getByRole('button', { name: 'Volver' })).toBeFocused();
  await keys.press('Escape');
  await expect(pay).toBeFocused();
  await keys.press('Enter');
  await keys.use(question(page).getByRole('button', { name: 'Pagar' }));
  await page.waitForURL('**/dev/pago/**');
  await keys.use(page.getByRole('button', { name: 'Continuar' }));
  await expect(page.getByRole('dialog')).toContainText('Pago aprobado');
  await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }));
  await expect(page).toHaveURL(/\/ordenes$/);
});

test('by keyboard alone a file of orders is chosen, corrected and sent', async ({ page, logIn }) => {
  const keys = new KeyboardUser(page);
  const sender = await freshSender(page.request);
  await logIn(sender.username, sender.password);
  // Registers the interception early: a key press may otherwise open the file chooser first.
  const chooser = page.waitForEvent('filechooser');
  await keys.follow(page.getByRole('link', { name: 'Carga Masiva' }), 'Carga Masiva');
  const open = page.getByRole('button', { name: 'Subir Archivo' });
  const choose = page.getByRole('button', { name: 'Elegir archivo' });
  await keys.use(open);
  await expect(choose).toBeFocused();
  await keys.press('Escape');
  await expect(open).toBeFocused();
  await keys.press('Enter');
  await expect(choose).toBeFocused();
  await keys.press('Enter');
  const buffer = Buffer.from(bulkText([bulkCells(1), bulkCells(2, { email: 'sin arroba' })]));
  await (await chooser).setFiles({ name: 'ventas.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Siguiente problema' }).waitFor();
  await keys.use(page.getByRole('button', { name: 'Siguiente problema' }));
  await expect(page.locator(':focus')).toHaveText(/^sin arroba/);
  await keys.type('ana@example.com');
  await keys.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^2 filas listas$/ })).toBeVisible();
  await keys.use(page.getByRole('button', { name: 'Enviar Lote' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Lotes' })).toContainText('2 / 2');
  await expect(open).toBeFocused();
});
