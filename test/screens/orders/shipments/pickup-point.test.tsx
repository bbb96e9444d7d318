// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { rate } from '#shared/money/rates.ts';
import { findBuyers } from '#shared/orders/buyers.ts';
import { quoteModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { type OrderDetail, readOrder } from '#shared/orders/orders.ts';
import { findPickupPoints, type NearPoint } from '#shared/orders/pickup-points.ts';
import { type ReceivedRequest, refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { editableOrder } from '#test/screens/orders/editable-order.ts';
import { ANA, HOME } from '#test/screens/orders/known-buyer.ts';
import { fillMeasures, openNewOrder, orderReplies, summary } from '#test/screens/orders/order-form.ts';
import { orderDetail, shippingOf, trackingOf } from '#test/screens/orders/order-replies.ts';
import { button, dialog, field, suggestion, write, writeAll } from '#test/screens/typing.ts';
import { editOrderPath, orderPath } from '#web/paths.ts';

const POINT: NearPoint = {
  code: 'C1425',
  name: 'Punto Palermo',
  street: 'Av. Santa Fe 3680',
  hours: 'Lun a vie 9 a 18 h',
  city: 'Ciudad Autónoma de Buenos Aires',
  province: 'Ciudad Autónoma de Buenos Aires',
  zip_code: '1425',
  lat: -34.58,
  lon: -58.41,
  distance_km: 0,
};
const FLORIDA: NearPoint = {
  code: 'B1602',
  name: 'Punto Florida',
  street: 'San Martín 1560',
  hours: '',
  city: 'Florida',
  province: 'Buenos Aires',
  zip_code: '1602',
  lat: -34.52,
  lon: -58.49,
  distance_km: 8.7,
};
const NEAR = reply(findPickupPoints, { results: [POINT, FLORIDA] });
const MODE = 'Retiro en punto de entrega';

const bodiesOf = (received: readonly ReceivedRequest[], call: object) =>
  received.filter(({ endpoint }) => endpoint === call).map(({ body }) => body as Record<string, unknown>);

async function chooseMode(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('radio', { name: MODE }));
  await screen.findByRole('heading', { name: 'Punto de retiro' });
}

/** Types a postal code and picks a point by keyboard. */
async function choosePoint(user: UserEvent, name: string, zip = '1425'): Promise<void> {
  const zipField = await screen.findByLabelText('Código postal');
  await user.click(zipField);
  await user.keyboard(zip);
  const group = await screen.findByRole('group', { name: `2 puntos cerca del ${zip}` });
  await user.tab();
  expect(within(group).getAllByRole('radio')[0]).toHaveFocus();
  for (const radio of within(group).getAllByRole<HTMLInputElement>('radio')) {
    if (radio.closest('label')?.textContent?.startsWith(name)) break;
    await user.keyboard('{ArrowDown}');
  }
  await user.keyboard(' ');
  await waitFor(() => expect(screen.getByRole('radio', { name: new RegExp(name) })).toBeChecked());
}

async function fillPerson(user: UserEvent): Promise<void> {
  writeAll({
    'Nro. de Orden Interno': 'A-100',
    Nombre: 'Florencia',
    Apellido: 'Iturralde',
    Documento: '27331480',
    Email: 'flor@example.com',
    Teléfono: '11 5873-2046',
  });
  await user.click(field('Destinatario'));
}

test('an order to a pickup point asks for a postal code and a point, and for no address', async () => {
  const { user, received } = await openNewOrder({ replies: [NEAR] });
  await chooseMode(user);
  await screen.findByText('Con el código postal te mostramos los puntos más cercanos.');
  for (const label of ['Calle', 'Altura', 'Localidad', 'Barrio']) expect(screen.queryByLabelText(label)).toBeNull();
  await choosePoint(user, 'Punto Palermo');
  expect(screen.getByText('En el 1425 · Lun a vie 9 a 18 h')).toBeVisible();
  expect(screen.getByText('A 8,7 km')).toBeVisible();
  expect(screen.getByText('San Martín 1560, Florida, Buenos Aires')).toBeVisible();
  expect(await axeViolations(document.body)).toEqual([]);
  fillMeasures(1);
  await waitFor(() => expect(bodiesOf(received, rate).at(-1)).toMatchObject({ delivery_mode: 2, zip_code: '1425' }));
  expect(summary()).toHaveTextContent('Punto Palermo · Av. Santa Fe 3680');
  await fillPerson(user);
  expect(summary()).toHaveTextContent('No falta nada para guardar');
  await user.click(button('Guardar'));
  await waitFor(() => expect(bodiesOf(received, createOrder)).toHaveLength(1));
  const [body] = bodiesOf(received, createOrder);
  expect(body).toMatchObject({ delivery_mode: 2, pickup_point_code: 'C1425', receiver: { address: null } });
});

test('observations go with the order, also those of a pasted text', async () => {
  const { user, received } = await openNewOrder({ replies: [NEAR] });
  await chooseMode(user);
  await choosePoint(user, 'Punto Palermo');
  fillMeasures(1);
  await fillPerson(user);
  write('Observaciones', 'Avisar por WhatsApp');
  await user.click(button('Guardar'));
  await waitFor(() => expect(bodiesOf(received, createOrder)).toHaveLength(1));
  expect(bodiesOf(received, createOrder)[0]).toMatchObject({ receiver: { other_info: 'Avisar por WhatsApp' } });
});

test('a point is chosen only while it is shown: another postal code, or none, drops it', async () => {
  const { user, received } = await openNewOrder({ replies: [NEAR] });
  await chooseMode(user);
  await choosePoint(user, 'Punto Palermo');
  fillMeasures(1);
  await fillPerson(user);
  expect(summary()).toHaveTextContent('No falta nada para guardar');
  await user.click(field('Código postal'));
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(summary()).toHaveTextContent('Falta el punto de retiro'));
  await user.keyboard('6');
  await screen.findByRole('group', { name: '2 puntos cerca del 1426' });
  expect(
    screen.getAllByRole('radio', { name: /^Punto/ }).filter((radio) => (radio as HTMLInputElement).checked),
  ).toEqual([]);
  await user.click(button('Guardar'));
  expect(bodiesOf(received, createOrder)).toEqual([]);
});

test('the price is that of the point’s place, not of the typed postal code', async () => {
  const { user, received } = await openNewOrder({ replies: [NEAR] });
  await chooseMode(user);
  await choosePoint(user, 'Punto Florida');
  fillMeasures(1);
  await waitFor(() =>
    expect(bodiesOf(received, rate).at(-1)).toMatchObject({ zip_code: '1602', province: 'Buenos Aires' }),
  );
});

test('without a point the order isn’t sent, and the fields say what is missing', async () => {
  const { user, received } = await openNewOrder({ replies: [NEAR] });
  await chooseMode(user);
  await screen.findByLabelText('Código postal');
  fillMeasures(1);
  await fillPerson(user);
  expect(summary()).toHaveTextContent('Falta el punto de retiro');
  await user.click(button('Guardar'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Punto de retiro');
  await waitFor(() => expect(field('Código postal')).toHaveFocus());
  expect(field('Código postal')).toHaveAccessibleDescription(/Elegí un punto de retiro/);
  expect(bodiesOf(received, createOrder)).toEqual([]);
  expect(await axeViolations(document.body)).toEqual([]);
});

test('a point that was closed meanwhile is refused with its sentence, and everything typed stays', async () => {
  const message = 'Punto Palermo ya no recibe envíos: elegí otro punto de retiro';
  const replies = [refuse(createOrder, 422, 'Revisá los datos marcados', [{ field: 'pickup_point_code', message }])];
  const { user } = await openNewOrder({ replies: [...replies, NEAR] });
  await chooseMode(user);
  await choosePoint(user, 'Punto Palermo');
  fillMeasures(1);
  await fillPerson(user);
  await user.click(button('Guardar'));
  expect(await screen.findAllByText(message)).not.toEqual([]);
  expect(field('Nombre')).toHaveValue('Florencia');
  expect(field('Código postal')).toHaveValue('1425');
});

test('another delivery mode asks for the address again, and sends no point', async () => {
  const { user } = await openNewOrder({ replies: [NEAR] });
  writeAll({ Calle: 'Costa Rica' });
  await chooseMode(user);
  await choosePoint(user, 'Punto Palermo');
  await user.click(screen.getByRole('radio', { name: 'Entrega a domicilio' }));
  expect(field('Calle')).toHaveValue('Costa Rica');
  expect(field('Código postal')).toHaveValue('1425');
});

test('a failed search can be repeated, and an empty one says so', async () => {
  const replies = [refuse(findPickupPoints, 422, 'No se pudo')];
  const { user } = await openNewOrder({ replies });
  await chooseMode(user);
  await user.click(await screen.findByLabelText('Código postal'));
  await user.keyboard('1425');
  expect(await screen.findByText(/No pudimos traer los puntos de retiro/)).toBeVisible();
  replies[0] = reply(findPickupPoints, { results: [] });
  await user.click(button('Reintentar'));
  expect(await screen.findByText(/No hay puntos de retiro cerca del 1425/)).toBeVisible();
});

test('with the strict contract the form asks for the address, as specified', async () => {
  const { user, received } = await openNewOrder({ replies: [NEAR], settings: { strict: true } });
  await user.click(screen.getByRole('radio', { name: MODE }));
  expect(field('Calle')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Punto de retiro' })).toBeNull();
  expect(received.filter(({ endpoint }) => endpoint === findPickupPoints)).toEqual([]);
});

/** An order to a point that the sender chose: its address is that of the point. */
function orderAtPoint(changes: Partial<OrderDetail['shippings'][number]['receiver']> = {}): OrderDetail {
  const shipping = shippingOf(1, { items: [] });
  const there = { address_street_name: 'Av. Santa Fe', address_street_number: '3680', address_zip_code: '1425' };
  return orderDetail({
    delivery_mode: { id: '2', name: MODE },
    shippings: [{ ...shipping, receiver: { ...shipping.receiver, ...there, ...changes } }],
    pickup_point: { ...POINT, address: 'Av. Santa Fe 3680, CABA', chosen: true },
  });
}

async function openRepeated(order: OrderDetail, near = [POINT, FLORIDA]) {
  const replies = [reply(readOrder, { results: order }), reply(findPickupPoints, { results: near }), ...orderReplies()];
  const portal = await openPortal(`/ordenes/nueva-orden?repetir=${trackingOf(1)}`, { replies });
  await screen.findByLabelText('Nro. de Orden Interno');
  await loaded(portal.container);
  return portal;
}

test('a repeated order goes to the same point, and not to the point’s address if its mode changes', async () => {
  const { user } = await openRepeated(orderAtPoint());
  expect(await screen.findByRole('radio', { name: /Punto Palermo/ })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Entrega a domicilio' }));
  expect(field('Calle')).toHaveValue('');
});

test('a repeated order whose point was closed asks for another', async () => {
  await openRepeated(orderAtPoint(), [FLORIDA]);
  expect(await screen.findByText(/ya no recibe envíos. Elegí otro/)).toBeVisible();
  expect(screen.getByRole('radio', { name: /Punto Florida/ })).not.toBeChecked();
});

test('a known buyer keeps the chosen point, and gives the postal code before one is chosen', async () => {
  const known = reply(findBuyers, { results: [{ ...ANA, addresses: [{ ...HOME, zip_code: '2000' }] }] });
  const { user } = await openNewOrder({ replies: [NEAR, known] });
  await chooseMode(user);
  await user.click(field('Nombre'));
  await user.keyboard('ana');
  await user.click(await suggestion('Costa Rica 4500'));
  await waitFor(() => expect(screen.getByLabelText('Código postal')).toHaveValue('2000'));
  await user.clear(screen.getByLabelText('Código postal'));
  await choosePoint(user, 'Punto Palermo');
  await user.clear(field('Nombre'));
  await user.keyboard('ana');
  await user.click(await suggestion('Costa Rica 4500'));
  expect(screen.getByRole('radio', { name: /Punto Palermo/ })).toBeChecked();
  expect(field('Código postal')).toHaveValue('1425');
});

test('a buyer whose orders all went to points is proposed without an address', async () => {
  const known = reply(findBuyers, { results: [{ ...ANA, addresses: [] }] });
  const { user } = await openNewOrder({ replies: [known] });
  writeAll({ Calle: 'Mitre' });
  await user.click(field('Nombre'));
  await user.keyboard('ana');
  await user.click(await suggestion('Sin domicilio: retira en un punto'));
  expect(field('Apellido')).toHaveValue('Gómez');
  expect(field('Calle')).toHaveValue('Mitre');
});

test('the detail shows the point with hours and a map, and not its address as the receiver’s', async () => {
  await openPortal(orderPath(trackingOf(1)), { replies: [reply(readOrder, { results: orderAtPoint() })] });
  expect(await screen.findByText('Lun a vie 9 a 18 h')).toBeVisible();
  const map = screen.getByRole('link', { name: 'Ver en el mapa' });
  expect(map).toHaveAttribute('href', 'https://www.google.com/maps/search/?api=1&query=-34.58%2C-58.41');
  expect(screen.queryByText('3680')).toBeNull();
});

test('an edit of such an order chooses another point, and asks for no address', async () => {
  const order = editableOrder({ pickup_point: orderAtPoint().pickup_point });
  const quoted = { results: { state: 'Aprobado' as const, cost_before: 100, cost_after: 100 } };
  const replies = [reply(readOrder, { results: order }), NEAR, reply(quoteModification, quoted)];
  const { user, received } = await openPortal(editOrderPath(trackingOf(1)), { replies });
  expect(await screen.findByRole('radio', { name: /Punto Palermo/ })).toBeChecked();
  expect(screen.queryByLabelText('Calle')).toBeNull();
  expect(await axeViolations(document.body)).toEqual([]);
  await user.click(screen.getByRole('radio', { name: /Punto Florida/ }));
  await user.click(button('Guardar'));
  expect(await dialog()).toHaveTextContent('Punto de retiroPunto Palermo Punto Florida');
  expect(bodiesOf(received, quoteModification)).toMatchObject([{ pickup_point_code: 'B1602' }]);
});
