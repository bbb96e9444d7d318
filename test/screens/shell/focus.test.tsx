// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/kit/messages.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { recover } from '#shared/people/access.ts';
import { endOneSession, listSessions } from '#shared/people/sessions.ts';
import { changeEvents } from '#test/screens/change-events.ts';
import { refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';
import { restoreLostFocus } from '#web/kit/lib/restore-focus.ts';

beforeAll(() => {
  // jsdom has no layout. In these screens no style hides an element.
  Element.prototype.checkVisibility ??= function (this: Element) {
    return this.isConnected;
  };
  restoreLostFocus();
});
// The last cleanup schedules a repair after a frame and a task, which needs the document.
afterAll(() => new Promise<void>((resolve) => void requestAnimationFrame(() => setTimeout(resolve))));

const heading = () => screen.getByRole('heading', { level: 1 });
const focusWithin = (selector: string) =>
  waitFor(() => expect(document.activeElement?.closest(selector)).not.toBeNull());

test('closing a dialog that no control opened moves the focus to the heading', async () => {
  const { container, user } = await openPortal('/envios');
  await loaded(container);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('{Control>}k{/Control}');
  const [close] = await screen.findAllByRole('button', { name: 'Cerrar' });
  await user.click(close as HTMLElement);
  await waitFor(() => expect(heading()).toHaveFocus());
});

test('going back to the first page of the visit moves the focus to that page', async () => {
  const { container, user } = await openPortal('/ordenes');
  await loaded(container);
  await user.click(screen.getByRole('link', { name: 'Nueva Orden' }));
  (await screen.findByLabelText('Calle')).focus();
  window.history.back();
  await waitFor(() => expect(heading()).toHaveTextContent('Ordenes'));
  await waitFor(() => expect(heading()).toHaveFocus());
});

test('when a result replaces a form before the login, its heading gets the focus', async () => {
  const { user } = await openPortal('/password-reset-request', { replies: [reply(recover, { message: 'Listo' })] }, {});
  await user.type(screen.getByLabelText('Email'), 'sofia@example.com');
  await user.click(screen.getByRole('button', { name: 'Enviar enlace' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Listo');
  await waitFor(() => expect(heading()).toHaveFocus());
});

test('ending a session moves the focus to the next one', async () => {
  const session = (id: string) => ({
    id,
    device: `Firefox ${id}`,
    network: '203.0.113.7',
    current: id === 'a',
    created_at: '2026-11-20T09:00:00-03:00',
    last_seen_at: '2026-11-20T10:05:00-03:00',
  });
  let open = ['a', 'b', 'c'];
  const list = reply(listSessions, () => ({ results: open.map(session) }));
  const end = reply(endOneSession, () => {
    open = ['a', 'c'];
    return { message: 'La sesión se cerró' };
  });
  const { container, user } = await openPortal('/usuario/sesiones', { replies: [list, end] });
  await loaded(container);
  screen.getByRole('button', { name: /Firefox b/ }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Firefox b/ })).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: /Firefox c/ })).toHaveFocus());
});

test('removing a filter moves the focus to the next filter, and after the last one to the list', async () => {
  const { container, user } = await openPortal('/ordenes?cliente=a&nroOrden=1');
  await loaded(container);
  const filters = () => screen.queryAllByRole('button', { name: /^Quitar filtro/ });
  const [first, second] = filters();
  first?.focus();
  await user.keyboard('{Enter}');
  expect(filters()).toHaveLength(1);
  await waitFor(() => expect(second).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(filters()).toHaveLength(0);
  await focusWithin('main');
});

test('discarding a draft by mouse moves the focus to the form', async () => {
  await openPortal('/ordenes/nueva-orden');
  fireEvent.change(await screen.findByLabelText('Calle'), { target: { value: 'Costa Rica' } });
  await screen.findAllByText(/^Borrador guardado/);
  const stored = { ...SESSION, ...localStorage };
  cleanup();
  const { user } = await openPortal('/ordenes/nueva-orden', {}, stored);
  await user.click(await screen.findByRole('button', { name: 'Descartala' }));
  expect(screen.queryByRole('button', { name: 'Descartala' })).toBeNull();
  await focusWithin('form');
});

test('reloading a failed list moves the focus to the list', async () => {
  const replies = [refuse(listOrders, 500, messages.unavailable)];
  const { container, user } = await openPortal('/ordenes', { replies });
  await loaded(container);
  screen.getByRole('button', { name: 'Reintentar' }).focus();
  replies.length = 0;
  await user.keyboard('{Enter}');
  expect(await screen.findByText(TRACKING)).toBeInTheDocument();
  await focusWithin('main');
});

test('when a live update replaces a focused link, its replacement gets the focus', async () => {
  const events = changeEvents();
  const sample = sampleReply(readOrder, 1);
  const asked = {
    ...sample.results,
    blocked: {},
    last_modification_incidence_state: 'Pendiente',
    can_request_edit: false,
  };
  const replies = [
    reply(readOrder, { results: { ...sample.results, last_modification_incidence_state: null } }),
    reply(readOrder, { results: asked }),
    events.reply,
  ];
  const { container } = await openPortal(`/ordenes/detalle/${TRACKING}`, { replies });
  await loaded(container);
  const panel = screen.getByRole('heading', { name: 'Destinatario' }).closest('section') as HTMLElement;
  const link = await within(panel).findByRole('link', { name: 'Editar' });
  link.focus();
  expect(link).toHaveFocus();
  replies.shift();
  events.publish({ kind: 'order', id: sample.results.id });
  await waitFor(() => expect(within(panel).getByRole('button', { name: 'Editar' })).toHaveFocus());
});
