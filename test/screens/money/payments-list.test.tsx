// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '#shared/kit/messages.ts';
import { cancelPayment, listPayments, type Payment } from '#shared/money/payments.ts';
import { CANCELLED, CONFIRMED, paymentStateName } from '#shared/money/rules/payments.ts';
import { changeEvents } from '#test/screens/change-events.ts';
import { type ReceivedRequest, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { showOnPhone } from '#test/screens/surroundings.ts';
import { CHECKOUT, listedPayments, OPEN_PAYMENT, checkoutSettings as settings } from './payment-samples.ts';

const ended = (id: typeof CONFIRMED | typeof CANCELLED): Payment => ({
  ...OPEN_PAYMENT,
  id,
  state: { id, name: paymentStateName(id) },
  orders: [{ order_id: `P-${id}`, tracking_id: `TRACKING0${id}` }],
  init_point: null,
  payable: false,
  cancelable: false,
});

const text = ({ textContent }: HTMLElement) => textContent;
const row = (name: string) => screen.getByText(name).closest('tr') as HTMLElement;
const cells = (name: string) => within(row(name)).getAllByRole('cell');
const actions = (name: string) => cells(name).at(-1)?.querySelectorAll('a, button');
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const lists = (received: readonly ReceivedRequest[]) => received.filter(({ endpoint }) => endpoint === listPayments);

/** Opens the payments list with these payments. */
async function openPayments(payments: Payment[], path = '/pagos') {
  const events = changeEvents();
  const shown = [...payments];
  const replies = [
    events.reply,
    reply(listPayments, () => listedPayments(...shown)),
    reply(cancelPayment, { message: 'El pago ha sido cancelado con éxito' }),
  ];
  const opened = await openPortal(path, { settings, replies });
  await loaded(opened.container);
  return { ...opened, events, shown };
}

describe('The payments', () => {
  test('are listed with all their orders, the last changed first', async () => {
    const { received } = await openPayments([OPEN_PAYMENT, ended(CONFIRMED), ended(CANCELLED)]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Pagos');
    const sorted = { 'order[sort]': 'mo.updated_at', 'order[direction]': 'DESC', page: '1', limit: '10' };
    expect(lists(received)[0]?.query).toMatchObject(sorted);
    expect(screen.getAllByRole('columnheader').map(text)).toEqual([
      'ID',
      'Fecha de Pago',
      'Estado',
      'Nro. de Orden Interno',
      'Nro. de Orden',
      'Total',
      'Acciones',
    ]);
    for (const { order_id, tracking_id } of OPEN_PAYMENT.orders) {
      for (const name of [order_id, tracking_id]) {
        expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/ordenes/detalle/${tracking_id}`);
      }
    }
    const [, date, state, , , total] = cells('G-1');
    expect(date).toHaveTextContent(/^10\/06\/2026$/);
    expect(state).toHaveTextContent('Pendiente de Pago');
    expect(total).toHaveTextContent(/^\$\s3\.001,00$/);
    expect(within(row('G-1')).getByRole('link', { name: 'Pagar' })).toHaveAttribute('href', CHECKOUT);
    expect(cells('P-56')[2]).toHaveTextContent('Pago confirmado');
    expect(cells('P-41')[2]).toHaveTextContent('Cancelado');
    for (const name of ['P-56', 'P-41']) expect(actions(name)).toHaveLength(0);
  });

  test('can be paid and cancelled only while they are open', async () => {
    const { user, received, shown } = await openPayments([OPEN_PAYMENT]);
    await user.click(within(row('G-1')).getByRole('button', { name: /^Más acciones/ }));
    expect(screen.getByRole('menuitem', { name: 'Pagar' })).toHaveAttribute('href', CHECKOUT);
    await user.click(screen.getByRole('menuitem', { name: 'Cancelar pago' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('Todas las órdenes de este pago vuelven a quedar pendientes de pago.');
    shown.splice(0, 1, ended(CANCELLED));
    await user.click(within(question).getByRole('button', { name: 'Cancelar pago' }));
    expect(await screen.findByText('El pago ha sido cancelado con éxito')).toBeInTheDocument();
    expect(received.find(({ endpoint }) => endpoint === cancelPayment)?.url.pathname).toMatch(/\/cancel\/77$/);
    await waitFor(() => expect(actions('P-41')).toHaveLength(0));
  });

  test('are filtered by order, state and days, which stay in the address', async () => {
    const { received, shown } = await openPayments([OPEN_PAYMENT]);
    const states = screen.getByLabelText('Estado');
    expect(within(states).getAllByRole('option').map(text)).toEqual([
      'Todos',
      'Pendiente de Pago',
      'Pago confirmado',
      'Cancelado',
    ]);
    type('Nro. de Orden', 'K7M2');
    fireEvent.change(states, { target: { value: '54' } });
    type('Fecha Desde', '02/01/2020');
    type('Fecha Hasta', '01/01/2020');
    const message = 'No puede ser posterior a la fecha hasta.';
    expect(screen.getByText(message)).toBeInTheDocument();
    press('Buscar');
    await waitFor(() => expect(field('Fecha Desde')).toHaveFocus());
    expect(lists(received), 'nothing is searched for').toHaveLength(1);
    type('Fecha Hasta', '31/12/2199');
    expect(screen.queryByText(message)).toBeNull();
    press('Buscar');
    await waitFor(() =>
      expect(lists(received).at(-1)?.query).toMatchObject({
        'filter[tracking]': 'K7M2',
        'filter[state_id]': '54',
        'filter[from_date]': '2020-01-02',
        'filter[to_date]': '2199-12-31',
      }),
    );
    expect(window.location.search).toMatch(/tracking_id=K7M2.*estado=54/);
    shown.length = 0;
    fireEvent.change(states, { target: { value: '41' } });
    press('Buscar');
    expect(await screen.findByText('No se encontraron resultados')).toBeInTheDocument();
    press('Quitar filtro En estado Cancelado');
    expect(window.location.search).not.toContain('estado');
    press('Limpiar');
    expect(field('Nro. de Orden')).toHaveValue('');
  });

  test('fill their filters from the address', async () => {
    const { received } = await openPayments([OPEN_PAYMENT], '/pagos?tracking_id=K7M2&estado=54');
    expect(field('Nro. de Orden')).toHaveValue('K7M2');
    expect(lists(received)[0]?.query).toMatchObject({ 'filter[tracking]': 'K7M2', 'filter[state_id]': '54' });
  });

  test('are navigated by keyboard, and show changes from elsewhere at once', async () => {
    const { user, events, shown } = await openPayments([OPEN_PAYMENT]);
    const attention = 'El pago se aprobó después de cancelarlo: lo estamos revisando';
    shown.push({ ...ended(CANCELLED), attention });
    events.publish({ kind: 'payment', id: 41 });
    expect(await screen.findByText(attention)).toBeInTheDocument();
    await user.keyboard('j');
    expect(row('G-1')).toHaveFocus();
    await user.keyboard('j');
    expect(row('P-41')).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/ordenes/detalle/TRACKING041'));
  });

  test('of many orders show some orders and expand to all', async () => {
    const orders = Array.from({ length: 8 }, (_, n) => ({ order_id: `M-${n}`, tracking_id: `TRACKING00${n}` }));
    await openPayments([{ ...OPEN_PAYMENT, orders }]);
    const numbers = () => screen.getAllByText(/^M-/);
    expect(numbers()).toHaveLength(5);
    const [byNumber] = screen.getAllByText('Ver 3 más');
    fireEvent.click(byNumber as HTMLElement);
    expect(numbers()).toHaveLength(8);
    fireEvent.click(screen.getByText('Ver menos'));
    expect(numbers()).toHaveLength(5);
  });

  test('show an error if they couldn’t be loaded, on one page and without an alert', async () => {
    const replies = [refuse(listPayments, 500, messages.unavailable), reply(listPayments, listedPayments())];
    const { container } = await openPortal('/pagos', { settings, replies });
    await loaded(container);
    expect(screen.getByText('Ocurrió un error')).toBeInTheDocument();
    expect(screen.getByText('Página 1 de 1')).toBeInTheDocument();
    expect(document.querySelector('li[data-state=open]')).toBeNull();
    replies.shift();
    press('Reintentar');
    expect(await screen.findByText('No hay resultados disponibles')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ir a las órdenes' })).toHaveAttribute('href', '/ordenes');
  });

  test('become cards on a phone', async () => {
    showOnPhone();
    await openPayments([OPEN_PAYMENT], '/pagos?tracking_id=K7M2');
    const [card, ...others] = within(screen.getByRole('list', { name: 'Pagos' })).getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(card).toHaveTextContent(/\$\s3\.001,00/);
    expect(within(card as HTMLElement).getByRole('link', { name: 'Pagar' })).toHaveAttribute('href', CHECKOUT);
    press('Filtros');
    expect(await screen.findByRole('button', { name: 'Ver 1 resultado' })).toBeInTheDocument();
  });
});
