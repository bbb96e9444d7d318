// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOrders, type OrderDetail, readOrder } from '#shared/orders/orders.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { button, fill, question, rowWith } from '#test/screens/list-page.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { orderDetail, orderRow, pageOf, shippingOf, trackingOf } from '#test/screens/orders/order-replies.ts';

const OUTDATED = 'Las etiquetas ya impresas quedan desactualizadas: hay que reimprimirlas.';

/**
 * Changes the street number of an order and saves.
 * @returns the confirmation dialog
 */
async function changeNumber(changes: Partial<OrderDetail>): Promise<HTMLElement> {
  const replies = [reply(readOrder, { results: orderDetail(changes) })];
  const { container, user } = await openPortal(`/ordenes/editar/${trackingOf(1)}`, { replies });
  await loaded(container);
  fill('Altura', '1236');
  await user.click(button(/^Guardar/));
  return question();
}

/** Builds a shipment with a valid receiver's address. */
function shipping(printed_by_client: boolean) {
  const { receiver, ...rest } = shippingOf(1, { printed_by_client });
  const address = { address_street_number: '1234', address_zip_code: '1425', address_floor: '', address_apartment: '' };
  const place = { address_state: 'Ciudad Autónoma de Buenos Aires', address_city: 'Palermo' };
  return { ...rest, receiver: { ...receiver, receiver_phone: '11 4444-5555', ...address, ...place } };
}

test('changing an order with printed labels shows that they have to be printed again', async () => {
  const dialog = await changeNumber({ printed_by_client: true, shippings: [shipping(true)] });
  expect(dialog).toHaveTextContent(OUTDATED);
});

test('changing an order without printed labels mentions no labels', async () => {
  const dialog = await changeNumber({ shippings: [shipping(false)] });
  expect(dialog).toHaveTextContent('Vas a cambiar 1 dato de la orden.');
  expect(dialog).not.toHaveTextContent('etiquetas');
});

test('an outdated label is marked in the orders list and can be printed again there', async () => {
  const rows = reply(listOrders, pageOf([orderRow(1, { label_outdated: true })]));
  const { container } = await openPortal('/ordenes', { replies: [rows] });
  await loaded(container);
  await waitFor(() => expect(rowWith(container, 'W-1')).toHaveTextContent('Etiqueta desactualizada'));
  expect(button('Reimprimir la orden W-1')).toBeVisible();
  expect(screen.queryByText('Imprimir la orden W-1')).toBeNull();
});
