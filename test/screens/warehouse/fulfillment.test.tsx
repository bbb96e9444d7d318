// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type FulfillmentRow, listFulfillment } from '#shared/warehouse/fulfillment.ts';
import { type ReceivedRequest, reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { setTime, showOnPhone } from '#test/screens/surroundings.ts';

const row = (referencia: string, estado: string): FulfillmentRow => ({
  fecha: '2026-03-31',
  referencia,
  orden: `ORDEN${referencia}`,
  estado,
});
const ROWS = [row('1', 'Registrado'), row('2', 'Preparado'), row('3', 'Cancelado')];

const listed = (...pedidos: FulfillmentRow[]) =>
  reply(listFulfillment, { data: [{ pedidos }, { pagination: { pages: 1 } }] });
/** Default filter of the screen: one month back from today. */
const MONTH = { logonName: 'ana', FechaDesde: '2026-02-28', FechaHasta: '2026-03-31' };

const text = ({ textContent }: HTMLElement) => textContent;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const bodies = (received: readonly ReceivedRequest[]) =>
  received.filter(({ endpoint }) => endpoint === listFulfillment).map(({ body }) => body);

async function openList(...rows: FulfillmentRow[]) {
  setTime('2026-03-31T23:30:00-03:00');
  const replies = [listed(...rows)];
  const opened = await openPortal('/fulfillment', { replies });
  await loaded(opened.container);
  return { ...opened, replies };
}

describe('The orders that the warehouse prepares', () => {
  test('show the month up to today, with their states in Spanish', async () => {
    const { received } = await openList(...ROWS);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Pedidos en preparación');
    expect(field('Fecha desde')).toHaveValue('28/02/2026');
    expect(field('Fecha hasta')).toHaveValue('31/03/2026');
    expect(bodies(received)).toEqual([{ ...MONTH, page: 1, pageSize: 10 }]);
    expect(screen.getAllByRole('columnheader').map(text)).toEqual([
      'Fecha',
      'Referencia',
      'Orden',
      'Estado',
      'Acciones',
    ]);
    for (const [referencia, state] of [
      ['1', 'En preparación'],
      ['2', 'Preparado'],
      ['3', 'Cancelado'],
    ] as const) {
      const cells = screen.getByRole('link', { name: referencia }).closest('tr')?.cells ?? [];
      expect([...cells].map(text)).toEqual(['31/03/2026', referencia, `ORDEN${referencia}`, state, 'Detalles']);
    }
    fireEvent.change(screen.getByLabelText('Filas por página'), { target: { value: '20' } });
    await waitFor(() => expect(bodies(received).at(-1)).toEqual({ ...MONTH, page: 1, pageSize: 20 }));
  });

  test('are not filtered by an invalid range of days', async () => {
    const { received, user } = await openList(...ROWS);
    const message = 'No puede ser posterior a la fecha hasta.';
    type('Fecha desde', '01/04/2026');
    expect(screen.getByText(message)).toBeInTheDocument();
    type('Fecha desde', '30/03/2026');
    expect(screen.queryByText(message)).toBeNull();
    type('Fecha hasta', '29/03/2026');
    field('Fecha hasta').focus();
    await user.tab();
    expect(screen.getByText(message)).toBeInTheDocument();
    press('Buscar');
    await waitFor(() => expect(field('Fecha desde')).toHaveFocus());
    expect(bodies(received), 'nothing is asked for').toHaveLength(1);
    press('Limpiar');
    expect(field('Fecha hasta')).toHaveValue('31/03/2026');
    expect(screen.queryByText(message)).toBeNull();
  });

  test('are filtered by state, in the warehouse’s terms', async () => {
    const { received } = await openList(...ROWS);
    const states = screen.getByLabelText('Estado');
    expect(within(states).getAllByRole('option').map(text)).toEqual([
      'Todos',
      'En preparación',
      'Preparado',
      'Cancelado',
    ]);
    fireEvent.change(states, { target: { value: 'Registrado' } });
    press('Buscar');
    await waitFor(() => expect(bodies(received).at(-1)).toMatchObject({ ...MONTH, estado: 'Registrado' }));
  });

  test.each([
    ['there are none', listed()],
    ['the answer has no body', { endpoint: listFulfillment, respond: () => new Response('') }],
  ])('show an empty list if %s, on one page and with nothing to export', async (_what, empty) => {
    const { container } = await openPortal('/fulfillment', { replies: [empty] });
    await loaded(container);
    expect(screen.getByText('No hay resultados disponibles')).toBeInTheDocument();
    expect(screen.getByText('Página 1 de 1')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Exportar CSV' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('are cards on a phone', async () => {
    showOnPhone();
    await openList(row('1', 'Registrado'));
    const card = within(screen.getByRole('list', { name: 'Pedidos en preparación' })).getByRole('listitem');
    expect(card).toHaveTextContent('En preparación');
    expect(within(card).getByRole('link', { name: '1' })).toHaveAttribute('href', '/fulfillment/detalle/1');
  });
});
