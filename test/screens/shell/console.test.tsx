// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LAST_ADMINISTRATOR, staffRefusalReason } from '#shared/people/rules/staff-permissions.ts';
import { verifyStaffFactor } from '#shared/people/second-factor/staff-passkeys.ts';
import * as staff from '#shared/people/staff.ts';
import * as sessions from '#shared/people/staff-sessions.ts';
import { type ReceivedRequest, type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { person, session } from '#test/screens/people/console-staff.ts';
import { alertAppears, bodiesOf, button, buttons, dialog, dialogsClosed, field, write } from '#test/screens/typing.ts';
import { restoreLostFocus } from '#web/kit/lib/restore-focus.ts';

beforeAll(() => {
  // jsdom has no layout. In these pages no style hides an element.
  Element.prototype.checkVisibility ??= function (this: Element) {
    return this.isConnected;
  };
  restoreLostFocus();
});
// The last cleanup schedules a repair after a frame and a task, which needs the document.
afterAll(() => new Promise<void>((resolve) => void requestAnimationFrame(() => setTimeout(resolve))));

const NOBODY = reply(sessions.currentStaff, { results: null });
const ADMIN = loggedIn('admin');

describe('the login', () => {
  test('keeps the e-mail after a refusal, and the password gets the focus', async () => {
    const wrong = refuse(sessions.staffLogin, 400, 'Email o contraseña incorrectos');
    const { container, user, received } = await openConsole('/consola', { replies: [NOBODY, wrong] });
    await screen.findByLabelText('Email');
    write('Email', 'laura@proveedor.example');
    write('Contraseña', 'equivocada');
    await user.click(button('Entrar'));
    await screen.findByText('Email o contraseña incorrectos');
    expect(bodiesOf(received, sessions.staffLogin)).toEqual([
      { email: 'laura@proveedor.example', password: 'equivocada' },
    ]);
    expect(field('Email')).toHaveValue('laura@proveedor.example');
    await waitFor(() => expect(field('Contraseña')).toHaveFocus());
    expect(await axeViolations(container)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('with an empty field names the field, and sends nothing', async () => {
    const { user, received } = await openConsole('/consola', { replies: [NOBODY] });
    await user.click(await screen.findByRole('button', { name: 'Entrar' }));
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Escribí tu email'));
    expect(bodiesOf(received, sessions.staffLogin)).toEqual([]);
  });

  test('asks for the code right after the password; nothing else shows in between', async () => {
    const half = loggedIn('admin', { second_factor: 'code', role: null, permissions: [], backup_codes: null });
    let state = NOBODY;
    const replies = [
      { endpoint: sessions.currentStaff, respond: (request: ReceivedRequest) => state.respond(request) },
      reply(sessions.staffLogin, () => {
        state = half;
        return { message: 'ok' };
      }),
    ];
    const { container, user } = await openConsole('/consola', { replies });
    await screen.findByLabelText('Email');
    const shown: string[] = [];
    const watch = new MutationObserver(() => shown.push(container.querySelector('h1')?.textContent ?? ''));
    watch.observe(container, { childList: true, subtree: true });
    write('Email', 'laura@proveedor.example');
    write('Contraseña', 'correcta');
    await user.click(button('Entrar'));
    await screen.findByText(/Entrás como laura@proveedor.example/);
    watch.disconnect();
    expect(
      shown.filter((title) => !['Consola del personal', 'Entrás como laura@proveedor.example'].includes(title)),
    ).toEqual([]);
  });

  test('whose code can’t be fetched keeps the page below, and says so', async () => {
    vi.doMock('#web/people/staff/access/login-steps.tsx', () => {
      throw new Error('gone');
    });
    try {
      let state = ADMIN;
      const me = { endpoint: sessions.currentStaff, respond: (request: ReceivedRequest) => state.respond(request) };
      const { container, user } = await openConsole('/consola/sesion', {
        replies: [me, refuse(sessions.endOtherStaffSessions, 401, 'Tu sesión terminó')],
      });
      const end = await screen.findByRole('button', { name: 'Cerrar las otras sesiones' });
      state = NOBODY;
      await user.click(end);
      const login = await screen.findByRole('dialog', { name: 'Tu sesión terminó' });
      expect(login).toHaveAccessibleDescription(/Ingresá en otra pestaña/);
      expect(within(login).getByRole('button', { name: 'Recargar la página' })).toBeVisible();
      expect(container.contains(end)).toBe(true);
    } finally {
      vi.doUnmock('#web/people/staff/access/login-steps.tsx');
    }
    consoleErrors.length = 0;
  });

  test('asks for the code of the second step, and keeps the step after a wrong one', async () => {
    const half = loggedIn('admin', { second_factor: 'code', role: null, permissions: [], backup_codes: null });
    const wrong = refuse(sessions.staffLoginCode, 400, 'El código no es correcto');
    const { container, user, received } = await openConsole('/consola', { replies: [half, wrong] });
    await screen.findByText(/Entrás como laura@proveedor.example/);
    await user.keyboard('123 456{Enter}');
    await screen.findByText('El código no es correcto');
    expect(bodiesOf(received, sessions.staffLoginCode)).toHaveLength(1);
    expect(await axeViolations(container)).toEqual([]);
  });

  test('says that the session ended meanwhile, when it ends before the second step', async () => {
    const half = loggedIn('admin', { second_factor: 'code', role: null, permissions: [], backup_codes: null });
    const ended = refuse(sessions.staffLoginCode, 401, 'Tu sesión terminó');
    const { user } = await openConsole('/consola', { replies: [half, ended] });
    await screen.findByText(/Entrás como laura@proveedor.example/);
    await user.keyboard('123 456{Enter}');
    await screen.findByText('Tu sesión terminó');
  });

  test('sends no token of a sender who is logged in in the same browser', async () => {
    localStorage.setItem('token', 'x.e30.x');
    localStorage.setItem('auth', 'true');
    const { received } = await openConsole('/consola/sesion', { replies: [ADMIN] });
    localStorage.clear();
    expect(received.length).toBeGreaterThan(1);
    expect(received.map(({ headers }) => headers.get('authorization')).filter(Boolean)).toEqual([]);
  });

  test('a call that needs a recent code is sent again after it was given', async () => {
    let refused = 0;
    const once = reply(sessions.endOtherStaffSessions, { message: 'Cerramos las otras sesiones' });
    const needsCode = {
      endpoint: sessions.endOtherStaffSessions,
      respond: (request: ReceivedRequest) =>
        refused++ === 0
          ? new Response(JSON.stringify({ message: 'Confirmá', code: 'step_up_required' }), { status: 403 })
          : once.respond(request),
    };
    const { user, received } = await openConsole('/consola/sesion', {
      replies: [ADMIN, needsCode, reply(verifyStaffFactor, { message: 'ok' })],
    });
    await user.click(await screen.findByRole('button', { name: 'Cerrar las otras sesiones' }));
    await dialog();
    await user.keyboard('123 456{Enter}');
    await alertAppears('Cerramos las otras sesiones');
    expect(bodiesOf(received, sessions.endOtherStaffSessions)).toHaveLength(2);
  });

  test('of a suspended person shows the reason, and only lets them log out', async () => {
    const suspended: Reply = {
      endpoint: sessions.currentStaff,
      respond: () =>
        new Response(JSON.stringify({ message: 'Tu acceso está suspendido', errors: [], code: 'suspended' }), {
          status: 403,
        }),
    };
    const { user, received } = await openConsole('/consola', { replies: [suspended] });
    await screen.findByText('Tu acceso está suspendido');
    await user.click(button('Salir'));
    await waitFor(() => expect(received.map(({ endpoint }) => endpoint)).toContain(sessions.staffLogout));
  });
});

test('an address without a page is named as such, with the pages above', async () => {
  await openConsole('/consola/feriados', { replies: [loggedIn('admin')] });
  expect(await screen.findByRole('heading', { level: 1, name: 'La página no existe' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Colas' })).toBeVisible();
});

describe('the sessions of a person', () => {
  test('are ended by keyboard; the focus stays in the list', async () => {
    let open = [session(1, { current: true }), session(2, { device: 'Chrome en Android' }), session(3)];
    const list = reply(sessions.listStaffSessions, () => ({ results: open }));
    const end: Reply = {
      endpoint: sessions.endStaffSession,
      respond: ({ url }) => {
        open = open.filter(({ id }) => !url.pathname.includes(`/${id}/`));
        return new Response(JSON.stringify({ message: 'La sesión se cerró' }));
      },
    };
    const { container, user } = await openConsole('/consola/sesion', { replies: [ADMIN, list, end] });
    (await screen.findByRole('button', { name: /Cerrar la sesión de Chrome en Android/ })).focus();
    await user.keyboard('{Enter}');
    await alertAppears('La sesión se cerró');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Chrome en Android/ })).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Cerrar la sesión de Firefox en Linux/ })).toHaveFocus(),
    );
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(buttons('Cerrar las otras sesiones')[0]).toHaveAccessibleDescription('No hay otras sesiones abiertas'),
    );
    await waitFor(() => expect(document.activeElement?.closest('main, body > *')).not.toBeNull());
    expect(document.activeElement).not.toBe(document.body);
    expect(await axeViolations(container)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
});

describe('the staff', () => {
  const list = reply(staff.listStaff, {
    results: [person(1, { current: true, role: 'admin' }), person(2), person(3, { name: '', state: 'invited' })],
  });

  test('are suspended after a question, and the focus returns to the button', async () => {
    const { container, user, received } = await openConsole('/consola/personal', { replies: [ADMIN, list] });
    await user.click(await screen.findByRole('button', { name: 'Suspender a Persona 2' }));
    const question = await dialog('¿Suspender a Persona 2?');
    await user.keyboard('{Escape}');
    await dialogsClosed();
    expect(bodiesOf(received, staff.changeStaff)).toEqual([]);
    expect(question).not.toBeVisible();
    await waitFor(() => expect(button('Suspender a Persona 2')).toHaveFocus());
    await user.keyboard('{Enter}');
    await user.click(button('Suspender', await dialog('¿Suspender a Persona 2?')));
    await waitFor(() => expect(bodiesOf(received, staff.changeStaff)).toEqual([{ suspended: true }]));
    await dialogsClosed();
    expect(await axeViolations(container)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('get another role after a question, and a refusal is an alert that leaves the list as it was', async () => {
    const last = refuse(staff.changeStaff, 422, 'Tiene que quedar un administrador activo');
    const { user, received } = await openConsole('/consola/personal', { replies: [ADMIN, list, last] });
    await user.selectOptions(await screen.findByLabelText('Rol de Persona 2'), 'Finanzas');
    const asked = await dialog('¿Cambiar el rol de Persona 2?');
    expect(asked).toHaveTextContent('Pasa de Mesa de ayuda a Finanzas desde su próxima acción');
    expect(bodiesOf(received, staff.changeStaff)).toEqual([]);
    await user.click(button('Cambiar rol', asked));
    await alertAppears('Tiene que quedar un administrador activo');
    expect(bodiesOf(received, staff.changeStaff)).toEqual([{ role: 'finance' }]);
    expect(field('Rol de Persona 2')).toHaveValue('support');
  });

  test('the only active administrator keeps role and access, and the focus on either reads why', async () => {
    const { user, received } = await openConsole('/consola/personal', { replies: [ADMIN, list] });
    const suspend = await screen.findByRole('button', { name: 'Suspender a Persona 1' });
    for (const blocked of [suspend, button('Rol de Persona 1: Administrador')]) {
      blocked.focus();
      expect(blocked).toHaveAccessibleDescription(LAST_ADMINISTRATOR);
      await user.keyboard('{Enter}');
    }
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(bodiesOf(received, staff.changeStaff)).toEqual([]);
    expect(button('Suspender a Persona 2')).not.toHaveAccessibleDescription(LAST_ADMINISTRATOR);
  });

  test('invitations are sent again and withdrawn by person', async () => {
    const { user, received } = await openConsole('/consola/personal', { replies: [ADMIN, list] });
    await user.click(await screen.findByRole('button', { name: 'Reenviar la invitación a p3@proveedor.example' }));
    await user.click(button('Retirar la invitación a p3@proveedor.example'));
    const sent = () => received.map(({ endpoint }) => endpoint);
    await waitFor(() => expect(sent()).toContain(staff.resendStaffInvitation));
    await waitFor(() => expect(sent()).toContain(staff.withdrawStaffInvitation));
  });

  test('a taken address is marked in the invitation, and what was typed stays', async () => {
    const error = { field: 'email', message: 'Esa persona ya es del personal' };
    const taken = refuse(staff.inviteStaff, 422, error.message, [error]);
    const { user } = await openConsole('/consola/personal', { replies: [ADMIN, list, taken] });
    await screen.findByLabelText('Email');
    write('Email', 'p2@proveedor.example');
    await user.selectOptions(screen.getByLabelText('Rol'), 'Finanzas');
    await user.click(button('Invitar'));
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription(error.message));
    expect(field('Email')).toHaveValue('p2@proveedor.example');
  });

  test.each(['support', 'operations', 'finance'] as const)(
    'are hidden from the role %s, who reads why',
    async (role) => {
      const { received } = await openConsole('/consola/personal', { replies: [loggedIn(role)] });
      await screen.findByText(staffRefusalReason(role, 'staff'));
      expect(received.map(({ endpoint }) => endpoint)).not.toContain(staff.listStaff);
      expect(within(screen.getByRole('main')).queryByLabelText('Email')).toBeNull();
    },
  );
});
