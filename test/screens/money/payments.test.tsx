// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { cancelPayment, createPayment, listPayments } from '#shared/money/payments.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { layOutForPhone } from '#test/screens/browser-windows.ts';
import {
  type FakeGatewayOptions,
  type ReceivedRequest,
  refuse,
  reply,
  sampleReply,
} from '#test/screens/fake-gateway.ts';
import { loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';
import {
  CHECKOUT,
  checkoutSettings,
  IN_PAYMENT,
  listedOrders,
  listedPayments,
  OPEN_PAYMENT,
  PAID,
  TO_PAY,
} from './payment-samples.ts';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const boxes = () => screen.queryAllByRole('checkbox', { name: /^Elegir G/ });
const bar = () => screen.queryByRole('region', { name: 'Selección' });
const question = () => screen.findByRole('alertdialog');
const of = (received: readonly ReceivedRequest[], endpoint: AnyEndpoint) =>
  received.filter((request) => request.endpoint === endpoint);

/** Opens the orders list with these rows. */
async function openOrders(rows: ReturnType<typeof listedOrders>, { replies = [], settings }: FakeGatewayOptions = {}) {
  const all = [...replies, reply(listOrders, rows)];
  const opened = await openPortal('/ordenes', { replies: all, settings: { ...checkoutSettings, ...settings } });
  await loaded(opened.container);
  return opened;
}

describe('Paying orders', () => {
  test('only payable orders of one mode can be selected, and the others show a reason', async () => {
    const { user } = await openOrders(listedOrders(IN_PAYMENT, TO_PAY, PAID));
    await user.click(button('Pagar en lote'));
    await waitFor(() => expect(bar()).toHaveTextContent('Elegí las órdenes que querés pagar'));
    expect(boxes()).toHaveLength(1);
    expect(button('G-1: Esta orden ya tiene un pago generado')).toBeInTheDocument();
    expect(button('G-3: Esta orden ya está pagada')).toBeInTheDocument();
    await user.click(boxes()[0] as HTMLElement);
    expect(bar()).toHaveTextContent(/1 orden seleccionada.*\$\s1\.500,50/);

    await user.click(button('Imprimir en lote'));
    expect(button('Pagar en lote')).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(bar()).toHaveTextContent('Elegí las órdenes que querés imprimir'));
    expect(boxes(), 'the paid one can be printed').toHaveLength(1);
    await user.keyboard('p');
    await waitFor(() => expect(bar()).toHaveTextContent('Elegí las órdenes que querés pagar'));
    await user.click(button('Salir del modo'));
    expect(bar()).toBeNull();
    await user.keyboard('p');
    await waitFor(() => expect(bar()).not.toBeNull());
    await user.keyboard('{Escape}');
    expect(bar()).toBeNull();
  });

  test('three selected orders start one payment after a confirmation that shows the total', async () => {
    const { user, received } = await openOrders(listedOrders(TO_PAY, TO_PAY, TO_PAY));
    await user.keyboard('pjx{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await waitFor(() => expect(bar()).toHaveTextContent(/3 órdenes seleccionadas.*\$\s4\.501,50/));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await question()).toHaveTextContent(
      /Vas a pagar \$\s4\.501,50 por 3 órdenes\. Te llevamos a Mercado Pago para completar el pago\./,
    );
    expect(within(await question()).getByRole('button', { name: 'Volver' })).toHaveFocus();
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(of(received, createPayment)).toHaveLength(1));
    const [request] = of(received, createPayment);
    expect(request?.body).toEqual({ orders: [1, 2, 3] });
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a failure of the provider is shown, and the orders stay selected', async () => {
    const message = 'Mercado Pago no respondió. Probá de nuevo en unos minutos';
    const replies = [refuse(createPayment, 503, message)];
    const { user } = await openOrders(listedOrders(TO_PAY, TO_PAY), { replies });
    const pay = async () => {
      await user.click(button(/^Pagar \(2\)/));
      await user.click(within(await question()).getByRole('button', { name: 'Pagar' }));
    };
    await user.keyboard('p');
    await user.click(screen.getByRole('checkbox', { name: 'Elegir todas las filas de esta página' }));
    await waitFor(() => expect(bar()).not.toBeNull());
    await pay();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(bar()).toHaveTextContent('2 órdenes seleccionadas');
    expect(window.location.hash).toBe('');
  });

  test('a started payment opens the provider’s checkout, and no address outside of the provider is opened', async () => {
    const begun = (init_point: string) =>
      reply(createPayment, { message: 'ok', results: { id: 1, init_point, amount: 1 } });
    const rows = reply(listOrders, listedOrders(TO_PAY));
    const replies = [begun('https://pagos.example/1'), rows];
    const { container, user } = await openPortal('/ordenes', { replies, settings: checkoutSettings });
    await loaded(container);
    const pay = async () => {
      await user.click(button(/^Generar pago de/));
      await user.click(within(await question()).getByRole('button', { name: 'Pagar' }));
    };
    await pay();
    expect(await screen.findByText('No pudimos abrir el pago')).toBeInTheDocument();
    expect(window.location.href).toBe('http://localhost:3000/ordenes');
    replies.splice(0, 1, begun(CHECKOUT));
    await pay();
    await waitFor(() => expect(window.location.href).toBe(CHECKOUT));
  });

  test('a row with an open payment links to its checkout by Seguir pagando', async () => {
    await openOrders(listedOrders(IN_PAYMENT, TO_PAY));
    const link = screen.getByRole('link', { name: 'Seguir pagando la orden G-1' });
    expect(link).toHaveAttribute('href', CHECKOUT);
    expect(screen.queryByRole('link', { name: 'Seguir pagando la orden G-2' })).toBeNull();
    cleanup();
    layOutForPhone();
    await openOrders(listedOrders(IN_PAYMENT));
    expect(screen.getByRole('link', { name: 'Seguir pagando' })).toHaveAttribute('href', CHECKOUT);
  });

  test('Seguir pagando opens no address outside of the provider', async () => {
    const { user } = await openOrders(listedOrders({ ...IN_PAYMENT, init_point: 'https://pagos.example/1' }));
    await user.click(button('Seguir pagando la orden G-1'));
    expect(await screen.findByText('No pudimos abrir el pago')).toBeInTheDocument();
    expect(window.location.pathname).toBe('/ordenes');
  });

  test.each([
    ['named by its order', false, 77],
    ['found in the list of payments because its order doesn’t name it', true, 91],
  ])('a payment %s is cancelled, and its orders are loaded again', async (_what, strict, id) => {
    const inPayment = { ...IN_PAYMENT, ...(strict && { merchant_order: { state: IN_PAYMENT.merchant_order.state } }) };
    const replies = [
      reply(cancelPayment, { message: 'El pago ha sido cancelado con éxito' }),
      reply(listPayments, listedPayments({ ...OPEN_PAYMENT, id: 91 })),
    ];
    const rows = listedOrders(inPayment as typeof IN_PAYMENT);
    const { user, received } = await openOrders(rows, { replies, settings: { strict } });
    const read = of(received, listOrders).length;
    await user.click(button(/^Más acciones de G-1/));
    await user.click(screen.getByRole('menuitem', { name: 'Cancelar pago' }));
    expect(await question()).toHaveTextContent('¿Cancelar el pago de la orden G-1?');
    await user.click(within(await question()).getByRole('button', { name: 'Cancelar pago' }));
    expect(await screen.findByText('El pago ha sido cancelado con éxito')).toBeInTheDocument();
    const [request] = of(received, cancelPayment);
    expect(request?.url.pathname).toBe(`/api/v1/client/merchant_order/cancel/${id}`);
    expect(request?.body).toBeNull();
    if (strict) {
      expect(of(received, listPayments)[0]?.query).toMatchObject({
        'filter[state_id]': '54',
        'filter[tracking]': TRACKING,
      });
    }
    await waitFor(() => expect(of(received, listOrders).length).toBeGreaterThan(read));
  });

  test('a cancellation of a confirmed payment shows why it is refused', async () => {
    const replies = [refuse(cancelPayment, 422, 'No se puede cancelar: el pago ya está confirmado')];
    const { user } = await openOrders(listedOrders(IN_PAYMENT), { replies });
    await user.click(button(/^Más acciones de G-1/));
    await user.click(screen.getByRole('menuitem', { name: 'Cancelar pago' }));
    await user.click(within(await question()).getByRole('button', { name: 'Cancelar pago' }));
    expect(await screen.findByText('No se puede cancelar: el pago ya está confirmado')).toBeInTheDocument();
  });

  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])(
    'an order that is payable (%s) and may start a payment (%s) shows Pagar on its detail if both are true',
    async (payable, can_generate_merchant_order) => {
      const sample = sampleReply(readOrder);
      const results = { ...sample.results, ...TO_PAY, payable, can_generate_merchant_order };
      const { container } = await openPortal(`/ordenes/detalle/${TRACKING}`, {
        replies: [reply(readOrder, { results })],
      });
      await loaded(container);
      const shown = payable && can_generate_merchant_order;
      expect(
        within(screen.getByRole('main')).queryAllByText('Pagar', { selector: 'button, button *' }).length > 0,
      ).toBe(shown);
    },
  );

  test('a client that doesn’t pay before sending has no payments', async () => {
    const { prepago, ...claims } = JSON.parse(atob(SESSION.token?.split('.')[1] ?? ''));
    const session = { ...SESSION, usr_prep: 'false', token: `x.${btoa(JSON.stringify(claims))}.x` };
    const { container, user } = await openPortal('/ordenes', {}, session);
    await loaded(container);
    expect(screen.queryByRole('link', { name: 'Pagos' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pagar en lote' })).toBeNull();
    await user.keyboard('p');
    expect(bar()).toBeNull();
    cleanup();
    await openPortal('/pagos', {}, session);
    expect(window.location.pathname).toBe('/estadisticas');
  });
});
