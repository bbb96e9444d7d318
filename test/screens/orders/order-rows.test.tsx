// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { batchOrderLabels, orderLabels } from '#shared/orders/labels.ts';
import { cancelOrder, countOrders, listOrders, type OrderRow } from '#shared/orders/orders.ts';
import { alertBoxes, layOutForPhone, openTabs } from '#test/screens/browser-windows.ts';
import { type Reply, refuse, reply, replyFile } from '#test/screens/fake-gateway.ts';
import {
  answer,
  button,
  cellsOf,
  expectAlert,
  fill,
  findButton,
  menuItem,
  requestsOf,
  rowWith,
  tableRows,
} from '#test/screens/list-page.ts';
import { loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { orderRow, pageOf, specified } from './order-replies.ts';

/** Session without the feature of prepaid orders. */
const { usr_prep: _prepaid, ...POSTPAID } = SESSION;

const page = (...rows: OrderRow[]) => reply(listOrders, pageOf(rows));

describe('A row of the orders list', () => {
  test.each([false, true])('links to the detail and to the public tracking (strict: %s)', async (strict) => {
    const rows = pageOf([orderRow(1)]);
    const replies = [reply(listOrders, strict ? specified(listOrders, rows) : rows)];
    const { container, user } = await openPortal('/ordenes', { settings: { strict }, replies });
    await loaded(container);
    await user.click(button('Más acciones de W-1'));
    expect(await menuItem('Seguimiento')).toHaveAttribute('href', '/seguimiento/K7M2P9QX001');
    await user.click(await menuItem('Ver detalle'));
    await waitFor(() => expect(window.location.pathname).toBe('/ordenes/detalle/K7M2P9QX001'));
  });

  test('shows the promised day below the state, and nothing before a strict gateway', async () => {
    const due = { date: '2026-09-09', days_left: -2 };
    const rows = pageOf([orderRow(1, { due }), orderRow(2, { due: { ...due, days_left: 1 } }), orderRow(3)]);
    const { container } = await openPortal('/ordenes', { replies: [reply(listOrders, rows)] });
    await loaded(container);
    const states = () => tableRows(container).map((row) => cellsOf(row)[5]);
    expect(states()).toEqual(['RegistradoVenció hace 2 días', 'RegistradoVence mañana', 'Registrado']);
    const strict = await openPortal('/ordenes', {
      settings: { strict: true },
      replies: [reply(listOrders, specified(listOrders, rows))],
    });
    await loaded(strict.container);
    expect(tableRows(strict.container).map((row) => cellsOf(row)[5])).toEqual([
      'Registrado',
      'Registrado',
      'Registrado',
    ]);
  });

  test('names why it has an incident below the state, even if its shipments’ states differ', async () => {
    const order_state = { name: 'Con Incidencia' };
    const incident = orderRow(1, { order_state, incident: 'Destinatario ausente', shippings: [] });
    const { container } = await openPortal('/ordenes', { replies: [page(incident)] });
    await loaded(container);
    expect(cellsOf(tableRows(container)[0])[5]).toBe('Con IncidenciaDestinatario ausente');
  });

  test('with a pending change keeps Editar in its menu, disabled with a reason', async () => {
    const waits = { can_request_edit: false, last_modification_incidence_state: 'Pendiente' };
    const { container, user } = await openPortal('/ordenes', { replies: [page(orderRow(1, waits))] });
    await loaded(container);
    await user.click(button('Más acciones de W-1'));
    expect(await menuItem('Editar')).toHaveTextContent('Ya hay una modificación pendiente de aprobación');
  });

  test('opens its labels in a new tab', async () => {
    const tabs = openTabs();
    const labels = replyFile(orderLabels, '%PDF-', 'etiquetas.pdf');
    const { container, user, received } = await openPortal('/ordenes', { replies: [page(orderRow(1)), labels] });
    await loaded(container);
    await user.click(button('Imprimir la orden W-1'));
    await waitFor(() => expect(tabs).toEqual([{ shows: 'blob:1', closed: false }]));
    expect(requestsOf(received, orderLabels).map(({ url }) => url.pathname)).toEqual([
      '/api/v1/client/order/print/1/W-1.pdf',
    ]);
  });

  test('shows that its labels failed, closes the new tab, and prints on retry', async () => {
    const tabs = openTabs();
    const boxes = alertBoxes();
    const replies: Reply[] = [page(orderRow(1)), refuse(orderLabels, 500, 'no')];
    const { container, user } = await openPortal('/ordenes', { replies });
    await loaded(container);
    await user.click(button('Imprimir la orden W-1'));
    expect(await screen.findByText(/^No se pudieron imprimir las etiquetas de la orden W-1/)).toBeVisible();
    expect(boxes).toEqual(['Hubo un problema con la impresion de etiquetas']);
    expect(tabs).toEqual([{ shows: null, closed: true }]);
    replies[1] = replyFile(orderLabels, '%PDF-', 'etiquetas.pdf');
    await user.click(button('Reintentar'));
    await waitFor(() => expect(tabs[1]).toEqual({ shows: 'blob:2', closed: false }));
    expect(screen.queryByText(/^No se pudieron imprimir/)).toBeNull();
  });

  test.each([false, true])('is cancelled from its menu and then can’t be printed (strict: %s)', async (strict) => {
    let cancelled = false;
    const gone = { order_state: { name: 'Cancelado' }, printable: false, cancellable: false };
    const shippings = orderRow(1).shippings.map((shipment) => ({ ...shipment, state: 'Cancelado' }));
    const listed = reply(listOrders, () => {
      const rows = pageOf([orderRow(1, cancelled ? { ...gone, shippings } : {})]);
      return strict ? specified(listOrders, rows) : rows;
    });
    const done = reply(cancelOrder, () => {
      cancelled = true;
      return { message: 'ok', results: { id: 1 } };
    });
    const { container, user, received } = await openPortal('/ordenes', {
      settings: { strict },
      replies: [listed, done],
    });
    await loaded(container);
    await user.click(button('Más acciones de W-1'));
    await user.click(await menuItem('Cancelar orden'));
    await answer(user, 'Cancelar orden');
    await expectAlert('Orden cancelada', 'La orden W-1 ha sido cancelada con éxito');
    expect(requestsOf(received, cancelOrder)[0]?.url.pathname).toBe('/api/v1/client/order/K7M2P9QX001/cancel');
    await waitFor(() => expect(rowWith(container, 'W-1')).toHaveTextContent('Cancelado'));
    await user.click(button('Imprimir en lote'));
    const reason = 'W-1: No se puede imprimir: la orden está cancelada';
    const row = rowWith(container, 'W-1');
    expect(await findButton(reason, row)).toBeVisible();
    expect(row.querySelector('[type=checkbox]')).toBeNull();
  });
});

describe('The orders list', () => {
  test.each([false, true])('prints fifty orders in three clicks (strict: %s)', async (strict) => {
    const tabs = openTabs();
    let printed = false;
    const listed = reply(listOrders, () => {
      const rows = pageOf(Array.from({ length: 50 }, (_, n) => orderRow(n + 1, { printed_by_client: printed })));
      return strict ? specified(listOrders, rows) : rows;
    });
    const labels: Reply = {
      endpoint: batchOrderLabels,
      respond: (request) => {
        printed = true;
        return replyFile(batchOrderLabels, '%PDF-', 'etiquetas.pdf').respond(request);
      },
    };
    const { container, user, received } = await openPortal('/ordenes?limit=50', {
      settings: { strict },
      replies: [listed, labels],
    });
    await loaded(container);
    await user.click(button('Imprimir en lote'));
    await user.click(screen.getByLabelText('Elegir todas las filas de esta página'));
    await user.click(await findButton('Imprimir (50)'));
    await waitFor(() => expect(tabs[0]?.shows).toMatch(/^blob:/));
    const ids = Array.from({ length: 50 }, (_, n) => n + 1);
    expect(requestsOf(received, batchOrderLabels).map(({ body }) => body)).toEqual([{ orders_id: ids }]);
    expect(await findButton('Imprimir (0)')).toBeVisible();
    const bar = screen.getByRole('region', { name: 'Selección' });
    expect(bar).toHaveTextContent('50 órdenes · 50 etiquetas listas');
    await user.click(button('Abrir de nuevo', bar));
    await waitFor(() => expect(tabs[1]?.shows).toMatch(/^blob:/));
    expect(requestsOf(received, batchOrderLabels)).toHaveLength(1);
    await waitFor(() => expect(tableRows(container).map((row) => cellsOf(row)[7])).toEqual(Array(50).fill('SI')));
  });

  test('the checkbox of a page takes the unprinted orders, and a button those of all pages', async () => {
    const rows = [1, 2, 3].map((n) => orderRow(n, { printed_by_client: n > 1 }));
    const listed = reply(listOrders, ({ query }) =>
      query['filter[state]'] === 'por_imprimir'
        ? pageOf([1, 8, 9].map((n) => orderRow(n, { printed_by_client: false })))
        : pageOf(rows),
    );
    const counted = reply(countOrders, { results: [{ state: 'por_imprimir', total: 3 }], total: 6, late: 0 });
    const { container, user, received } = await openPortal('/ordenes?cliente=ana', { replies: [listed, counted] });
    await loaded(container);
    await user.click(button('Imprimir en lote'));
    await findButton('Imprimir (0)');
    await user.click(screen.getByLabelText('Elegir las filas sin imprimir de esta página'));
    const bar = screen.getByRole('region', { name: 'Selección' });
    expect(bar).toHaveTextContent('1 orden seleccionada');
    expect(bar).toHaveTextContent(/PDF · 95 × 125 mm/);
    await user.click(screen.getByLabelText('Elegir W-2'));
    expect(bar).toHaveTextContent('2 etiquetas · 1 ya se imprimió');
    await user.click(await findButton('Elegir las 3 por imprimir'));
    expect(await findButton('Imprimir (4)')).toBeVisible();
    expect(requestsOf(received, listOrders).at(-1)?.query).toMatchObject({
      'filter[client]': 'ana',
      'filter[state]': 'por_imprimir',
    });
  });

  test('an address opens it with all unprinted orders selected, in the order of the list', async () => {
    const unprinted = [8, 9, 1].map((n) => orderRow(n, { printed_by_client: false }));
    const counted = reply(countOrders, { results: [{ state: 'por_imprimir', total: 3 }], total: 6, late: 0 });
    const labels = replyFile(batchOrderLabels, '%PDF-', 'etiquetas.pdf');
    openTabs();
    const { container, user, received } = await openPortal('/ordenes?estado=por_imprimir&imprimir=1', {
      replies: [reply(listOrders, pageOf(unprinted)), counted, labels],
    });
    await loaded(container);
    const print = await findButton('Imprimir (3)');
    await waitFor(() => expect(window.location.search).toBe('?estado=por_imprimir'));
    await user.click(screen.getByLabelText('Sumar lista de SKU'));
    await user.click(print);
    await findButton('Abrir de nuevo');
    expect(requestsOf(received, batchOrderLabels).map(({ body }) => body)).toEqual([
      { orders_id: [8, 9, 1], sku_list: true },
    ]);
    await user.click(button('Salir del modo'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selección' })).toBeNull());
  });

  test('a list of SKU is not offered for label printers, nor before a strict gateway', async () => {
    for (const [print_config, strict] of [
      ['zpl', false],
      ['pdf', true],
    ] as const) {
      const rows = pageOf([orderRow(1)]);
      const { container, user } = await openPortal(
        '/ordenes?imprimir=1',
        { settings: { strict }, replies: [reply(listOrders, strict ? specified(listOrders, rows) : rows)] },
        { ...SESSION, print_config },
      );
      await loaded(container);
      await findButton(/^Imprimir \(/);
      await user.click(screen.getByLabelText('Elegir W-1'));
      expect(screen.queryByLabelText('Sumar lista de SKU')).toBeNull();
      cleanup();
    }
  });

  test('becomes cards on a phone, and its filters become a dialog that counts the results', async () => {
    layOutForPhone();
    const listed = reply(listOrders, ({ query }) =>
      query['filter[order]'] === 'W-2' ? pageOf([orderRow(2)]) : pageOf([orderRow(1), orderRow(2)]),
    );
    const { container, user } = await openPortal('/ordenes', { replies: [listed] }, POSTPAID);
    await loaded(container);
    const cards = () => within(screen.getByRole('list', { name: 'Órdenes' })).getAllByRole('listitem');
    expect(cards()).toHaveLength(2);
    expect(container.querySelector('main table')).toBeNull();
    await user.click(button('Filtros'));
    await screen.findByRole('dialog', { name: 'Filtros' });
    fill('Nro. de Orden Interno', 'W-2');
    await user.click(await findButton('Ver 1 resultado'));
    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(cards()[0]).toHaveTextContent('W-2');
  });
});
