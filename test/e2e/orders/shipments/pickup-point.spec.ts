import { expect, test } from '#test/e2e/fixtures.ts';
import { freshSender } from '#test/e2e/fresh-sender.ts';
import { KeyboardUser } from '#test/e2e/keyboard-user.ts';
import { layoutFaults } from '#test/e2e/layout-faults.ts';
import { OrderPage } from '#test/e2e/orders/order-page.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

test('by keyboard alone a pickup point is chosen, and the order goes there', async ({ page, logIn }) => {
  const keys = new KeyboardUser(page);
  const order = new OrderPage(page);
  const sender = await freshSender(page.request);
  await logIn(sender.username, sender.password);
  await order.open();
  await keys.to(page.getByRole('radio', { name: 'Entrega a domicilio' }), 'Shift+Tab');
  await keys.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'Punto de retiro' })).toBeVisible();
  // The section below the heading loads after it. Without this wait the keys may pass the place of its first field.
  await expect(order.field('Código postal')).toBeVisible();
  await expect(order.field('Calle')).toHaveCount(0);
  await order.field('Nro. de Orden Interno').focus();
  await keys.write(order.field('Código postal'), '1428');
  const points = page.getByRole('group', { name: '10 puntos cerca del 1428' }).getByRole('radio');
  await expect(points.first()).toBeVisible();
  await keys.to(points.first());
  await keys.press('ArrowDown');
  const chosen = page.getByRole('radio', { name: /^Punto Av\. Corrientes/ });
  await expect(chosen).toBeChecked();
  await expect(order.summary).toContainText('Punto Av. Corrientes · Av. Corrientes 5450');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await layoutFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const number = uniqueText('R-');
  await order.field('Nro. de Orden Interno').fill(number);
  for (const [label, text] of [
    ['Nombre', 'Ana'],
    ['Apellido', 'Gómez'],
    ['Documento', '20123456'],
    ['Email', 'ana@example.com'],
    ['Teléfono', '1158732046'],
  ] as const)
    await order.field(label).fill(text);
  await order.fillMeasures(1, ['30', '20', '10', '900', '15000']);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/ordenes');
  const [made] = (await order.ordersNumbered(number)) as { tracking_id: string }[];
  await page.goto(`/ordenes/detalle/${made?.tracking_id}`);
  await expect(page.getByText('Av. Corrientes 5450, Ciudad Autónoma de Buenos Aires')).toBeVisible();
  await page.goto(`/seguimiento/${made?.tracking_id}`);
  await expect(page.getByText('Horario: Lun a sáb 8:30 a 20 h')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver en el mapa' })).toHaveAttribute(
    'href',
    /query=-34\.5989%2C-58\.4402$/,
  );
});
