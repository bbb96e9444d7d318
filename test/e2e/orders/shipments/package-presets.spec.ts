import { expect, test } from '#test/e2e/fixtures.ts';
import { freshSender } from '#test/e2e/fresh-sender.ts';
import { KeyboardUser } from '#test/e2e/keyboard-user.ts';
import { OrderPage } from '#test/e2e/orders/order-page.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

test('by keyboard alone a typed package is saved as a preset, and chosen for the next order', async ({
  page,
  logIn,
}) => {
  const keys = new KeyboardUser(page);
  const order = new OrderPage(page);
  const sender = await freshSender(page.request);
  await logIn(sender.username, sender.password);
  await order.open();
  for (const [label, text] of [
    ['Largo', '30'],
    ['Ancho', '20'],
    ['Alto', '10'],
    ['Peso', '900'],
  ] as const)
    await keys.write(order.field(label), text);
  await keys.use(order.button('Agregar a paquetes frecuentes'));
  await expect(order.field('Nombre').last()).toBeFocused();
  await keys.type('Caja chica');
  await keys.press('Enter');
  await expect(order.alert).toContainText('El paquete frecuente Caja chica se guardó');
  await expect(order.button('Agregar a paquetes frecuentes')).toBeFocused();
  const preset = order.field('Paquete frecuente');
  await expect(preset.locator('option:checked')).toHaveText(/^Caja chica/);

  await page.reload();
  await preset.waitFor();
  await keys.to(preset);
  await keys.press('ArrowDown');
  for (const [label, text] of [
    ['Largo', '30'],
    ['Peso', '900'],
  ] as const)
    await expect(order.field(label)).toHaveValue(text);
  await order.fillOrder(uniqueText('P-'));
  await order.field('Valor').fill('15000');
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/v1/client/order/')),
    page.keyboard.press('Control+Enter'),
  ]);
  expect(request.postDataJSON().shipments).toMatchObject([{ length: 30, width: 20, height: 10, weight: 900 }]);
});
