// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cancelPayment } from '#shared/money/payments.ts';
import { listOrders, type OrderRow } from '#shared/orders/orders.ts';
import { layOutForPhone } from '#test/screens/browser-windows.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import {
  answer,
  button,
  findButton,
  menuItem,
  menuItems,
  question,
  requestsOf,
  rowWith,
} from '#test/screens/list-page.ts';
import { loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { orderRow, pageOf } from '#test/screens/orders/order-replies.ts';

/** Session without the feature of prepaid orders. */
const { usr_prep: _prepaid, ...POSTPAID } = SESSION;

const bar = () => document.querySelector<HTMLElement>('[aria-label="Selección"]');
const box = (number: number) => screen.queryByLabelText(`Elegir W-${number}`);

const payable = { payable: true, can_generate_merchant_order: true, printable: false } satisfies Partial<OrderRow>;
const inPayment = {
  payable: true,
  can_generate_merchant_order: false,
  order_state: { name: 'Pendiente de Pago' },
  init_point: 'https://example.com/pago',
  merchant_order: { id: 7, state: { id: 54, name: 'Pendiente' } },
} satisfies Partial<OrderRow>;

const page = (...rows: OrderRow[]) => reply(listOrders, pageOf(rows));

test('a client that pays before sending selects reverse orders to pay them', async () => {
  const rows = page(orderRow(1, payable), orderRow(2, { ...payable, last_modification_incidence_state: 'Aprobado' }));
  const { container, user } = await openPortal('/logistica-inversa', { replies: [rows] });
  await loaded(container);
  expect(rowWith(container, 'W-2')).toHaveTextContent('Modificación: Aprobado');
  expect(bar()).toBeNull();
  await user.click(screen.getByLabelText('Elegir todas las filas de esta página'));
  await waitFor(() => expect(bar()).toHaveTextContent('2 órdenes seleccionadas'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bar()).toBeNull());
  await user.click(screen.getByLabelText('Elegir W-1'));
  await user.click(await findButton(/^Pagar \(1\)/));
  const dialog = await question();
  expect(dialog).toHaveTextContent('Vas a pagar $ 4.350,50 por 1 orden. Te llevamos a Mercado Pago');
});

test('a reverse order in a payment links to it, and can be paid again once the payment is cancelled', async () => {
  let state: Partial<OrderRow> = inPayment;
  const listed = reply(listOrders, () => pageOf([orderRow(1, state), orderRow(2, payable)]));
  const cancelled = reply(cancelPayment, () => {
    state = payable;
    return { message: 'ok' };
  });
  const { container, user, received } = await openPortal('/logistica-inversa', {
    settings: { payment_hosts: ['example.com'] },
    replies: [listed, cancelled],
  });
  await loaded(container);
  expect(box(1)).toBeNull();
  expect(box(2)).toBeVisible();
  await user.click(button('Más acciones de W-1'));
  expect(await menuItem('Pagar')).toHaveAttribute('href', 'https://example.com/pago');
  await user.click(await menuItem('Cancelar pago'));
  await answer(user, 'Cancelar pago');
  await waitFor(() => expect(box(1)).toBeVisible());
  expect(requestsOf(received, cancelPayment).map(({ url }) => url.pathname)).toEqual([
    '/api/v1/client/merchant_order/cancel/7',
  ]);
  await user.click(button('Más acciones de W-1'));
  expect(await menuItem('Generar pago')).toBeVisible();
  expect(menuItems()).not.toContain('Cancelar pago');
});

test('the reverse-logistics list becomes cards on a phone, without checkboxes for a client that pays later', async () => {
  layOutForPhone();
  const { container } = await openPortal('/logistica-inversa', { replies: [page(orderRow(1, payable))] }, POSTPAID);
  await loaded(container);
  const list = within(screen.getByRole('list', { name: 'Órdenes de logística inversa' }));
  const [card] = list.getAllByRole('listitem');
  expect(card).toHaveTextContent('W-1');
  expect(card).toHaveTextContent('K7M2P9QX001-1');
  expect(document.querySelector('main [type=checkbox]')).toBeNull();
});

test('the reverse-logistics list shows a message if nothing was found', async () => {
  const { container } = await openPortal('/logistica-inversa?nroOrden=nadie', { replies: [page()] });
  await loaded(container);
  expect(screen.getByText('No se encontraron resultados')).toBeVisible();
});

test('a client without reverse logistics is redirected to the statistics', async () => {
  const { logistica_inversa: _, ...stored } = SESSION;
  const flags = btoa(JSON.stringify({ username: 'ana', terms_accepted: true, default_format: 'pdf' }));
  await openPortal('/logistica-inversa', {}, { ...stored, token: `x.${flags}.x` });
  await waitFor(() => expect(window.location.pathname).toBe('/estadisticas'));
});
