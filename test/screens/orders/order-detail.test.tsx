// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type OrderDetail, readOrder } from '#shared/orders/orders.ts';
import { publicStates, readOrderStates } from '#shared/orders/shipments.ts';
import { layOutForPhone } from '#test/screens/browser-windows.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { button, requestsOf } from '#test/screens/list-page.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { orderDetail, shippingOf, specified, trackingOf } from './order-replies.ts';

const ADDRESS = `/ordenes/detalle/${trackingOf(1)}`;

const order = (changes: Partial<OrderDetail> = {}) => reply(readOrder, { results: orderDetail(changes) });
const card = (number: number) => button(new RegExp(`^Envío #K7M2P9QX001-${number}`));

/** Two states of the first shipment, the oldest first. */
const states = [
  { desde: '01/03/2026 09:00', state: 'Registrado', reason: null },
  { desde: '02/03/2026 09:00', state: 'Demorado', reason: { description: 'Corte de ruta' } },
];
/** The client's own history, and the public one of a strict gateway. */
const histories = [readOrderStates, publicStates].map((call) =>
  reply(call, { results: { shippings: [{ shipment_id: `${trackingOf(1)}-1`, steps: [{ name: '', states }] }] } }),
);

describe('The order detail', () => {
  test.each([trackingOf(1), '1'])('shows the order that the address names as %s', async (id) => {
    const { container, received } = await openPortal(`/ordenes/detalle/${id}`, { replies: [order()] });
    await loaded(container);
    expect(requestsOf(received, readOrder)[0]?.url.pathname).toBe(`/api/v1/client/order/${id}`);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Orden # W-1');
    const main = within(screen.getByRole('main'));
    expect(main.getByText(trackingOf(1))).toBeVisible();
    expect(main.getAllByText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/)[0]).toBeVisible();
    expect(document.title).toMatch(/^Orden # W-1/);
  });

  test('copies the order’s number and confirms each copy, or shows an error if the browser refuses', async () => {
    const { container, user } = await openPortal(ADDRESS, { replies: [order()] });
    await loaded(container);
    const copy = button('Copiar el número de orden');
    const status = copy.parentElement?.querySelector('[role=status]');
    const announced: (string | null)[] = [];
    new MutationObserver(() => announced.push(status?.textContent ?? null)).observe(status as Element, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(copy);
    await waitFor(() => expect(status).toHaveTextContent('Copiado'));
    expect(write).toHaveBeenCalledWith(trackingOf(1));
    await user.click(copy);
    await waitFor(() => expect(announced.filter(Boolean)).toEqual(['Copiado', 'Copiado']));
    write.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    await user.click(copy);
    await waitFor(() => expect(status).toHaveTextContent('No se pudo copiar: seleccioná el texto y copialo'));
  });

  test.each([false, true])(
    'expands the only shipment with measures and history, newest first (strict: %s)',
    async (strict) => {
      const body = { results: orderDetail() };
      const replies = [reply(readOrder, strict ? specified(readOrder, body) : body), ...histories];
      const { container } = await openPortal('/ordenes/detalle/1', {
        settings: { strict, states_token: strict ? 'fijo' : '' },
        replies,
      });
      await loaded(container);
      expect(card(1)).toHaveAttribute('aria-expanded', 'true');
      expect(card(1)).not.toHaveTextContent('(1/1)');
      for (const term of [
        'Entrega estimada',
        'Costo de Envío',
        'Costo del producto',
        'Peso (g)',
        'Volumen (cm³)',
        'Ancho (cm)',
        'Largo (cm)',
        'Alto (cm)',
      ]) {
        expect(screen.getByText(term)).toBeVisible();
      }
      const table = within(await screen.findByRole('table', { name: 'Historial de estados' }));
      expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
        'Orden',
        'Fecha',
        'Estado',
        'Motivo',
      ]);
      const lines = table.getAllByRole('row').slice(1);
      expect(lines.map(({ textContent }) => textContent)).toEqual([
        '02/03/2026 09:00DemoradoCorte de ruta',
        '01/03/2026 09:00Registrado-',
      ]);
    },
  );

  test.each([false, true])(
    'numbers several shipments and keeps them collapsed, with their dates (strict: %s)',
    async (strict) => {
      const shippings = [1, 2].map((number) => shippingOf(number, { estimated_delivery_date: '2026-06-15' }));
      const body = { results: orderDetail({ shippings }) };
      const replies = [reply(readOrder, strict ? specified(readOrder, body) : body)];
      const { container, user } = await openPortal('/ordenes/detalle/1', { settings: { strict }, replies });
      await loaded(container);
      expect(card(1)).toHaveTextContent('(1/2)');
      expect(card(2)).toHaveTextContent('(2/2)');
      expect(card(2)).toHaveAttribute('aria-expanded', 'false');
      expect(card(2)).toHaveTextContent('Entrega estimada 15/06/2026');
      await user.click(card(2));
      expect(card(2)).toHaveAttribute('aria-expanded', 'true');
      expect(card(2)).not.toHaveTextContent('Entrega estimada');
    },
  );

  test.each([false, true])(
    'expands a failed shipment, and offers to correct the address before anything else (phone: %s)',
    async (phone) => {
      if (phone) layOutForPhone();
      const shippings = [shippingOf(1, { state: 'En Curso' }), shippingOf(2, { state: 'No Entregado' })];
      const { container } = await openPortal(ADDRESS, { replies: [order({ shippings, can_request_edit: true })] });
      await loaded(container);
      expect(card(1)).toHaveAttribute('aria-expanded', 'false');
      expect(card(2)).toHaveAttribute('aria-expanded', 'true');
      expect(card(2).closest('section')?.className).toMatch(/bad/);
      const correct = screen.getByRole('link', { name: 'Corregir dirección' });
      expect(correct).toHaveAttribute('href', `/ordenes/editar/${trackingOf(1)}`);
      expect(correct.className).toMatch(/primary/);
      expect(button('Imprimir etiquetas').className).not.toMatch(/primary/);
    },
  );

  test('expands only the shipment that the link names', async () => {
    const shippings = [1, 2, 3].map((number) => shippingOf(number));
    const address = `${ADDRESS}#envio-${trackingOf(1)}-3`;
    const { container } = await openPortal(address, { replies: [order({ shippings })] });
    await loaded(container);
    expect(card(3)).toHaveAttribute('aria-expanded', 'true');
    expect(card(1)).toHaveAttribute('aria-expanded', 'false');
  });

  test.each([
    ['1', 'Entrega a domicilio', ['Destinatario', 'Dirección de colecta']],
    ['4', 'Logística inversa', ['Datos de retiro', 'Dirección de entrega']],
  ])('of mode %s, %s, shows the addresses at both ends', async (id, name, ends) => {
    const { container } = await openPortal(ADDRESS, { replies: [order({ delivery_mode: { id, name } })] });
    await loaded(container);
    const panels = ['Destinatario', 'Dirección de colecta', 'Datos de retiro', 'Dirección de entrega'];
    const titles = [...container.querySelectorAll('main h2')].map(({ textContent }) => textContent);
    expect(titles.filter((title) => panels.includes(title))).toEqual(ends);
  });

  test('of a foreign gateway shows the first order if the response is a list, and requires only specified fields', async () => {
    const { states_token, pickup_point, merchant_order, sender_address, receiver, ...rest } = orderDetail();
    void [states_token, pickup_point, merchant_order, sender_address, receiver];
    const replies = [reply(readOrder, () => ({ results: [rest] }))];
    const { container } = await openPortal(ADDRESS, { replies, settings: { strict: true, foreign: true } });
    await loaded(container);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Orden # W-1');
    expect(screen.getByText('Dirección de colecta')).toBeVisible();
  });

  test('shows an error if it can’t be loaded, loads on retry and links back to the list', async () => {
    const replies: Reply[] = [refuse(readOrder, 404, 'No encontrada')];
    const { container, user } = await openPortal('/ordenes/detalle/NO-EXISTE', { replies });
    await loaded(container);
    expect(screen.getByText('No se pudo obtener la información de la orden')).toBeVisible();
    expect(screen.getByText('Por favor, intente nuevamente más tarde o comuníquese con soporte')).toBeVisible();
    replies[0] = order();
    await user.click(button('Reintentar'));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Orden # W-1'));
    const back = within(screen.getByRole('main')).getByRole('link', { name: 'Volver' });
    expect(back).toHaveAttribute('href', '/ordenes');
  });

  test('shows the history as a list on a phone', async () => {
    layOutForPhone();
    const { container } = await openPortal(ADDRESS, { replies: [order(), ...histories] });
    await loaded(container);
    expect(await screen.findByRole('list', { name: 'Historial de estados' })).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
