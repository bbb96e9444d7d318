// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deliveryModes } from '#shared/orders/lookups.ts';
import { countOrders, listOrders } from '#shared/orders/orders.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import {
  badgesOf,
  button,
  cellsOf,
  columnHeaders,
  fill,
  filtersOf,
  queryAfter,
  requestsOf,
  tableRows,
} from '#test/screens/list-page.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { orderRow, pageOf, specified } from './order-replies.ts';

const CROSSED = 'No puede ser posterior a la fecha de creación hasta.';

const modes = reply(deliveryModes, { results: [{ id: '1', name: 'Entrega a domicilio' }] });

/** Every filter of the list, by its names in the call and in the URL. */
const FILTERS = {
  'filter[client]': 'a',
  'filter[order]': 'W-1',
  'filter[tracking]': 'Z',
  'filter[shipment]': 'Z-1',
  'filter[delivery_mode]': '1',
  'filter[from_date]': '2020-01-01',
  'filter[to_date]': '2199-12-31',
  'filter[printed_by_client]': '0',
};
const ADDRESS = {
  cliente: 'a',
  nroOrden: 'W-1',
  tracking_id: 'Z',
  etiqueta: 'Z-1',
  modoEntrega: '1',
  fechaDesde: '2020-01-01',
  fechaHasta: '2199-12-31',
  printedByClient: '0',
};

test.each([
  ['of this portal', false],
  ['of the specifications', true],
])(
  'with a gateway %s the orders list shows the last changed order first and is filtered by every field',
  async (_name, strict) => {
    const rows = pageOf([orderRow(1), orderRow(2)]);
    const replies = [modes, reply(listOrders, strict ? specified(listOrders, rows) : rows)];
    const { container, user, received } = await openPortal('/ordenes', { settings: { strict }, replies });
    await loaded(container);
    expect(requestsOf(received, listOrders)[0]?.query).toEqual({
      page: '1',
      limit: '10',
      'order[sort]': 'o.updated_at',
      'order[direction]': 'DESC',
    });
    expect(columnHeaders(container)).toEqual([
      'Fecha de Creación',
      'Nro. de Orden Interno',
      'Nro. de Orden',
      'Costo de Envío',
      'Envío',
      'Estado',
      'Impreso',
      'Destinatario',
      'Modo de Entrega',
      'Acciones',
    ]);
    expect(cellsOf(tableRows(container)[0]).slice(0, 9)).toEqual([
      '10/06/2026',
      'W-1',
      'K7M2P9QX001',
      '$ 4.350,50',
      'K7M2P9QX001-1',
      'Registrado',
      'NO',
      'Ana Gómez',
      'Entrega a domicilio',
    ]);
    expect(screen.getByText('Página 1 de 1')).toBeVisible();

    fill('Nombre y Apellido Cliente', 'a');
    fill('Nro. de Orden Interno', 'W-1');
    fill('Nro. de Orden', 'Z');
    fill('Envío', 'Z-1');
    fill('Modo de Entrega', '1');
    fill('Impreso', '0');
    fill('Fecha de Creación Desde', '01/01/2020');
    fill('Fecha de Creación Hasta', '31/12/2199');
    const query = await queryAfter(received, listOrders, () => user.click(button('Buscar')));
    expect(filtersOf(query)).toEqual(FILTERS);
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual(ADDRESS);
  },
);

describe('The orders list', () => {
  test('reads its filters from the address, and Limpiar removes them all', async () => {
    const address = `/ordenes?${new URLSearchParams(ADDRESS)}`;
    const { container, user, received } = await openPortal(address, { replies: [modes] });
    await loaded(container);
    expect(filtersOf(requestsOf(received, listOrders)[0]?.query ?? {})).toEqual(FILTERS);
    expect(screen.getByLabelText('Nro. de Orden Interno')).toHaveValue('W-1');
    expect(screen.getByLabelText('Fecha de Creación Desde')).toHaveValue('01/01/2020');
    expect(filtersOf(await queryAfter(received, listOrders, () => user.click(button('Limpiar'))))).toEqual({});
    expect(screen.getByLabelText('Nro. de Orden Interno')).toHaveValue('');
  });

  test('sends no search while the first day is after the last day', async () => {
    const { container, user, received } = await openPortal('/ordenes');
    await loaded(container);
    fill('Fecha de Creación Desde', '02/03/2026');
    fill('Fecha de Creación Hasta', '01/03/2026');
    expect(await screen.findByText(CROSSED)).toBeVisible();
    const before = requestsOf(received, listOrders).length;
    await user.click(button('Buscar'));
    await waitFor(() => expect(screen.getByLabelText('Fecha de Creación Desde')).toHaveFocus());
    expect(requestsOf(received, listOrders)).toHaveLength(before);
    fill('Fecha de Creación Hasta', '02/03/2026');
    expect(screen.queryByText(CROSSED)).toBeNull();
  });

  test('opens the last page instead of a page that no longer exists', async () => {
    const pages = reply(listOrders, ({ query }) => {
      const page = Number(query.page);
      return pageOf(page > 3 ? [] : [orderRow(page)], { page, pages: 3, total: 21 });
    });
    const { container } = await openPortal('/ordenes?page=9999', { replies: [pages] });
    expect(await screen.findByText('Página 3 de 3')).toBeVisible();
    await waitFor(() => expect(tableRows(container)[0]).toHaveTextContent('W-3'));
    expect(window.location.search).toBe('?page=3');
  });

  test('colours states and SI / NO by their text', async () => {
    const states = ['ENTREGADO', 'en transito', 'Devolución', 'No Entregado: ausente', 'En Corresponsal'];
    const rows = states.map((name, index) =>
      orderRow(index, { order_state: { name }, printed_by_client: index === 0, shippings: [], shippings_text: '' }),
    );
    const { container } = await openPortal('/ordenes', { replies: [reply(listOrders, pageOf(rows))] });
    await loaded(container);
    expect(tableRows(container).map(badgesOf)).toEqual([
      ['verde: ENTREGADO', 'verde: SI'],
      ['azul: en transito', 'rojo: NO'],
      ['amarillo: Devolución', 'rojo: NO'],
      ['rojo: No Entregado: ausente', 'rojo: NO'],
      ['gris: En Corresponsal', 'rojo: NO'],
    ]);
    expect(cellsOf(tableRows(container)[0])[4]).toBe('-');
  });

  test('quick views show their number of orders and which one is open', async () => {
    const counts = { results: [{ state: 'con_problema', total: 2 }], total: 9, late: 0 };
    const listed = reply(listOrders, ({ query }) =>
      pageOf([orderRow(1), orderRow(2)], { total: query['filter[state]'] === 'con_problema' ? 2 : 9 }),
    );
    const { container, user, received } = await openPortal('/ordenes', {
      replies: [listed, reply(countOrders, counts)],
    });
    await loaded(container);
    const view = await screen.findByRole('link', { name: 'Con problema2' });
    expect(screen.getByRole('link', { name: 'Todas9' })).toHaveAttribute('aria-current', 'true');
    const query = await queryAfter(received, listOrders, () => user.click(view));
    expect(filtersOf(query)).toEqual({ 'filter[state]': 'con_problema' });
    expect(window.location.search).toBe('?estado=con_problema');
    expect(view).toHaveAttribute('aria-current', 'true');
    const heading = screen.getByRole('heading', { level: 1 });
    await waitFor(() => expect(heading.parentElement).toHaveTextContent('2 órdenes'));
  });

  test('the late ones are a quick view, which no other one keeps', async () => {
    const counts = { results: [{ state: 'con_problema', total: 2 }], total: 9, late: 3 };
    const { container, user, received } = await openPortal('/ordenes?estado=con_problema', {
      replies: [reply(countOrders, counts)],
    });
    await loaded(container);
    const late = await screen.findByRole('link', { name: 'Demoradas3' });
    const query = await queryAfter(received, listOrders, () => user.click(late));
    expect(filtersOf(query)).toEqual({ 'filter[late]': '1' });
    expect(late).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('link', { name: 'Todas9' })).not.toHaveAttribute('aria-current');
    expect(screen.getByRole('button', { name: 'Quitar filtro Demoradas Si' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Con problema2' }));
    await waitFor(() => expect(window.location.search).toBe('?estado=con_problema'));
    expect(filtersOf(requestsOf(received, countOrders).at(-1)?.query ?? {})).toEqual({});
  });

  test('quick views keep the other filters, also a typed one, and count with them', async () => {
    const counted = reply(countOrders, ({ query }) => {
      const total = query['filter[client]'] === 'ana' ? 1 : 7;
      return { results: [{ state: 'con_problema', total }], total, late: 0 };
    });
    const { container, user, received } = await openPortal('/ordenes?cliente=ana&estado=por_imprimir&limit=20', {
      replies: [counted],
    });
    await loaded(container);
    expect(await screen.findByRole('link', { name: 'Por imprimir0' })).toHaveAttribute('aria-current', 'true');
    expect(filtersOf(requestsOf(received, countOrders)[0]?.query ?? {})).toEqual({ 'filter[client]': 'ana' });
    fill('Nro. de Orden Interno', 'W-');
    const view = screen.getByRole('link', { name: 'Con problema1' });
    const query = await queryAfter(received, listOrders, () => user.click(view));
    expect(query).toMatchObject({
      limit: '20',
      'filter[client]': 'ana',
      'filter[order]': 'W-',
      'filter[state]': 'con_problema',
    });
    await user.click(screen.getByRole('link', { name: 'Todas1' }));
    await waitFor(() => expect(window.location.search).toBe('?limit=20&cliente=ana&nroOrden=W-'));
  });

  test('names its order, and sorts by creation and by due day', async () => {
    const { container, user, received } = await openPortal('/ordenes?page=2&cliente=ana');
    await loaded(container);
    const order = screen.getByLabelText('Orden de la lista');
    expect(order).toHaveDisplayValue('Últimos cambios primero');
    const query = await queryAfter(received, listOrders, () => user.selectOptions(order, 'Más viejas primero'));
    expect(query).toMatchObject({
      page: '1',
      'filter[client]': 'ana',
      'order[sort]': 'o.created_at',
      'order[direction]': 'ASC',
    });
    expect(window.location.search).toBe('?cliente=ana&orden=viejas');
    const byDueDay = await queryAfter(received, listOrders, () =>
      user.selectOptions(order, 'Próximas a vencer primero'),
    );
    expect(byDueDay).toMatchObject({ 'order[sort]': 'o.due_on', 'order[direction]': 'ASC' });
  });

  test('of a gateway of the specifications names its only order', async () => {
    const settings = { strict: true };
    const replies = [reply(listOrders, specified(listOrders, pageOf([orderRow(1)])))];
    const { container, received } = await openPortal('/ordenes?orden=viejas', { settings, replies });
    await loaded(container);
    expect(screen.getByText('Últimos cambios primero')).toBeVisible();
    expect(screen.queryByLabelText('Orden de la lista')).toBeNull();
    expect(requestsOf(received, listOrders)[0]?.query).toMatchObject({ 'order[sort]': 'o.updated_at' });
  });

  test('offers to search without filters if nothing was found', async () => {
    const found = reply(listOrders, ({ query }) =>
      pageOf(Object.keys(filtersOf(query)).length > 0 ? [] : [orderRow(1), orderRow(2)]),
    );
    const { container, user } = await openPortal('/ordenes?cliente=nadie', { replies: [found] });
    await loaded(container);
    expect(screen.getByText('No se encontraron resultados')).toBeVisible();
    expect(screen.getByText('Por favor, aplique otros filtros')).toBeVisible();
    expect(await axeViolations(container)).toEqual([]);
    await user.click(button('Limpiar filtros'));
    await waitFor(() => expect(tableRows(container)).toHaveLength(2));
  });

  test('offers a client without orders to create the first one', async () => {
    const { container } = await openPortal('/ordenes', { answers: 'empty' });
    await loaded(container);
    expect(screen.getByText('No hay resultados disponibles')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Crear tu primera orden' });
    expect(link).toHaveAttribute('href', '/ordenes/nueva-orden');
  });

  test('shows an error if it couldn’t be loaded, and loads on retry', async () => {
    const replies: Reply[] = [refuse(listOrders, 500, 'no')];
    const { container, user } = await openPortal('/ordenes', { replies });
    expect(await screen.findByText('Ocurrió un error')).toBeVisible();
    expect(screen.getByText('Por favor, intente nuevamente más tarde o comuníquese con soporte técnico')).toBeVisible();
    replies[0] = reply(listOrders, pageOf([orderRow(1), orderRow(2)]));
    await user.click(button('Reintentar'));
    await waitFor(() => expect(tableRows(container)).toHaveLength(2));
    expect(tableRows(container)[0]).toHaveTextContent('W-1');
  });
});
