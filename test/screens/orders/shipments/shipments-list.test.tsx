// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deliveryModes, shipmentStateList } from '#shared/orders/lookups.ts';
import { listShipments, type ShipmentRow } from '#shared/orders/shipments.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import {
  badgesOf,
  button,
  cellsOf,
  columnHeaders,
  fill,
  filtersOf,
  findButton,
  queryAfter,
  requestsOf,
  tableRows,
} from '#test/screens/list-page.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { pageOf, shipmentRow, specified } from '#test/screens/orders/order-replies.ts';

const page = (...rows: ShipmentRow[]) => reply(listShipments, pageOf(rows));

const lookups = [
  reply(deliveryModes, { results: [{ id: '2', name: 'Retiro en punto de entrega' }] }),
  reply(shipmentStateList, {
    results: [
      { id: 'registrado', name: 'Registrado' },
      { id: 'en_transito', name: 'En Tránsito' },
    ],
  }),
];

/** Every filter of the list, by its name in the call. */
const FILTERS = {
  'filter[shipment]': '7K3',
  'filter[order]': 'W-1',
  'filter[client]': 'a',
  'filter[state]': 'en_transito',
  'filter[delivery_mode]': '2',
  'filter[pickup_point_code]': 'B1602',
  'filter[printed_by_client]': '1',
  'filter[from_date]': '2020-01-01',
  'filter[to_date]': '2199-12-31',
};

test.each([
  ['of this portal', false],
  ['of the specifications', true],
])(
  'with a gateway %s the shipments list shows the last changed shipment first and is filtered by every field',
  async (_name, strict) => {
    const rows = pageOf([shipmentRow(1, { items_value: 1234.5, shipping_cost: 890 }), shipmentRow(2)]);
    const replies = [...lookups, reply(listShipments, strict ? specified(listShipments, rows) : rows)];
    const { container, user, received } = await openPortal('/envios', { settings: { strict }, replies });
    await loaded(container);
    expect(requestsOf(received, listShipments)[0]?.query).toEqual({
      page: '1',
      limit: '10',
      'order[sort]': 'o.updated_at',
      'order[direction]': 'DESC',
    });
    expect(columnHeaders(container)).toEqual([
      'Fecha de Creación',
      'Nro. de Orden Interno',
      'Nro. de Orden',
      'Envío',
      'Estado',
      'Destinatario',
      'Modo de Entrega',
      'Valor',
      'Costo de Envío',
      'Fecha de Entrega',
      'Impreso',
      'Acciones',
    ]);
    const cells = cellsOf(tableRows(container)[0]);
    expect([cells[0], cells[7], cells[8]]).toEqual(['10/06/2026', '$ 1.234,50', '$ 890,00']);
    expect(screen.getByText('Página 1 de 1')).toBeVisible();

    const offered = [...screen.getByLabelText('Estado').querySelectorAll('option')];
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Todos', 'Registrado', 'En Tránsito']);
    fill('Envío', '7K3');
    fill('Nro. de Orden Interno', 'W-1');
    fill('Nombre y Apellido Cliente', 'a');
    fill('Estado', 'en_transito');
    fill('Modo de Entrega', '2');
    fill('Código de Punto de Retiro', 'B1602');
    fill('Impreso', '1');
    fill('Fecha de Creación Desde', '01/01/2020');
    fill('Fecha de Creación Hasta', '31/12/2199');
    const query = await queryAfter(received, listShipments, () => user.click(button('Buscar')));
    expect(filtersOf(query)).toEqual(FILTERS);
    expect(await findButton('Quitar filtro En estado En Tránsito')).toBeVisible();
  },
);

describe('The shipments list', () => {
  test('reads its filters from the address, and Limpiar removes them all', async () => {
    const address = '/envios?etiqueta=7K3&puntoRetiro=B1602&estado=en_transito';
    const { container, user, received } = await openPortal(address, { replies: lookups });
    await loaded(container);
    expect(filtersOf(requestsOf(received, listShipments)[0]?.query ?? {})).toEqual({
      'filter[shipment]': '7K3',
      'filter[pickup_point_code]': 'B1602',
      'filter[state]': 'en_transito',
    });
    expect(screen.getByLabelText('Código de Punto de Retiro')).toHaveValue('B1602');
    expect(filtersOf(await queryAfter(received, listShipments, () => user.click(button('Limpiar'))))).toEqual({});
    expect(screen.getByLabelText('Código de Punto de Retiro')).toHaveValue('');
  });

  test('searches for a label by Enter and announces the number of shipments found', async () => {
    const found = reply(listShipments, ({ query }) =>
      pageOf(query['filter[shipment]'] ? [shipmentRow(2)] : [shipmentRow(1), shipmentRow(2)]),
    );
    const { container, user, received } = await openPortal('/envios', { replies: [found] });
    await loaded(container);
    fill('Envío', 'k7m2p9qx001-2');
    screen.getByLabelText('Envío').focus();
    const query = await queryAfter(received, listShipments, () => user.keyboard('{Enter}'));
    expect(filtersOf(query)).toEqual({ 'filter[shipment]': 'k7m2p9qx001-2' });
    await waitFor(() => expect(tableRows(container)).toHaveLength(1));
    expect(screen.getAllByText('1 envío')[0]).toBeVisible();
  });

  test('sends no search while the first day is after the last day', async () => {
    const { container, user, received } = await openPortal('/envios');
    await loaded(container);
    fill('Fecha de Creación Desde', '02/03/2026');
    fill('Fecha de Creación Hasta', '01/03/2026');
    expect(await screen.findByText('No puede ser posterior a la fecha de creación hasta.')).toBeVisible();
    const before = requestsOf(received, listShipments).length;
    await user.click(button('Buscar'));
    await waitFor(() => expect(screen.getByLabelText('Fecha de Creación Desde')).toHaveFocus());
    expect(requestsOf(received, listShipments)).toHaveLength(before);
  });

  test('opens by g e and is navigated by keyboard, and Enter opens the shipment', async () => {
    const replies = [page(shipmentRow(1), shipmentRow(2))];
    const { container, user } = await openPortal('/ordenes', { replies });
    await loaded(container);
    await user.keyboard('ge');
    await screen.findByRole('link', { name: 'K7M2P9QX001-2' });
    await user.keyboard('j');
    await waitFor(() => expect(tableRows(container)[0]).toHaveFocus());
    await user.keyboard('j');
    expect(tableRows(container)[1]).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/envios/detalle/2/K7M2P9QX001-2'));
  });

  test('colours states and SI / NO by their text, and shows days as in Argentina', async () => {
    const states = ['ENTREGADO', 'en transito', 'Devolución', 'No Entregado: ausente', 'En Corresponsal'];
    const rows = states.map((state, index) =>
      shipmentRow(index, {
        state,
        printed_by_client: index === 0,
        label_outdated: index === 1,
        delivery_date: index === 0 ? '2026-01-05' : null,
      }),
    );
    const { container } = await openPortal('/envios', { replies: [page(...rows)] });
    await loaded(container);
    expect(tableRows(container).map(badgesOf)).toEqual([
      ['verde: ENTREGADO', 'verde: SI'],
      ['azul: en transito', 'rojo: NO'],
      ['amarillo: Devolución', 'rojo: NO'],
      ['rojo: No Entregado: ausente', 'rojo: NO'],
      ['gris: En Corresponsal', 'rojo: NO'],
    ]);
    const [first, second] = tableRows(container).map(cellsOf);
    expect(first?.[9]).toBe('05/01/2026');
    expect(second?.[9]).toBe('-');
    expect(second?.[10]).toBe('NOEtiqueta desactualizada');
  });

  test('offers to search without filters if nothing was found', async () => {
    const found = reply(listShipments, ({ query }) =>
      pageOf(Object.keys(filtersOf(query)).length > 0 ? [] : [shipmentRow(1), shipmentRow(2)]),
    );
    const { container, user } = await openPortal('/envios?cliente=nadie', { replies: [found] });
    await loaded(container);
    expect(screen.getByText('No se encontraron resultados')).toBeVisible();
    expect(screen.getByText('Por favor, aplique otros filtros')).toBeVisible();
    expect(await axeViolations(container)).toEqual([]);
    await user.click(button('Limpiar filtros'));
    await waitFor(() => expect(tableRows(container)).toHaveLength(2));
  });

  test('loads on retry after a failure, and offers a client without shipments to create the first order', async () => {
    const replies: Reply[] = [refuse(listShipments, 500, 'no')];
    const { user } = await openPortal('/envios', { replies });
    expect(await screen.findByText('Ocurrió un error')).toBeVisible();
    expect(screen.getByText('Por favor, intente nuevamente más tarde o comuníquese con soporte técnico')).toBeVisible();
    replies[0] = page();
    await user.click(button('Reintentar'));
    expect(await screen.findByText('No hay resultados disponibles')).toBeVisible();
    expect(screen.getByText('Crear tu primera orden')).toBeVisible();
  });
});
