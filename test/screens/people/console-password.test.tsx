// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as staff from '#shared/people/staff.ts';
import * as passwords from '#shared/people/staff-password.ts';
import { currentStaff, listStaffSessions } from '#shared/people/staff-sessions.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import {
  alertAppears,
  bodiesOf,
  button,
  buttons,
  dialog,
  dialogsClosed,
  field,
  write,
  writeAll,
} from '#test/screens/typing.ts';

beforeAll(() => {
  // jsdom has no layout. In these pages no style hides an element.
  Element.prototype.checkVisibility ??= function (this: Element) {
    return this.isConnected;
  };
});

const NOBODY = reply(currentStaff, { results: null });
const ADMIN = loggedIn('admin');
const NEW_PASSWORD = 'tres lomas al sur';
const [CURRENT, NEW, AGAIN] = ['Contraseña actual', 'Nueva contraseña', 'Repetí la contraseña'];
const EMAIL = 'laura@proveedor.example';

describe('a forgotten password', () => {
  test('is requested from the login by e-mail, and the page says what happens', async () => {
    const message = 'Si hay una persona del personal con ese email, le enviamos un enlace';
    const replies = [NOBODY, reply(passwords.recoverStaffPassword, { message })];
    const { container, user, received } = await openConsole('/consola', { replies });
    await user.click(await screen.findByRole('link', { name: 'Olvidé mi contraseña' }));
    await screen.findByText(/te enviamos un enlace para elegir otra contraseña/);
    await waitFor(() => expect(document.querySelector('h1')).toHaveFocus());
    await user.click(button('Enviar enlace'));
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Escribí tu email'));
    write('Email', EMAIL);
    await user.click(button('Enviar enlace'));
    expect(await screen.findByText(message)).toBeVisible();
    expect(bodiesOf(received, passwords.recoverStaffPassword)).toEqual([{ email: EMAIL }]);
    expect(await axeViolations(container)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
});

describe('the link of a mail', () => {
  const link = (code_required: boolean) =>
    reply(passwords.readStaffPasswordLink, { results: { email: EMAIL, code_required } });

  test('asks for the new password and a code, keeps them after a wrong code, and leads to the login', async () => {
    const wrong = refuse(passwords.resetStaffPassword, 422, 'Revisá los datos', [
      { field: 'code', message: 'El código no es correcto' },
    ]);
    const replies = [NOBODY, link(true), wrong];
    const { container, user, received } = await openConsole('/contrasena/abc', { replies });
    await screen.findByText(`Es la contraseña de ${EMAIL}.`);
    await user.click(button('Cambiar contraseña'));
    await waitFor(() => expect(field(NEW)).toHaveAccessibleDescription(/Escribí una contraseña/));
    writeAll({ [NEW]: NEW_PASSWORD, [AGAIN]: NEW_PASSWORD, 'Código de tu segundo paso': '123 456' });
    await user.click(button('Cambiar contraseña'));
    await waitFor(() =>
      expect(field('Código de tu segundo paso')).toHaveAccessibleDescription(/El código no es correcto/),
    );
    expect(field(NEW)).toHaveValue(NEW_PASSWORD);
    expect(await axeViolations(container)).toEqual([]);
    replies.splice(2, 1, reply(passwords.resetStaffPassword, { message: 'La contraseña fue cambiada correctamente' }));
    await user.click(button('Cambiar contraseña'));
    await alertAppears('La contraseña fue cambiada correctamente');
    await screen.findByRole('button', { name: 'Entrar' });
    expect(bodiesOf(received, passwords.resetStaffPassword)).toEqual(
      Array(2).fill({ token: 'abc', password: NEW_PASSWORD, code: '123456' }),
    );
    expect(consoleErrors).toEqual([]);
  });

  test('of an administrator asks for no code', async () => {
    const { user, received } = await openConsole('/contrasena/abc', { replies: [NOBODY, link(false)] });
    await screen.findByLabelText(NEW);
    expect(screen.queryByLabelText('Código de tu segundo paso')).toBeNull();
    writeAll({ [NEW]: NEW_PASSWORD, [AGAIN]: NEW_PASSWORD });
    await user.click(button('Cambiar contraseña'));
    await waitFor(() =>
      expect(bodiesOf(received, passwords.resetStaffPassword)).toEqual([{ token: 'abc', password: NEW_PASSWORD }]),
    );
  });

  test('that isn’t valid any more says so, and offers another one', async () => {
    const invalid = refuse(passwords.readStaffPasswordLink, 422, 'El enlace venció o ya se usó. Pedí uno nuevo');
    const { user } = await openConsole('/contrasena/abc', { replies: [NOBODY, invalid] });
    expect(await screen.findByRole('alert')).toHaveTextContent('El enlace venció o ya se usó');
    await user.click(screen.getByRole('link', { name: 'Pedir otro enlace' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
  });
});

describe('the password of the person', () => {
  const sessions = reply(listStaffSessions, { results: [] });

  test('is changed in Mi sesión, by keyboard, and the fields are empty afterwards', async () => {
    const changed = reply(passwords.changeStaffPassword, {
      message: 'Contraseña modificada correctamente',
      results: { token: null },
    });
    const { container, user, received } = await openConsole('/consola/sesion', { replies: [ADMIN, sessions, changed] });
    await screen.findByLabelText(CURRENT);
    writeAll({ [CURRENT]: 'la de antes', [NEW]: 'corta', [AGAIN]: 'corta' });
    await user.click(button('Cambiar contraseña'));
    await waitFor(() => expect(field(NEW)).toHaveAccessibleDescription(/mínimo 10 caracteres/));
    writeAll({ [NEW]: NEW_PASSWORD, [AGAIN]: NEW_PASSWORD });
    field(AGAIN).focus();
    await user.keyboard('{Enter}');
    await alertAppears('Contraseña modificada correctamente');
    expect(bodiesOf(received, passwords.changeStaffPassword)).toEqual([
      { currentPassword: 'la de antes', newPassword: NEW_PASSWORD },
    ]);
    await waitFor(() => expect(field(CURRENT)).toHaveValue(''));
    expect(field(CURRENT)).toHaveFocus();
    expect(await axeViolations(container)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('is changed before the refused field has got the focus, which then stays on the first field', async () => {
    const frames = new Map<number, FrameRequestCallback>();
    let last = 0;
    onTestFinished(() => void vi.restoreAllMocks());
    const { user } = await openConsole('/consola/sesion', {
      replies: [
        ADMIN,
        sessions,
        reply(passwords.changeStaffPassword, { message: 'Contraseña modificada', results: { token: null } }),
      ],
    });
    await screen.findByLabelText(CURRENT);
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => {
      last += 1;
      frames.set(last, draw);
      return last;
    });
    vi.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation((frame) => {
      frames.delete(frame);
    });
    writeAll({ [CURRENT]: 'la de antes', [NEW]: 'corta', [AGAIN]: 'corta' });
    await user.click(button('Cambiar contraseña'));
    await waitFor(() => expect(field(NEW)).toHaveAccessibleDescription(/mínimo 10 caracteres/));
    writeAll({ [NEW]: NEW_PASSWORD, [AGAIN]: NEW_PASSWORD });
    await user.click(button('Cambiar contraseña'));
    await waitFor(() => expect(field(CURRENT)).toHaveValue(''));
    act(() => {
      for (const draw of frames.values()) draw(performance.now());
    });
    expect(field(CURRENT)).toHaveFocus();
  });

  test('that is wrong is marked at its field', async () => {
    const message = 'La contraseña actual no es correcta';
    const wrong = refuse(passwords.changeStaffPassword, 400, message, [{ field: 'currentPassword', message }]);
    const { user } = await openConsole('/consola/sesion', { replies: [ADMIN, sessions, wrong] });
    await screen.findByLabelText(CURRENT);
    writeAll({ [CURRENT]: 'equivocada', [NEW]: NEW_PASSWORD, [AGAIN]: NEW_PASSWORD });
    await user.click(button('Cambiar contraseña'));
    await waitFor(() => expect(field(CURRENT)).toHaveAccessibleDescription(message));
    expect(field(NEW)).toHaveValue(NEW_PASSWORD);
  });
});

test('an administrator withdraws a colleague’s password after a question that says what it does', async () => {
  const person = (id: number, changes: Partial<staff.StaffMember> = {}): staff.StaffMember => ({
    id,
    email: `p${id}@proveedor.example`,
    name: `Persona ${id}`,
    role: 'support',
    state: 'active',
    second_factor: true,
    created_at: '2026-11-20T09:00:00-03:00',
    invitation_expires_at: null,
    invitation_mail: null,
    last_seen_at: null,
    current: false,
    ...changes,
  });
  const list = reply(staff.listStaff, {
    results: [
      person(1, { current: true, role: 'admin' }),
      person(2),
      person(3, { state: 'invited' }),
      person(4, { state: 'suspended' }),
    ],
  });
  const done = reply(staff.withdrawStaffPassword, {
    message: 'La contraseña ya no sirve',
    results: { active_keys: ['ERP', 'Planillas'] },
  });
  const { container, user, received } = await openConsole('/consola/personal', { replies: [ADMIN, list, done] });
  const reset = await screen.findByRole('button', { name: 'Restablecer contraseña de Persona 2' });
  for (const id of [1, 3, 4]) expect(buttons(`Restablecer contraseña de Persona ${id}`)).toEqual([]);
  await user.click(reset);
  const question = await dialog('¿Restablecer la contraseña de Persona 2?');
  expect(question).toHaveTextContent('Su contraseña deja de servir y sus sesiones se cierran de inmediato');
  await user.keyboard('{Escape}');
  await dialogsClosed();
  expect(bodiesOf(received, staff.withdrawStaffPassword)).toEqual([]);
  await waitFor(() => expect(reset).toHaveFocus());
  await user.keyboard('{Enter}');
  await user.click(button('Restablecer', await dialog('¿Restablecer la contraseña de Persona 2?')));
  await alertAppears('La contraseña ya no sirve');
  await alertAppears('Siguen activas las claves que creó Persona 2');
  // A warning with a list stays until it is closed.
  expect(screen.getAllByText(/^(ERP|Planillas)$/).map(({ tagName }) => tagName)).toEqual(['LI', 'LI']);
  expect(
    received.filter(({ endpoint }) => endpoint === staff.withdrawStaffPassword).map(({ url }) => url.pathname),
  ).toEqual(['/api/ops/v1/staff/2/reset_password']);
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});
