import { expect, test } from '#test/e2e/fixtures.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { ShipmentPage } from './shipment-page.ts';

const CANCEL = '**/api/v1/client/shipping/*/cancel';

test('a shipment is cancelled from its row after a confirmation, and the order’s other shipments continue', {
  tag: '@both',
}, async ({ page, storeSession }) => {
  await storeSession('basico');
  const shipments = new ShipmentPage(page);
  const [first, second] = await shipments.make([shipment(), shipment()]);
  const label = first?.shipment_id ?? '';
  await shipments.goTo(`/envios?etiqueta=${first?.tracking_id}`);
  await shipments.button(`Más acciones de ${label}`).click();
  await page.getByRole('menuitem', { name: 'Cancelar envío' }).click();
  const dialog = page.getByRole('alertdialog', { name: `¿Cancelar el envío ${label}?` });
  await expect(dialog).toContainText('El resto de los envíos asociados a la orden seguirán su curso normal');
  await expect(dialog.getByRole('button', { name: 'Volver' })).toBeFocused();
  const [request] = await Promise.all([
    page.waitForRequest(CANCEL),
    dialog.getByRole('button', { name: 'Cancelar envío' }).click(),
  ]);
  expect([request.method(), request.url(), request.postData()]).toEqual([
    'PUT',
    expect.stringContaining(`/api/v1/client/shipping/${label}/cancel`),
    null,
  ]);
  await expect(shipments.alert).toContainText('Envío cancelado');
  await expect(shipments.alert).toContainText(`El envío ${label} ha sido cancelado con éxito`);
  await expect(shipments.row(label)).toContainText('Cancelado');
  await expect(shipments.row(second?.shipment_id ?? '')).toContainText('Registrado');
  await shipments.button(`Más acciones de ${label}`).click();
  await expect(page.getByRole('menuitem', { name: 'Ver envío' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Cancelar envío' })).toHaveCount(0);
});
