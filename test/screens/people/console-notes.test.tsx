// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listQueue } from '#shared/orders/staff-queues.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { readClient } from '#shared/people/staff-clients.ts';
import * as notes from '#shared/people/staff-notes.ts';
import { type Reply, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, dialog, field } from '#test/screens/typing.ts';
import { CLIENT } from './console-clients.ts';

const LABEL = '7K3MQ9XW2RM-1';
const TRACKING = '7K3MQ9XW2RM';

const note = (id: number, changes: Partial<notes.Note> = {}): notes.Note => ({
  client_id: 7,
  id,
  text: `Nota ${id}`,
  author: { kind: 'staff', name: 'Beto Paz' },
  at: '2026-11-20T10:00:00-03:00',
  order: null,
  removable: false,
  ...changes,
});

const pageOf = (results: notes.Note[], total = results.length) => ({
  results,
  pagination: { page: 1, pages: 1, total, limit: 10 },
});

const client = reply(readClient, { results: CLIENT });
const shipment = reply(readStaffShipment, () => {
  const { results } = sampleReply(readStaffShipment);
  return { results: { ...results, shipment_id: LABEL, tracking_id: TRACKING, client_id: 7 } };
});

/** Opens a page with its keyboard shortcuts. */
async function open(path: string, replies: Reply[]) {
  const opened = await openConsole(path, { replies: [loggedIn('support'), ...replies, client] });
  const { startShortcuts: start } = await import('#web/kit/lib/shortcuts.ts');
  return { ...opened, stop: start() };
}

test('a client’s page shows its notes, with their lines, authors and orders', async () => {
  const order = { order_id: 'W-9', tracking_id: TRACKING };
  const results = [
    note(2, { text: 'Llamó:\nvuelve el lunes', order }),
    note(1, { author: { kind: 'key', name: 'ERP' }, removable: true }),
  ];
  const { container, stop } = await open('/consola/clientes/7', [reply(notes.listClientNotes, pageOf(results))]);
  expect(await screen.findByText(/Llamó:/)).toHaveTextContent('Llamó: vuelve el lunes');
  expect(screen.getByText(/Beto Paz, 20\/11\/2026 10:00/)).toBeVisible();
  expect(screen.getByText(/Clave ERP/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'W-9' })).toHaveAttribute('href', `/consola/envio/${LABEL}`);
  expect(screen.getAllByRole('button', { name: /^Borrar la nota/ })).toHaveLength(1);
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
  stop();
});

test('a note about an order is written by keyboard alone, and stays in its field when it can’t be saved', async () => {
  let kept = false;
  const add: Reply = {
    endpoint: notes.addOrderNote,
    respond: (request) => {
      const saved = kept;
      kept = true;
      return saved
        ? reply(notes.addOrderNote, { message: 'La nota se guardó', results: note(3) }).respond(request)
        : refuse(notes.addOrderNote, 503, 'El servicio no responde').respond(request);
    },
  };
  const list = reply(notes.listOrderNotes, () => pageOf(kept ? [note(3)] : []));
  const { user, received, stop } = await open(`/consola/envio/${LABEL}`, [shipment, list, add]);
  await screen.findByText('Todavía no hay notas.');
  await user.keyboard('n');
  expect(field('Nota nueva')).toHaveFocus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findAllByText('Escribí la nota');
  expect(bodiesOf(received, notes.addOrderNote)).toEqual([]);
  await user.keyboard('Sin timbre{Enter}golpear{Control>}{Enter}{/Control}');
  await alertAppears('El servicio no responde');
  expect(field('Nota nueva')).toHaveValue('Sin timbre\ngolpear');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await alertAppears('La nota se guardó');
  await screen.findByText('Nota 3');
  expect(field('Nota nueva')).toHaveValue('');
  expect(bodiesOf(received, notes.addOrderNote)).toEqual(Array(2).fill({ text: 'Sin timbre\ngolpear' }));
  stop();
});

test('a note is deleted after a confirmation, and more notes are shown on demand', async () => {
  let left = Array.from({ length: 12 }, (_, n) => note(12 - n, { removable: true }));
  const list = reply(notes.listClientNotes, ({ query }) => pageOf(left.slice(0, Number(query.limit)), left.length));
  const remove = reply(notes.removeNote, () => {
    left = left.slice(1);
    return { message: 'La nota se borró' };
  });
  const { user, stop } = await open('/consola/clientes/7', [list, remove]);
  await screen.findByText('Nota 12');
  await user.click(screen.getAllByRole('button', { name: /^Borrar la nota de Beto Paz/ })[0] as HTMLElement);
  await user.click(within(await dialog('¿Borrar la nota?')).getByRole('button', { name: 'Borrar' }));
  await alertAppears('La nota se borró');
  await waitFor(() => expect(screen.queryByText('Nota 12')).toBeNull());
  expect(screen.queryByText('Nota 1')).toBeNull();
  await user.click(button('Mostrar más notas'));
  await screen.findByText('Nota 1');
  expect(screen.queryByRole('button', { name: 'Mostrar más notas' })).toBeNull();
  stop();
});

test('an item of a queue shows the newest note about its order', async () => {
  const item = {
    queue: 'incidents' as const,
    client_id: 7,
    company: 'Mates del Sur',
    thing_id: 1,
    name: LABEL,
    tracking_id: TRACKING,
    state: 'Demorado',
    since: '2026-11-20T10:00:00-03:00',
    beyond: false,
    assigned_to: null,
    snoozed_until: null,
  };
  const queue = reply(listQueue, { results: [item], pagination: { page: 1, pages: 1, total: 1, limit: 50 } });
  const list = reply(notes.listOrderNotes, pageOf([note(5)], 3));
  const { container, stop } = await open('/consola/colas/incidencias/7/1', [queue, shipment, list]);
  await screen.findByText('Nota 5');
  expect(screen.getByRole('link', { name: 'Ver las 3 notas' })).toHaveAttribute('href', `/consola/envio/${LABEL}`);
  expect(await axeViolations(container)).toEqual([]);
  stop();
});

test('what was typed and shown for a client doesn’t stay on the page of another', async () => {
  const perClient = ({ url }: { url: URL }) => Number(url.pathname.split('/')[5]);
  const clients: Reply = {
    endpoint: readClient,
    respond: (request) => reply(readClient, { results: { ...CLIENT, client_id: perClient(request) } }).respond(request),
  };
  const list: Reply = {
    endpoint: notes.listClientNotes,
    respond: (request) => {
      const id = perClient(request);
      return reply(notes.listClientNotes, pageOf([note(id, { client_id: id })], 12)).respond(request);
    },
  };
  const { user, received, stop } = await open('/consola/clientes/7', [clients, list]);
  await screen.findByText('Nota 7');
  const { history } = await import('#web/kit/lib/history.ts');
  act(() => history.push('/consola/clientes/8'));
  await screen.findByText('Nota 8');
  await user.click(button('Mostrar más notas'));
  await user.type(field('Nota nueva'), 'Es de la segunda');
  // Both replies are cached, so the page changes at once.
  act(() => history.push('/consola/clientes/7'));
  expect(field('Nota nueva')).toHaveValue('');
  expect(screen.getByText('Nota 7')).toBeVisible();
  expect(screen.queryByText('Nota 8')).toBeNull();
  const limits = received.filter((one) => one.endpoint === notes.listClientNotes && perClient(one) === 7);
  expect(limits.map(({ query }) => query.limit)).toEqual(['10']);
  stop();
});
