// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatDate } from '#shared/kit/text/format.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { requestReschedule } from '#shared/orders/reschedules.ts';
import { readShipment } from '#shared/orders/shipments.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { button, expectAlert, findButton, requestsOf } from '#test/screens/list-page.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { orderDetail, shipmentDetail, shippingOf, specified, trackingOf } from '#test/screens/orders/order-replies.ts';
import { dialog, field } from '#test/screens/typing.ts';

const ADDRESS = `/ordenes/detalle/${trackingOf(1)}`;
const LABEL = `${trackingOf(1)}-1`;

type Changes = Parameters<typeof shippingOf>[1];

/** A troubled shipment, whose buyer has a mobile. */
function troubled(state: string, changes: Changes = {}) {
  const shipment = shippingOf(1, { state, can_return: false, cancellable: false, ...changes });
  return { ...shipment, receiver: { ...shipment.receiver, first_name: 'Ana', receiver_phone: '011 15 5873-2046' } };
}

const order = (state: string, changes: Changes = {}) =>
  orderDetail({ sender_name: 'Ñandú', order_state: { name: 'Con Incidencia' }, shippings: [troubled(state, changes)] });

const help = () => within(screen.getByRole('region', { name: `Qué podés hacer con el envío ${LABEL}` }));
const offered = () =>
  [...help().queryAllByRole('link'), ...help().queryAllByRole('button')].map((one) => one.textContent);

test('a failed shipment offers WhatsApp with a ready text and the tracking page, and says why no return is possible', async () => {
  const { container } = await openPortal(ADDRESS, { replies: [reply(readOrder, { results: order('No Entregado') })] });
  await loaded(container);
  const link = new URL(help().getByRole('link', { name: 'Escribir por WhatsApp' }).getAttribute('href') ?? '');
  expect(`${link.origin}${link.pathname}`).toBe('https://wa.me/5491158732046');
  const text = link.searchParams.get('text');
  expect(text).toMatch(/^Hola Ana, te escribimos de Ñandú\. Tu pedido W-1 no se pudo entregar\./);
  expect(text).toContain(`${window.location.origin}/seguimiento/${LABEL}`);
  expect(help().getByRole('link', { name: /^Llamar/ })).toHaveAttribute('href', 'tel:+5491158732046');
  expect(help().getByRole('button', { name: 'Pedir devolución' })).toHaveAccessibleDescription(
    'La devolución se puede pedir mientras el envío está Retirado o Descargado',
  );
  expect(await axeViolations(container)).toEqual([]);
});

test('a wrong address is corrected first, a lost shipment can only be talked about', async () => {
  const first = await openPortal(ADDRESS, {
    replies: [reply(readOrder, { results: order('Dirección a Corregir') })],
  });
  await loaded(first.container);
  // It is the main action of the page.
  expect(screen.getByRole('link', { name: 'Corregir dirección' }).className).toMatch(/primary/);
  expect(offered()).not.toContain('Corregir dirección');
  cleanup();
  const lost = await openPortal(ADDRESS, { replies: [reply(readOrder, { results: order('Extraviado') })] });
  await loaded(lost.container);
  expect(offered()).toEqual(['Escribir por WhatsApp', 'Llamar al 011 15 5873-2046']);
});

test('another day is asked for once; its state and the note stay in sight', async () => {
  // The server's clock is far from the browser's.
  const date = '2026-06-11';
  let asked = false;
  const request = { state: 'Pendiente' as const, date, note: 'De tarde', reason: null, decided_at: null };
  const replies = [
    reply(readOrder, () => ({
      results: order('Demorado', {
        due: { date: '2026-06-08', days_left: -2 },
        reschedule: asked ? { ...request, requested_at: '2026-06-10T10:30:00-03:00' } : null,
      }),
    })),
    reply(requestReschedule, () => {
      asked = true;
      return { message: 'Pedimos reprogramar', results: { id: 1, state: 'Pendiente' } };
    }),
  ];
  const { container, user, received } = await openPortal(ADDRESS, { replies });
  await loaded(container);
  await user.click(button('Reprogramar'));
  const shown = await dialog(`Reprogramar el envío ${LABEL}`);
  expect(field('Día de entrega')).toHaveValue(formatDate(date));
  await user.clear(field('Día de entrega'));
  await user.type(field('Día de entrega'), '10/06/2026');
  await user.click(button('Pedir reprogramación', shown));
  expect(shown).toHaveTextContent('Elegí un día a partir de mañana');
  await user.clear(field('Día de entrega'));
  await user.type(field('Día de entrega'), formatDate(date));
  await user.type(screen.getByLabelText(/^Nota para el proveedor/), 'De tarde');
  await user.click(button('Pedir reprogramación', shown));
  await expectAlert('Reprogramación pedida', 'Pedimos reprogramar');
  expect(requestsOf(received, requestReschedule).map(({ body }) => body)).toEqual([{ date, note: 'De tarde' }]);
  await waitFor(() => expect(container).toHaveTextContent(`Pediste la entrega para el ${formatDate(date)}`));
  expect(container).toHaveTextContent('Tu nota: De tarde');
  expect(button('Reprogramar')).toHaveAccessibleDescription(/^Ya pediste reprogramar este envío/);
});

test('before a promised day only the server refuses days: the server’s day isn’t known', async () => {
  const message = 'Elegí un día a partir de mañana';
  const replies = [
    reply(readOrder, { results: order('Demorado') }),
    refuse(requestReschedule, 422, 'Hay datos incorrectos', [{ field: 'date', message }]),
  ];
  const { container, user, received } = await openPortal(ADDRESS, { replies });
  await loaded(container);
  await user.click(button('Reprogramar'));
  const shown = await dialog(`Reprogramar el envío ${LABEL}`);
  expect(field('Día de entrega')).toHaveValue('');
  await user.type(field('Día de entrega'), '02/01/2020');
  await user.click(button('Pedir reprogramación', shown));
  await waitFor(() => expect(field('Día de entrega')).toHaveAccessibleDescription(new RegExp(message)));
  expect(requestsOf(received, requestReschedule).map(({ body }) => body)).toEqual([{ date: '2020-01-02', note: '' }]);
});

test('a refused day keeps what was typed', async () => {
  const replies = [
    reply(readOrder, { results: order('Demorado') }),
    refuse(requestReschedule, 422, 'Ya pediste reprogramar este envío'),
  ];
  const { container, user } = await openPortal(ADDRESS, { replies });
  await loaded(container);
  await user.click(button('Reprogramar'));
  const shown = await dialog(`Reprogramar el envío ${LABEL}`);
  await user.type(screen.getByLabelText(/^Nota para el proveedor/), 'Portón verde');
  await user.click(button('Pedir reprogramación', shown));
  await waitFor(() => expect(shown).toHaveTextContent('Ya pediste reprogramar este envío'));
  expect(screen.getByLabelText(/^Nota para el proveedor/)).toHaveValue('Portón verde');
});

test('before another gateway a failed shipment shows only what it specifies', async () => {
  const answer = specified(readOrder, { results: order('No Entregado') });
  const { container } = await openPortal(ADDRESS, { settings: { strict: true }, replies: [reply(readOrder, answer)] });
  await loaded(container);
  await findButton(/^Envío #/);
  expect(container).not.toHaveTextContent('WhatsApp');
  expect(container).not.toHaveTextContent('Reprogramar');
});

test('a troubled shipment’s own page says why, at a red edge, with the helpful action first', async () => {
  const { receiver } = troubled('No Entregado');
  const failed = shipmentDetail({
    state: 'No Entregado',
    state_reason: 'Destinatario ausente',
    receiver,
    reschedule: null,
  });
  const { container } = await openPortal(`/envios/detalle/1/${LABEL}`, {
    replies: [reply(readShipment, { results: failed })],
  });
  await loaded(container);
  const trouble = screen.getByRole('region', { name: 'Qué pasó con el envío' });
  expect(trouble).toHaveTextContent(/^No Entregado: Destinatario ausente/);
  expect(trouble.className).toMatch(/bad/);
  const region = screen.getByRole('region', { name: `Qué podés hacer con el envío ${LABEL}` });
  expect(region.querySelector('a, button')).toHaveTextContent('Reprogramar');
  expect(await axeViolations(container)).toEqual([]);
});

test('a shipment’s own page says nothing of trouble without any', async () => {
  const { container } = await openPortal(`/envios/detalle/1/${LABEL}`, {
    replies: [reply(readShipment, { results: shipmentDetail({ state_reason: 'Sale mañana', reschedule: null }) })],
  });
  await loaded(container);
  expect(screen.queryByRole('region', { name: 'Qué pasó con el envío' })).toBeNull();
});
