import type { Page } from '@playwright/test';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { freshSender } from '#test/e2e/fresh-sender.ts';
import { gatewayUrl } from '#test/e2e/gateway-url.ts';
import { KeyboardUser } from '#test/e2e/keyboard-user.ts';
import { makeOrders, openGroup, question } from '#test/e2e/money/payment-page.ts';
import { makeOrder, sendEvents } from '#test/e2e/orders/created-order.ts';
import { OrderPage, RECEIVER, STREET } from '#test/e2e/orders/order-page.ts';
import { countUserActions, resetUserActions } from '#test/e2e/user-actions.ts';
import { receiver, shipment } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { option } from './palette-page.ts';

// Limits of clicks and fields for daily tasks, counted in the page.

test('a new order takes few actions: typed, with a pasted receiver, or for a known buyer by keyboard', async ({
  page,
  logIn,
}) => {
  const sender = await freshSender(page.request);
  await logIn(sender.username, sender.password);
  const order = new OrderPage(page);
  const actions = await countUserActions(page);
  await test.step('an order of one product takes at most twelve typed fields and three clicks', async () => {
    const sku = uniqueText('T-');
    await order.makeProduct({ sku, description: 'Vaso', value: 90_000, weight: 900 });
    await page.goto('/ordenes');
    await page.getByText('No hay resultados disponibles').waitFor();
    resetUserActions(actions);
    await page.getByRole('link', { name: 'Nueva Orden' }).first().click();
    // The list has a field of the same name as the form.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nueva Orden');
    for (const [label, text] of [['Nro. de Orden Interno', uniqueText('T-')], ...STREET] as const) {
      await order.field(label).fill(text);
    }
    await order.pickZip('1425');
    for (const [label, text] of RECEIVER) {
      await order.field(label).fill(text);
    }
    await order.button('Agregar Ítem').click();
    await expect(order.field('Producto del ítem 1')).toBeFocused();
    await page.keyboard.type(sku);
    await option(page, new RegExp(sku)).waitFor();
    await page.keyboard.press('Enter');
    await order.save.click();
    await page.waitForURL('**/ordenes');
    expect(actions.fields).toBeLessThanOrEqual(12);
    expect(actions.clicks).toBeLessThanOrEqual(3);
    // Proves that the actions were counted.
    expect(actions.fields + actions.clicks).toBeGreaterThan(10);
  });
  await test.step('a pasted receiver takes three clicks: paste, fill in, save', async () => {
    await order.open();
    for (const label of ['Largo', 'Ancho', 'Alto']) await order.field(label).fill('10');
    await order.field('Peso').fill('900');
    await order.field('Valor').fill('32500');
    await order.field('Nro. de Orden Interno').fill(uniqueText('P-'));
    resetUserActions(actions);
    await order.button('Pegar dirección').click();
    await expect(page.getByLabel('Texto con la dirección')).toBeFocused();
    await page.keyboard.insertText(
      'Ana Gómez, DNI 20.123.456\nCosta Rica 4321 3° B entre Gurruchaga y Armenia\n1425 Palermo, CABA\n+54 9 11 5873-2046 ana@example.com',
    );
    await page.getByRole('button', { name: 'Completar' }).click();
    await expect(order.field('Barrio')).toHaveValue('Palermo');
    await order.save.click();
    await page.waitForURL('**/ordenes');
    expect(actions.clicks).toBe(3);
  });
  await test.step('an order of a known buyer takes at most 32 keys', async () => {
    await order.makeProduct({ sku: 'TERMO', description: 'Termo', value: 90_000, weight: 900 });
    const to = receiver({ first_name: 'Zulema', last_name: 'Paz', receiver_name: 'Zulema Paz' });
    await makeOrder(page, { receiver: to });
    await page.goto('/ordenes');
    await order.openByLink();
    await expect(order.field('Nro. de Orden Interno')).toBeFocused();
    await page.evaluate(() => {
      addEventListener(
        'keydown',
        ({ repeat }) => !repeat && Reflect.set(window, 'keys', (Reflect.get(window, 'keys') ?? 0) + 1),
        {
          capture: true,
        },
      );
    });
    const person = new KeyboardUser(page);
    await person.type('W-77');
    await person.to(order.field('Observaciones'), 'Enter');
    await person.write(order.field('Nombre'), 'zul');
    await option(page, /Zulema Paz/).waitFor();
    await person.press('ArrowDown', 'Enter');
    await expect(order.field('Largo')).toBeFocused();
    await expect(order.field('Calle')).toHaveValue(to.address.street_name);
    await person.press('Alt+Shift+KeyI');
    await expect(order.field('Producto del ítem 1')).toBeFocused();
    await person.type('ter');
    await option(page, /TERMO/).waitFor();
    await person.press('Enter');
    await expect(order.field('Largo')).not.toHaveValue('');
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/v1/client/order/')),
      person.press('Control+Enter'),
    ]);
    expect(request.postDataJSON().receiver).toMatchObject({ first_name: 'Zulema', email: to.email });
    const keys = await page.evaluate(() => Number(Reflect.get(window, 'keys')));
    expect(keys).toBeLessThanOrEqual(32);
    // Proves that the keys were counted.
    expect(keys).toBeGreaterThan(15);
    await page.waitForURL('**/ordenes');
  });
});

test('printing the labels of all unprinted orders takes two clicks from home', async ({ page, logIn }) => {
  const sender = await freshSender(page.request);
  await logIn(sender.username, sender.password);
  for (let n = 0; n < 50; n += 10) await Promise.all(Array.from({ length: 10 }, () => makeOrder(page)));
  await page.goto('/estadisticas');
  const print = page.getByRole('link', { name: 'Imprimir las 50 de hoy' });
  await print.waitFor();
  const actions = await countUserActions(page);
  await print.click();
  const [request] = await Promise.all([
    page.waitForRequest('**/api/v1/client/shipping/batch_printing_by_orders_id.pdf'),
    page.getByRole('button', { name: 'Imprimir (50)' }).click(),
  ]);
  expect(new Set(request.postDataJSON().orders_id).size).toBe(50);
  await expect(page.getByRole('region', { name: 'Selección' })).toContainText('50 órdenes · 50 etiquetas listas');
  await expect(page.getByRole('button', { name: 'Abrir de nuevo' })).toBeVisible();
  expect(actions).toEqual({ clicks: 2, fields: 0, commands: 0 });
});

/** Creates an order whose shipment could not be delivered. */
async function failedOrder(page: Page, reason: string) {
  const order = await makeOrder(page);
  await sendEvents(page, order.labels[0] ?? '', 'retirado', 'en_curso');
  const answer = await page.request.post(gatewayUrl('/api/ops/v1/shipment/events'), {
    headers: { 'x-api-key': PROVIDER_KEY },
    data: {
      events: [
        {
          event_id: `${order.number} failed`,
          shipment_id: order.labels[0],
          state: 'no_entregado',
          reason,
          at: new Date().toISOString(),
        },
      ],
    },
  });
  expect(await answer.json()).toMatchObject({ recorded: 1 });
  return order;
}

test('printing fifty labels, solving failed deliveries and repeating an order take few clicks', async ({
  page,
  storeSession,
}) => {
  await storeSession('basico');
  const actions = await countUserActions(page);
  await test.step('fifty labels are printed in three clicks: print mode, select the page, print', async () => {
    const { tracking } = await makeOrder(page, { shipments: Array.from({ length: 50 }, () => shipment()) });
    await page.goto(`/envios?etiqueta=${tracking}&limit=50`);
    await expect(page.getByRole('link', { name: `${tracking}-50`, exact: true })).toBeVisible();
    resetUserActions(actions);
    await page.getByRole('button', { name: 'Imprimir en lote' }).click();
    await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).click();
    const [request] = await Promise.all([
      page.waitForRequest('**/api/v1/client/shipping/batch_printing.pdf'),
      page.getByRole('button', { name: 'Imprimir (50)' }).click(),
    ]);
    expect(new Set(request.postDataJSON().shippings_id).size).toBe(50);
    expect((await request.response())?.headers()['content-type']).toContain('application/pdf');
    await expect(page.getByRole('button', { name: 'Imprimir (0)' })).toBeVisible();
    expect(actions).toEqual({ clicks: 3, fields: 0, commands: 0 });
  });
  await test.step('why a delivery failed takes one click, and another day three more', async () => {
    const order = await failedOrder(page, 'Destinatario ausente');
    await page.goto(`/ordenes?nroOrden=${order.number}`);
    const row = page.getByRole('link', { name: order.number, exact: true });
    await row.waitFor();
    resetUserActions(actions);
    await row.click();
    const main = page.getByRole('main');
    await expect(main).toContainText(`El envío ${order.labels[0]} no se entregó: destinatario ausente.`);
    expect(actions).toEqual({ clicks: 1, fields: 0, commands: 0 });
    await expect(main.getByRole('link', { name: 'Escribir por WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/5491144445555\?text=/,
    );
    await main.getByRole('button', { name: 'Reprogramar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pedir reprogramación' }).click();
    await expect(main).toContainText('Falta que el proveedor lo decida.');
    expect(actions.clicks).toBeLessThanOrEqual(4);
  });
  await test.step('correcting the address of a failed delivery takes three clicks', async () => {
    const order = await failedOrder(page, 'Dirección incorrecta');
    await page.goto(`/ordenes?nroOrden=${order.number}`);
    const correct = page.getByRole('link', { name: `Corregir la dirección de ${order.number}` });
    await correct.waitFor();
    resetUserActions(actions);
    await correct.click();
    await page.getByLabel('Altura', { exact: true }).fill('1238');
    await page.getByRole('button', { name: /^Guardar/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Solicitar' }).click();
    await page.waitForURL(`**/ordenes/detalle/${order.tracking}`);
    expect(actions.clicks).toBeLessThanOrEqual(3);
    expect(actions.fields).toBe(1);
  });
  await test.step('repeating an order takes three clicks and its new number', async () => {
    const { number } = await makeOrder(page);
    await page.goto(`/ordenes?nroOrden=${number}`);
    const menu = page.getByRole('button', { name: `Más acciones de ${number}` });
    await menu.waitFor();
    resetUserActions(actions);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Repetir orden' }).click();
    await expect(page.getByLabel('Nro. de Orden Interno', { exact: true })).toBeFocused();
    await page.keyboard.type(uniqueText('R-'));
    await page.getByRole('button', { name: /^Guardar/ }).click();
    await page.waitForURL('**/ordenes');
    expect(actions.clicks).toBe(3);
  });
});

test('what requires action is one click from home, and two more put it off', async ({ page, logIn }) => {
  const sender = await freshSender(page.request);
  await logIn(sender.username, sender.password);
  const order = await failedOrder(page, 'Destinatario ausente');
  await page.goto('/estadisticas');
  const resolve = page.getByRole('link', { name: 'Resolver' });
  await resolve.waitFor();
  const actions = await countUserActions(page);
  await resolve.click();
  const row = page.getByRole('row', { name: order.number });
  await expect(row).toContainText('Visita fallida');
  await expect(row).toContainText('Destinatario ausente');
  expect(actions.clicks).toBe(1);
  await row.getByRole('button', { name: `Posponer o cerrar ${order.number}` }).click();
  await page.getByRole('menuitem').first().click();
  await expect(page.getByText('Todo en orden')).toBeVisible();
  expect(actions.clicks).toBeLessThanOrEqual(3);
});

test('what is late is one click from home, and the CSV of the month’s shipments two', async ({ page, logIn }) => {
  await logIn('demo');
  // The month has one, also on its first day.
  await makeOrder(page);
  const actions = await countUserActions(page);
  await test.step('what is late is one click from home', async () => {
    const late = page.getByRole('link', { name: 'Ver demoradas' });
    await late.waitFor();
    resetUserActions(actions);
    await late.click();
    await page.waitForURL('**/ordenes?demoradas=1');
    await expect(page.getByText(/^Venció hace \d+ días?$/).first()).toBeVisible();
    expect(actions).toEqual({ clicks: 1, fields: 0, commands: 0 });
  });
  await page.goto('/estadisticas');
  await test.step('the CSV of the month’s shipments takes two clicks from home', async () => {
    const shipments = page.getByRole('link', { name: 'Ver los envíos' });
    await shipments.waitFor();
    resetUserActions(actions);
    await shipments.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Envíos');
    await expect(page).toHaveURL(/fechaDesde=[\d-]+-01&fechaHasta=[\d-]+$/);
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^[\d.]+ envíos?$/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    expect(actions).toEqual({ clicks: 2, fields: 0, commands: 0 });
  });
});

test('paying three orders takes four clicks', async ({ page, storeSession }) => {
  await storeSession('prepago');
  const group = await makeOrders(page, 3);
  await openGroup(page, group);
  const actions = await countUserActions(page);
  await page.getByRole('button', { name: 'Pagar en lote' }).click();
  await page.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }).click();
  await page.getByRole('button', { name: 'Pagar (3)' }).click();
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/merchant_order/')),
    question(page).getByRole('button', { name: 'Pagar', exact: true }).click({ noWaitAfter: true }),
  ]);
  expect(request.postDataJSON().orders).toHaveLength(3);
  expect(actions).toEqual({ clicks: 4, fields: 0, commands: 0 });
});
