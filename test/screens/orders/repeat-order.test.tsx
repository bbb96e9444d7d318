// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOrders, type OrderDetail, readOrder } from '#shared/orders/orders.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { type FakeGatewayOptions, type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { field } from '#test/screens/typing.ts';
import CopyLosses from '#web/orders/form/copy/losses.tsx';
import { orderReplies, product, shipment } from './order-form.ts';
import { orderDetail, orderRow, pageOf, shippingOf, trackingOf } from './order-replies.ts';

const RECEIVER = {
  first_name: 'Ana',
  last_name: 'Gómez',
  receiver_name: 'Portería',
  document: '27331480',
  email: 'ana@example.com',
  receiver_phone: '11 5873-2046',
  address_street_name: 'Costa Rica',
  address_street_number: '4500',
  address_zip_code: '1425',
  address_city: 'Palermo',
  address_other_info: 'Timbre 2',
};

/** Builds an order with one package that has one item. */
function packedOrder(changes: Partial<OrderDetail> = {}, receiver: Partial<typeof RECEIVER> = {}): OrderDetail {
  const sizes = { length: 11, width: 12, height: 13, weight: 1400, value: 2500 };
  const items = [{ item: 'Pava', sku: 'PAVA', quantity: 2, product_id: 7 }];
  const shipping = shippingOf(1, { ...sizes, items });
  const to = { ...shipping.receiver, ...RECEIVER, ...receiver };
  return orderDetail({ sender_name: 'Casa Central', shippings: [{ ...shipping, receiver: to }], ...changes });
}

const openRepeatedWith = (replies: Reply[]) =>
  openPortal(`/ordenes/nueva-orden?repetir=${trackingOf(1)}`, {
    replies: [...replies, reply(readOrder, { results: packedOrder() }), ...orderReplies()],
  });

async function openRepeated(order: OrderDetail, options: FakeGatewayOptions = {}, path = '/ordenes/nueva-orden') {
  const replies = [reply(readOrder, { results: order }), ...orderReplies([product(7, 'PAVA')])];
  const portal = await openPortal(`${path}?repetir=${trackingOf(1)}`, { replies, ...options });
  await screen.findByLabelText('Nro. de Orden Interno');
  await loaded(portal.container);
  return portal;
}

test('a repeated order has everything of the earlier one but its number, which has the focus', async () => {
  await openRepeated(packedOrder());
  await waitFor(() => expect(field('Nro. de Orden Interno')).toHaveFocus());
  const texts = {
    'Nro. de Orden Interno': '',
    Remitente: 'Casa Central',
    Calle: 'Costa Rica',
    Altura: '4500',
    'Código postal': '1425',
    Localidad: 'Palermo',
    Observaciones: 'Timbre 2',
    Nombre: 'Ana',
    Apellido: 'Gómez',
    Documento: '27331480',
    Destinatario: 'Portería',
    Email: 'ana@example.com',
    Teléfono: '11 5873-2046',
  };
  for (const [label, text] of Object.entries(texts)) expect(field(label), label).toHaveValue(text);
  expect(field('Largo', shipment(1))).toHaveValue('11');
  expect(field('Cantidad del ítem 1')).toHaveValue('2');
  expect(await axeViolations(document.body)).toEqual([]);
});

test('nothing of a masked person is repeated', async () => {
  const masked = { first_name: 'Dato borrado', last_name: '', address_street_name: 'Dato borrado', document: '' };
  await openRepeated(packedOrder({}, masked));
  expect(field('Nombre')).toHaveValue('');
  expect(field('Calle')).toHaveValue('');
  expect(field('Código postal')).toHaveValue('1425');
});

test('a repeated order keeps its delivery mode, or takes an offered one if the client lost it', async () => {
  await openRepeated(packedOrder({ delivery_mode: { id: '2', name: 'Retiro en punto de entrega' } }));
  expect(screen.getByRole('radio', { name: /Retiro en punto/ })).toBeChecked();
});

test('an order of reverse logistics is repeated on its own screen', async () => {
  await openRepeated(packedOrder({ delivery_mode: { id: '4', name: 'Logística inversa' } }));
  expect(window.location.pathname).toBe('/logistica-inversa/nueva-orden');
  expect(field('Calle')).toHaveValue('Costa Rica');
  expect(field('Nro. de Orden Interno')).toHaveValue('');
});

test('no item is dropped because the products can’t be loaded', async () => {
  const replies = [reply(readOrder, { results: packedOrder() }), refuse(listProducts, 422, 'No se pudo')];
  await openPortal(`/ordenes/nueva-orden?repetir=${trackingOf(1)}`, { replies: [...replies, ...orderReplies()] });
  expect(await screen.findByText('No pudimos traer tus productos')).toBeVisible();
  expect(screen.queryByLabelText('Nro. de Orden Interno')).toBeNull();
});

const TARGET = `/ordenes/nueva-orden?repetir=${trackingOf(1)}`;

test.each([
  { strict: false, links: [TARGET] },
  { strict: true, links: [] },
])('a row and the detail link to the repetition; strict $strict', async ({ strict, links }) => {
  const replies = [reply(listOrders, pageOf([orderRow(1)])), reply(readOrder, { results: packedOrder() })];
  const { user } = await openPortal('/ordenes', { replies, settings: { strict } });
  await user.click(await screen.findByRole('button', { name: 'Más acciones de W-1' }));
  await screen.findByRole('menuitem', { name: 'Ver detalle' });
  const targets = (role: string, name: string) =>
    screen.queryAllByRole(role, { name }).map((link) => link.getAttribute('href'));
  expect(targets('menuitem', 'Repetir orden')).toEqual(links);
  await user.click(screen.getByRole('menuitem', { name: 'Ver detalle' }));
  await screen.findByRole('heading', { name: 'Orden # W-1' });
  expect(targets('link', 'Repetir')).toEqual(links);
});

test('a product that can’t be looked up beyond the first of a large catalogue is named with how to add it', async () => {
  const page = { results: [product(8, 'MATE')], pagination: { page: 1, pages: 2, total: 12_000, limit: 9999 } };
  const listed: Reply = {
    endpoint: listProducts,
    respond: (request) => {
      const lookUp = 'filter[sku]' in request.query;
      return (lookUp ? refuse(listProducts, 422, 'No se pudo') : reply(listProducts, page)).respond(request);
    },
  };
  await openRepeatedWith([listed]);
  const losses = await screen.findByRole('dialog', { name: 'Productos no encontrados' });
  expect(losses).toHaveTextContent('Estos no los encontramos entre los primeros');
  expect(losses).toHaveTextContent('PAVA');
  expect(losses).toHaveTextContent('Buscalos con Agregar Ítem, que busca en todo el catálogo.');
});

test('what the form has no place for is named', async () => {
  const left = (sku: string) => ({ shipment: 'T-1', sku, name: sku });
  const copied = { missing: [], excess: [left('S-201'), left('S-202')], leftOut: ['T-101'] };
  render(<CopyLosses copied={copied} partial={false} />);
  const losses = await screen.findByRole('dialog', { name: 'No copiamos toda la orden' });
  for (const text of [
    'Una orden lleva hasta 100 envíos, y la original tiene 101. Copiamos los primeros; para este creá otra orden:',
    'Un envío lleva hasta 200 ítems. Copiamos los primeros, y quedaron estos 2 afuera:',
    'T-101',
    'S-201',
    'S-202',
  ])
    expect(losses).toHaveTextContent(text);
  expect(await axeViolations(losses)).toEqual([]);
});
