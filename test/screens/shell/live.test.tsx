// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { changeStream } from '#shared/kit/change-events.ts';
import { BACKGROUND_HEADER } from '#shared/kit/http/endpoint.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { readOrderStates } from '#shared/orders/shipments.ts';
import { changeEvents } from '#test/screens/change-events.ts';
import { refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { listedOrders } from '#test/screens/money/payment-samples.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';

describe('Live updates', () => {
  test('an open list shows a new state, and reloading it counts as no activity of the session', async () => {
    const events = changeEvents();
    const inState = (name: string) => {
      const [shipping] = listedOrders({}).results[0]?.shippings ?? [];
      return reply(listOrders, listedOrders({ shippings: shipping ? [{ ...shipping, state: name }] : [] }));
    };
    const replies = [inState('Registrado'), inState('Retirado'), events.reply];
    const { container, received } = await openPortal('/ordenes', { replies });
    await loaded(container);
    const row = screen.getByText('G-1').closest('tr');
    expect(row).toHaveTextContent('Registrado');
    const before = received.length;
    replies.shift();
    events.publish({ kind: 'shipment', id: 1 });
    await waitFor(() => expect(row).toHaveTextContent('Retirado'));
    const reads = received.slice(before).filter(({ endpoint }) => endpoint === listOrders);
    expect(reads.map(({ headers }) => headers.get(BACKGROUND_HEADER))).toEqual(['1']);
  });

  test('an open order detail shows and announces the new state with its entry in the history', async () => {
    const events = changeEvents();
    const order = sampleReply(readOrder, 1);
    const states = sampleReply(readOrderStates, 1);
    const read = (state: string, shipment: string) => {
      const shippings = order.results.shippings.map((each) => ({ ...each, state: shipment }));
      return reply(readOrder, { results: { ...order.results, shippings, order_state: { name: state } } });
    };
    const history = (...names: string[]) => {
      const { results } = states;
      const [shipping] = results.shippings;
      const steps = names.map((state, hour) => ({
        ...(shipping as NonNullable<typeof shipping>).steps[0],
        states: [{ desde: `10/06/2026 1${hour}:00`, state, reason: null }],
      }));
      const shippings = [{ ...shipping, shipment_id: `${TRACKING}-1`, steps }];
      return reply(readOrderStates, () => ({ results: { ...results, shippings } }));
    };
    const [before, after] = [
      [read('Registrado', 'Registrado'), history('Registrado')],
      [read('En Curso', 'Retirado'), history('Registrado', 'Retirado')],
    ];
    const replies = [...before, events.reply];
    const { container } = await openPortal(`/ordenes/detalle/${TRACKING}`, { replies });
    await loaded(container);
    const lines = () => screen.getByRole('table', { name: 'Historial de estados' }).querySelectorAll('tbody tr');
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(screen.queryByText(/^El estado cambió/)).toBeNull();
    replies.splice(0, 2, ...after);
    events.publish({ kind: 'shipment', id: 1 });
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(lines()[0]).toHaveTextContent('Retirado');
    const news = await screen.findByText('El estado cambió a En Curso. Envío 1: Retirado.');
    expect(news.closest('[role=status]')).not.toBeNull();
  });

  test('an open screen closes as soon as its session ends in another tab', async () => {
    // Removes the random pause before a reconnect.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.001);
    const events = changeEvents();
    const replies = [events.reply];
    const { container, received } = await openPortal('/ordenes', { replies });
    await loaded(container);
    await waitFor(() => expect(received.some(({ endpoint }) => endpoint === changeStream)).toBe(true));
    replies.splice(0, 1, refuse(changeStream, 401, 'La sesión terminó'));
    events.close();
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    random.mockRestore();
  });

  test.each([
    ['our own', false, true],
    ['a foreign', true, false],
  ])('%s gateway receives a request for an event stream only if it has one', async (_whose, strict, asked) => {
    const { container, received } = await openPortal('/ordenes', { settings: { strict } });
    await loaded(container);
    expect(received.some(({ endpoint }) => endpoint === changeStream)).toBe(asked);
  });
});
