// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { createPayment, listPayments } from '#shared/money/payments.ts';
import { batchOrderLabels, batchShipmentLabels } from '#shared/orders/labels.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { listShipments } from '#shared/orders/shipments.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import { clientInfo } from '#shared/people/account.ts';
import { openTabs } from '#test/screens/browser-windows.ts';
import { type Reply, replyFile } from '#test/screens/fake-gateway.ts';
import {
  badgesOf,
  button,
  buttons,
  cellsOf,
  menuItem,
  menuItems,
  requestsOf,
  rowWith,
  tableRows,
} from '#test/screens/list-page.ts';
import { CHECKOUT, checkoutSettings } from '#test/screens/money/payment-samples.ts';
import { loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { orderRow, pageOf, shipmentRow } from '#test/screens/orders/order-replies.ts';

const settings = { ...checkoutSettings, strict: true, foreign: true };

/** Responds with a body of any shape. */
const answer = (endpoint: AnyEndpoint, body: unknown): Reply => ({ endpoint, respond: () => Response.json(body) });

async function openBefore(replies: Reply[], path: string, stored = SESSION) {
  const opened = await openPortal(path, { replies, settings }, stored);
  await loaded(opened.container);
  return opened;
}

const PROVINCES = [
  { name: 'Chubut', percentage: '66.67', total: '2' },
  { name: 'Salta', percentage: 33.33, total: 1 },
];

describe('Before a foreign gateway', () => {
  test.each([
    ['at the top level', { total: 3, provinces_array: PROVINCES }],
    ['as the first result', { results: [{ total: '3', provinces_array: PROVINCES }] }],
  ])('statistics %s show their total and their table', async (_where, body) => {
    const { container } = await openBefore([answer(shipmentTotals, body)], '/estadisticas');
    await waitFor(() => expect(screen.getByText('Cantidad de Envíos').nextSibling).toHaveTextContent('3'));
    expect(tableRows(container).map(cellsOf)).toEqual([
      ['Chubut', '66,67 %', '2'],
      ['Salta', '33,33 %', '1'],
    ]);
  });

  test.each([
    ['at the top level', { client_company_name: 'Ñandú SRL' }],
    ['below results', { code: 200, results: { client_company_name: 'Ñandú SRL' } }],
    ['as the first result', { results: [{ client_company_name: 'Ñandú SRL' }] }],
  ])('a company %s is the sender of a new order', async (_where, body) => {
    await openBefore([answer(clientInfo, body)], '/ordenes/nueva-orden');
    expect(await screen.findByLabelText('Remitente')).toHaveValue('Ñandú SRL');
  });

  test.each(['Pendiente de Pago', '54', 54, { name: 'Pendiente de Pago' }])(
    'a payment whose state is %j has its badge and can be paid and cancelled',
    async (state) => {
      const row = { id: 7, date: '2026-06-10', amount: '1500.50', orders: [], payable: '1', cancelable: 1, state };
      const pay = { ...row, init_point: CHECKOUT };
      const { container, user } = await openBefore([answer(listPayments, [pay])], '/pagos');
      const shown = rowWith(container, '1.500,50');
      expect(badgesOf(shown)).toEqual(['amarillo: Pendiente de Pago']);
      expect(within(shown).getByRole('link', { name: 'Pagar' })).toHaveAttribute('href', pay.init_point);
      await user.click(button('Más acciones del pago 7'));
      expect(await menuItem('Cancelar pago')).not.toHaveAttribute('aria-disabled', 'true');
    },
  );

  test('a pending payment that can’t be cancelled doesn’t offer it', async () => {
    const row = { id: 7, date: '2026-06-10', amount: 1500.5, orders: [], state: 'Pendiente de Pago', cancelable: 'NO' };
    const payable = { ...row, id: 8, payable: true, init_point: CHECKOUT };
    const { user } = await openBefore([answer(listPayments, [row, payable])], '/pagos');
    expect(buttons('Más acciones del pago 7')).toEqual([]);
    await user.click(button('Más acciones del pago 8'));
    await menuItem('Pagar');
    expect(menuItems()).toEqual(['Pagar']);
  });

  test('a delivery mode and a state as texts are shown in the lists', async () => {
    const mode = { delivery_mode: 'Retiro en punto de entrega' };
    const order = { ...orderRow(1), ...mode, order_state: 'En Curso', printed_by_client: 'NO', shippings: [] };
    const orders = await openBefore([answer(listOrders, { results: [order] })], '/ordenes');
    const row = rowWith(orders.container, 'W-1');
    expect(row).toHaveTextContent('Retiro en punto de entrega');
    expect(badgesOf(row)).toEqual(['azul: En Curso', 'rojo: NO']);
    cleanup();
    const shipment = { ...shipmentRow(1), ...mode, state: { id: 3, name: 'Despachado' } };
    const shipments = await openBefore([answer(listShipments, { results: [shipment] })], '/envios');
    const shown = rowWith(shipments.container, 'W-1');
    expect(shown).toHaveTextContent('Retiro en punto de entrega');
    expect(badgesOf(shown)[0]).toBe('azul: Despachado');
  });

  test('ids of orders are sent as the list gave them', async () => {
    const row = (id: unknown, number: number) => ({
      ...orderRow(number, { payable: true, can_generate_merchant_order: true }),
      id,
      order_state: 'Pendiente de Pago',
    });
    const replies = [answer(listOrders, [row(503, 1), row('0504', 2)]), replyFile(batchOrderLabels, '%PDF-', 'x.pdf')];
    openTabs();
    const { received, user } = await openBefore(replies, '/ordenes');
    for (const [mode, action] of [
      ['Pagar en lote', /^Pagar \(2\)/],
      ['Imprimir en lote', /^Imprimir \(2\)/],
    ] as const) {
      await user.click(button(mode));
      for (const box of await screen.findAllByRole('checkbox', { name: /^Elegir W-/ })) await user.click(box);
      await user.click(await waitFor(() => button(action)));
      if (mode === 'Pagar en lote') {
        const question = within(await screen.findByRole('alertdialog'));
        await user.click(question.getByRole('button', { name: 'Pagar' }));
        await waitFor(() => expect(requestsOf(received, createPayment)).toHaveLength(1));
      }
    }
    await waitFor(() => expect(requestsOf(received, batchOrderLabels)).toHaveLength(1));
    expect(requestsOf(received, createPayment)[0]?.body).toEqual({ orders: [503, '0504'] });
    expect(requestsOf(received, batchOrderLabels)[0]?.body).toEqual({ orders_id: [503, '0504'] });
  });

  test('ids of shipments are sent as the list gave them, also grouped by order', async () => {
    const rows = [
      { ...shipmentRow(1), id: '0504', tracking_id: 'A' },
      { ...shipmentRow(2), id: 503, tracking_id: 'B' },
      { ...shipmentRow(3), id: '505', tracking_id: 'A' },
    ];
    const replies = [answer(listShipments, rows), replyFile(batchShipmentLabels, '%PDF-', 'x.pdf')];
    openTabs();
    const { received, user } = await openBefore(replies, '/envios');
    await user.click(button('Imprimir en lote'));
    for (const box of await screen.findAllByRole('checkbox', { name: /^Elegir K7M2/ })) await user.click(box);
    await user.click(await waitFor(() => button(/^Imprimir \(3\)/)));
    await waitFor(() => expect(requestsOf(received, batchShipmentLabels)).toHaveLength(1));
    expect(requestsOf(received, batchShipmentLabels)[0]?.body).toEqual({ shippings_id: ['0504', '505', 503] });
  });

  test('no page of a list is read before somebody opens it', async () => {
    const page = pageOf([orderRow(1)], { pages: 3, total: 30 });
    const { received, user } = await openBefore([answer(listOrders, page)], '/ordenes');
    const pages = () => received.filter(({ endpoint }) => endpoint === listOrders).map(({ query }) => query.page);
    expect(pages()).toEqual(['1']);
    await user.click(button('Página siguiente'));
    await waitFor(() => expect(pages()).toEqual(['1', '2']));
  });

  test('the company is asked for once in a session', async () => {
    const company = answer(clientInfo, { client_company_name: 'Ñandú SRL' });
    const first = await openBefore([company], '/ordenes/nueva-orden');
    expect(requestsOf(first.received, clientInfo)).toHaveLength(1);
    const stored = Object.fromEntries(Object.entries(localStorage));
    cleanup();
    const second = await openBefore([company], '/ordenes/nueva-orden', stored);
    expect(await screen.findByLabelText('Remitente')).toHaveValue('Ñandú SRL');
    expect(requestsOf(second.received, clientInfo)).toEqual([]);
    await second.user.click(screen.getAllByText('Cerrar Sesión')[0] as HTMLElement);
    await screen.findByLabelText('Contraseña');
    expect(Object.values(localStorage).join()).not.toContain('Ñandú');
  });
});
