// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readOrder } from '#shared/orders/orders.ts';
import { currentUser } from '#shared/people/account.ts';
import { SET_UP_REQUIRED } from '#shared/people/rules/required-factor.ts';
import { STEP_UP_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import { endOtherStaffSessions } from '#shared/people/staff-sessions.ts';
import { inviteUser, readTeam, type TeamUser } from '#shared/people/team.ts';
import { type Reply, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { consoleErrors, loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { orderDetail, shippingOf, trackingOf } from '#test/screens/orders/order-replies.ts';
import { alertAppears, bodiesOf, button, dialog, dialogsClosed, field, write } from '#test/screens/typing.ts';

/** Makes the code of a dialog impossible to fetch during a test. */
function failToFetch(path: string): void {
  vi.doMock(path, () => {
    throw new Error('gone');
  });
  onTestFinished(() => {
    vi.doUnmock(path);
  });
}

const demands = (endpoint: Reply['endpoint'], code: string, message: string): Reply => ({
  endpoint,
  respond: () => Response.json({ code, message }, { status: 403 }),
});

const OWNER: TeamUser = {
  id: 1,
  role: 'owner',
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Núñez',
  email: 'ana@example.com',
  state: 'active',
  last_seen: null,
  me: true,
  blocked: false,
  second_factor: true,
};
const TEAM = reply(readTeam, { results: [OWNER], invitations: [], factor_required_from: null });

describe('a dialog whose code can’t be fetched', () => {
  test('for a code of the second factor refuses the waiting call, and keeps what was typed', async () => {
    failToFetch('#web/people/second-factor/step-up-dialog.tsx');
    const replies = [TEAM, demands(inviteUser, 'step_up_required', STEP_UP_REQUIRED)];
    const { container, user, received } = await openPortal('/usuario/equipo', { replies });
    await loaded(container);
    await user.click(button('Invitar a una persona'));
    await waitFor(() => expect(field('Email')).toHaveFocus());
    write('Email', 'nueva@example.com');
    await user.selectOptions(field('Rol'), 'viewer');
    await user.click(button('Invitar'));
    await alertAppears('No se pudo mostrar la ventana');
    await screen.findAllByText(STEP_UP_REQUIRED);
    expect(field('Email')).toHaveValue('nueva@example.com');
    expect(bodiesOf(received, inviteUser)).toHaveLength(1);
  });

  test('for a code of the staff refuses the waiting call', async () => {
    failToFetch('#web/people/staff/access/staff-step-up.tsx');
    const replies = [loggedIn('admin'), demands(endOtherStaffSessions, 'step_up_required', STEP_UP_REQUIRED)];
    const { user, received } = await openConsole('/consola/sesion', { replies });
    await user.click(await screen.findByRole('button', { name: 'Cerrar las otras sesiones' }));
    await alertAppears(STEP_UP_REQUIRED);
    expect(bodiesOf(received, endOtherStaffSessions)).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 1, name: 'Mi sesión' })).toBeVisible();
  });

  test('to set up the second factor refuses the waiting call', async () => {
    failToFetch('#web/people/second-factor/set-up-dialog.tsx');
    const replies = [TEAM, demands(inviteUser, 'factor_setup_required', SET_UP_REQUIRED)];
    const { container, user } = await openPortal('/usuario/equipo', { replies });
    await loaded(container);
    await user.click(button('Invitar a una persona'));
    await waitFor(() => expect(field('Email')).toHaveFocus());
    write('Email', 'nueva@example.com');
    await user.selectOptions(field('Rol'), 'viewer');
    await user.click(button('Invitar'));
    await alertAppears('No se pudo mostrar la ventana');
    await screen.findAllByText(SET_UP_REQUIRED);
    expect(field('Email')).toHaveValue('nueva@example.com');
  });

  test('of the terms says how to accept them, over the page', async () => {
    failToFetch('#web/people/terms/terms-dialog.tsx');
    const { container } = await openPortal('/calculadora', {}, { ...SESSION, terms: 'false' });
    const notice = await dialog('Términos y Condiciones de Transporte');
    expect(notice).toHaveAccessibleDescription(/Aceptalos en otra pestaña/);
    expect(within(notice).getByRole('button', { name: 'Recargar la página' })).toBeVisible();
    expect(container.querySelector('main h1')).toHaveTextContent('Calculadora');
  });

  test('of a screen stays closed, and the screen stays', async () => {
    failToFetch('#web/people/sender/team/invite-dialog.tsx');
    const { container, user } = await openPortal('/usuario/equipo', { replies: [TEAM] });
    await loaded(container);
    await user.click(button('Invitar a una persona'));
    await alertAppears('No se pudo mostrar la ventana');
    expect(button('Invitar a una persona')).toBeVisible();
  });

  test('for an action stays closed, and the screen stays', async () => {
    failToFetch('#web/orders/sender-actions/sender-action-dialog.tsx');
    const order = orderDetail({ shippings: [shippingOf(1)], cancellable: true });
    const replies = [reply(readOrder, { results: order })];
    const { container, user } = await openPortal(`/ordenes/detalle/${trackingOf(1)}`, { replies });
    await loaded(container);
    await user.click(button('Cancelar orden'));
    await alertAppears('No se pudo mostrar la ventana');
    expect(button('Cancelar orden')).toBeVisible();
  });

  test('of the shortcuts stays closed, and says so', async () => {
    failToFetch('#web/shell/frame/shortcuts-dialog.tsx');
    const { container, user } = await openPortal('/calculadora');
    await loaded(container);
    await user.keyboard('?');
    await alertAppears('No se pudo mostrar la ventana');
    await dialogsClosed();
    expect(container.querySelector('main h1')).toHaveTextContent('Calculadora');
  });
});

test('a notice above the screens whose code can’t be fetched is absent, and the screen stays', async () => {
  failToFetch('#web/people/second-factor/factor-notice.tsx');
  const details = sampleReply(currentUser);
  const results = { ...details.results, factor_required_from: '2026-12-02T10:00:00-03:00' };
  const replies = [reply(currentUser, { ...details, ...results, results })];
  const { container } = await openPortal('/calculadora', { replies });
  await loaded(container);
  await waitFor(() => expect(consoleErrors).not.toEqual([]));
  expect(container.querySelector('main h1')).toHaveTextContent('Calculadora');
});
