// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { QUEUE_NAMES } from '#shared/orders/rules/queues.ts';
import * as modifications from '#shared/orders/staff-modifications.ts';
import * as queues from '#shared/orders/staff-queues.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { currentStaff, staffLogin } from '#shared/people/staff-sessions.ts';
import { type Reply, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, dialog, field } from '#test/screens/typing.ts';
import { decidedQueue, item, open, request, SUPPORT } from './console-queue.ts';

const noItems = () => QUEUE_NAMES.map((queue) => ({ queue, total: 0, beyond: 0, mine: 0, oldest: null }));

describe('the queues', () => {
  test('are listed with their numbers, each a link', async () => {
    const totals = noItems();
    Object.assign(totals[1] ?? {}, { total: 1000, beyond: 250, mine: 2, oldest: '2026-11-20T10:00:00-03:00' });
    const { container } = await openConsole('/consola', {
      replies: [SUPPORT, reply(queues.countQueues, { results: totals })],
    });
    const row = await screen.findByRole('row', { name: /Modificaciones por decidir/ });
    expect(row).toHaveTextContent('1.000+');
    expect(row).toHaveTextContent('250 (25 %)');
    expect(screen.getByRole('link', { name: 'Sin novedad' })).toHaveAttribute('href', '/consola/colas/sin-novedad');
    expect(screen.getAllByText('Al día')).toHaveLength(QUEUE_NAMES.length - 1);
    expect(await axeViolations(container)).toEqual([]);
  });

  test('are also the page of the address above them', async () => {
    const replies = [SUPPORT, reply(queues.countQueues, { results: noItems() })];
    await openConsole('/consola/colas', { replies });
    expect(await screen.findByRole('link', { name: 'Sin novedad' })).toBeVisible();
    expect(window.location.pathname).toBe('/consola');
  });

  test('that don’t exist are named as such', async () => {
    await openConsole('/consola/colas/otra', { replies: [SUPPORT] }).catch(() => null);
    await screen.findByText('La cola no existe');
  });
});

describe('a queue of modifications', () => {
  test('is worked off by keyboard: move, open, approve, and the next one opens', async () => {
    const { list, read, decide } = decidedQueue([1, 2, 3]);
    const { container, user, received, stop } = await open('/consola/colas/modificaciones', [list, read, decide]);
    await screen.findByRole('link', { name: 'W-1' });
    await user.keyboard('jj');
    expect(screen.getByRole('link', { name: 'W-2' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'W-2' })).toHaveFocus());
    await screen.findByText('1300');
    expect(screen.getByText(/De .*100,00 a .*150,00/)).toBeVisible();
    expect(await axeViolations(container)).toEqual([]);
    await user.keyboard('e');
    await screen.findByText('Se decidió W-2');
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'W-3' })).toHaveFocus());
    expect(bodiesOf(received, modifications.decideModification)).toEqual([{ approved: true, reason: '' }]);
    await user.keyboard('k');
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'W-1' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'W-1' })).toHaveFocus());
    expect(consoleErrors).toEqual([]);
    stop();
  });

  test('shows masked what changes, and the whole values on request; a refusal keeps them masked', async () => {
    const { list, decide } = decidedQueue([1]);
    const masked = { field: 'receiver_phone', before: '•••555', after: '•••666' };
    const read = reply(modifications.readModification, { results: request(1, { changes: [masked] }) });
    const whole = reply(modifications.showRequestedChanges, {
      results: { changes: [{ ...masked, before: '11 4444-5555', after: '1155556666' }] },
    });
    let status = 429;
    const show: Reply = {
      endpoint: modifications.showRequestedChanges,
      respond: (sent) => (status === 200 ? whole : refuse(whole.endpoint, status, 'Esperá una hora')).respond(sent),
    };
    const { container, user, stop } = await open('/consola/colas/modificaciones/7/1', [list, read, decide, show]);
    await screen.findByText('•••666');
    await user.click(button('Mostrar los datos completos'));
    await alertAppears('Esperá una hora');
    expect(screen.getByText('•••666')).toBeVisible();
    status = 200;
    await user.click(button('Mostrar los datos completos'));
    await screen.findByText('1155556666');
    expect(screen.getByText('11 4444-5555')).toBeVisible();
    // Not on the neighbour, which approves.
    expect(screen.getByRole('region', { name: 'Lo que cambia' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Mostrar los datos completos' })).toBeNull();
    expect(await axeViolations(container)).toEqual([]);
    stop();
  });

  test('masks the shipment’s address as long as the street of the request', async () => {
    const { list, decide } = decidedQueue([1]);
    const changes = [{ field: 'address_street_name', before: '•••', after: '•••' }];
    const whole = [{ field: 'address_street_name', before: 'Mitre', after: 'Belgrano' }];
    const { results } = sampleReply(readStaffShipment);
    const receiver = { ...results.receiver, address_street_name: 'Mitre', address_street_number: '1234' };
    const { user, stop } = await open('/consola/colas/modificaciones/7/1', [
      list,
      decide,
      reply(modifications.readModification, { results: request(1, { changes }) }),
      reply(modifications.showRequestedChanges, { results: { changes: whole } }),
      reply(readStaffShipment, { results: { ...results, receiver } }),
    ]);
    const address = async () => (await screen.findByText('Domicilio')).nextElementSibling;
    expect(await address()).toHaveTextContent(/^•••$/);
    await user.click(button('Mostrar los datos completos'));
    await screen.findByText('Belgrano');
    expect(await address()).toHaveTextContent('Mitre 1234');
    stop();
  });

  test('offers nothing to show where no masked field changes', async () => {
    const { list, decide } = decidedQueue([1]);
    const changes = [{ field: 'address_city', before: 'Salta', after: 'Orán' }];
    const read = reply(modifications.readModification, { results: request(1, { changes }) });
    const { stop } = await open('/consola/colas/modificaciones/7/1', [list, read, decide]);
    await screen.findByText('Orán');
    expect(screen.queryByRole('button', { name: 'Mostrar los datos completos' })).toBeNull();
    stop();
  });

  test('a decision can be undone again after the server didn’t answer, but not after a refusal', async () => {
    const { list, read, decide } = decidedQueue([1, 2]);
    const statuses = [503, 409];
    const undo: Reply = {
      endpoint: modifications.undoModification,
      respond: (sent) => refuse(modifications.undoModification, statuses.shift() ?? 500, 'No se deshizo').respond(sent),
    };
    const { user, received, stop } = await open('/consola/colas/modificaciones/7/1', [list, read, decide, undo]);
    await screen.findByText('1300');
    await user.keyboard('e');
    await screen.findByText('Se decidió W-1');
    await user.keyboard('z');
    await alertAppears('No se deshizo');
    await user.click(await screen.findByRole('button', { name: /Deshacer/ }));
    await waitFor(() => expect(statuses).toEqual([]));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Deshacer/ })).toBeNull());
    expect(bodiesOf(received, modifications.undoModification)).toHaveLength(2);
    stop();
  });

  test('an undone decision opens its own item, even if another was opened before it was answered', async () => {
    const { list, read, decide } = decidedQueue([1, 2, 3]);
    let answer = () => {};
    const slow: Reply = {
      endpoint: modifications.decideModification,
      respond: async (sent) => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return decide.respond(sent);
      },
    };
    const undo = reply(modifications.undoModification, { message: 'W-1 espera de nuevo', results: request(1) });
    const { user, stop } = await open('/consola/colas/modificaciones/7/1', [list, read, slow, undo]);
    await screen.findByText('1300');
    await user.keyboard('e');
    await user.keyboard('j');
    await screen.findByRole('heading', { level: 2, name: 'W-2' });
    answer();
    await screen.findByText('Se decidió W-1');
    await user.keyboard('z');
    await alertAppears('W-1 espera de nuevo');
    await waitFor(() => expect(window.location.pathname).toBe('/consola/colas/modificaciones/7/1'));
    stop();
  });

  test('the reasons of one person are neither offered to another nor kept after the logout', async () => {
    localStorage.setItem('reasons:2:modificaciones', '["De otra persona"]');
    const { list, read, decide } = decidedQueue([1, 2]);
    const { user, stop } = await open('/consola/colas/modificaciones/7/1', [list, read, decide]);
    await screen.findByText('1300');
    await user.keyboard('r');
    await waitFor(() => expect(field('Motivo')).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'De otra persona' })).toBeNull();
    await user.keyboard('Ya salió a reparto{Enter}');
    await screen.findByText('Se decidió W-1');
    await user.click(button('Salir'));
    const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('reasons'));
    await waitFor(() => expect(kept()).toEqual([]));
    stop();
  });

  test('a rejection needs a reason, and the last reasons are offered', async () => {
    const { list, read, decide } = decidedQueue([1, 2]);
    const { user, received, stop } = await open('/consola/colas/modificaciones/7/1', [list, read, decide]);
    await screen.findByText('1300');
    await user.keyboard('r');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rechazar' }));
    await screen.findAllByText('Escribí el motivo del rechazo');
    await waitFor(() => expect(field('Motivo')).toHaveFocus());
    await user.keyboard('Ya salió a reparto{Enter}');
    await screen.findByText('Se decidió W-1');
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'W-2' })).toHaveFocus());
    await user.keyboard('r');
    await user.click(await within(await dialog()).findByRole('button', { name: 'Ya salió a reparto' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Rechazar' }));
    await waitFor(() =>
      expect(bodiesOf(received, modifications.decideModification)).toEqual(
        Array(2).fill({ approved: false, reason: 'Ya salió a reparto' }),
      ),
    );
    stop();
  });

  test('stays below the login if the session ends, and offers the typed reason again', async () => {
    let [open_, decided] = [true, 0];
    const { list, read } = decidedQueue([1]);
    const person: Reply = {
      endpoint: currentStaff,
      respond: (request) => (open_ ? SUPPORT.respond(request) : new Response('{"results":null}')),
    };
    const decide: Reply = {
      endpoint: modifications.decideModification,
      respond: () => {
        decided += 1;
        if (decided > 1) return new Response(JSON.stringify({ message: 'Se rechazó', results: request(1) }));
        open_ = false;
        return new Response('{"message":"Tu sesión terminó"}', { status: 401 });
      },
    };
    const login: Reply = {
      endpoint: staffLogin,
      respond: () => {
        open_ = true;
        return new Response('{"results":{"second_factor":"done","token":null}}');
      },
    };
    const replies = [list, read, decide, login];
    const { user, received, stop } = await open('/consola/colas/modificaciones/7/1', replies, person);
    await screen.findByText('1300');
    await user.keyboard('r');
    await dialog();
    await user.keyboard('Ya salió a reparto{Enter}');
    const again = within(await screen.findByRole('dialog', { name: 'Tu sesión terminó' }));
    await user.type(again.getByLabelText('Email'), 'laura@proveedor.example');
    await user.type(again.getByLabelText('Contraseña'), 'una contraseña{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Tu sesión terminó' })).toBeNull());
    expect(screen.getByText('1300')).toBeVisible();
    await user.keyboard('r');
    await user.click(await within(await dialog()).findByRole('button', { name: 'Ya salió a reparto' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Rechazar' }));
    await screen.findByText('Se rechazó');
    expect(bodiesOf(received, modifications.decideModification)).toHaveLength(2);
    stop();
  });

  test('that somebody else decided shows who and how', async () => {
    const { list } = decidedQueue([1]);
    let state: object = {};
    const read: Reply = {
      endpoint: modifications.readModification,
      respond: () => new Response(JSON.stringify({ results: request(1, state) })),
    };
    const taken = refuse(modifications.decideModification, 409, 'Esta modificación ya fue decidida: Rechazado');
    const { user } = await open('/consola/colas/modificaciones/7/1', [list, read, taken]);
    await screen.findByText('1300');
    state = { state: 'Rechazado', decided_by: 'Beto Paz', decided_at: '2026-11-20T11:00:00-03:00', reason: 'Tarde' };
    await user.click(button('Aprobar'));
    await alertAppears('Esta modificación ya fue decidida: Rechazado');
    await screen.findByText(/Rechazado por Beto Paz, 20\/11\/2026 11:00: Tarde/);
  });

  test('a role that may not decide reads why', async () => {
    const { list, read } = decidedQueue([1]);
    await openConsole('/consola/colas/modificaciones/7/1', { replies: [loggedIn('finance'), list, read] });
    await screen.findByText('1300');
    expect(button('Aprobar')).toHaveAccessibleDescription(/no podés decidir modificaciones/);
  });
});

test('an item is assigned and snoozed by keyboard', async () => {
  const list = reply(queues.listQueue, {
    results: [item(1), item(2)],
    pagination: { page: 1, pages: 1, total: 2, limit: 50 },
  });
  const { read } = decidedQueue([]);
  const mine = item(1, { assigned_to: { id: 1, name: 'Laura Benítez' } });
  const assign = reply(queues.assignQueueItem, { message: 'Asignada a Laura Benítez', results: mine });
  const snooze = reply(queues.snoozeQueueItem, { message: 'Vuelve a la cola el 21/11', results: item(1) });
  const { user, received, stop } = await open('/consola/colas/modificaciones/7/1', [list, read, assign, snooze]);
  await screen.findByText('1300');
  await user.keyboard('a');
  await alertAppears('Asignada a Laura Benítez');
  expect(bodiesOf(received, queues.assignQueueItem)).toEqual([{ staff_id: '1', instead_of: null }]);
  await user.keyboard('h');
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'W-2' })).toHaveFocus());
  expect(bodiesOf(received, queues.snoozeQueueItem)).toEqual([{ until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }]);
  stop();
});
