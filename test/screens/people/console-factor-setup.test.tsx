// @vitest-environment jsdom
import { isDeepStrictEqual } from 'node:util';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as sessions from '#shared/people/staff-sessions.ts';
import { type ReceivedRequest, type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, buttons, field, write } from '#test/screens/typing.ts';

const NOBODY = reply(sessions.currentStaff, { results: null });
const LACKS_SETUP = loggedIn('admin', {
  second_factor: 'setup',
  role: null,
  permissions: [],
  has_factor: false,
  backup_codes: null,
});
const NEW_SECRET = { secret: 'A'.repeat(32), uri: 'otpauth://totp/Remito:laura' };
const CODE = 'abcde-fgh12';
const CONFIRMED = {
  message: 'Guardá los códigos',
  results: { second_factor: 'done' as const, token: null, backup_codes: [CODE] },
};

/** Returns a reply that another one may replace while the console is open. */
function changing(first: Reply) {
  const state = { now: first };
  const me: Reply = {
    endpoint: sessions.currentStaff,
    respond: (request: ReceivedRequest) => state.now.respond(request),
  };
  return { state, me };
}

const begin = reply(sessions.beginFactor, { results: NEW_SECRET });

/** Reads the person of the session again, as when the window gets the focus. */
async function readAgain() {
  // The console's own instance of the module, which `openConsole` has loaded.
  const { queryClient } = await import('#web/kit/call/queries.ts');
  const { method, path } = sessions.currentStaff;
  await act(async () => {
    await queryClient.refetchQueries({ queryKey: [method, path] });
    // The query updates the page in the next task.
    await new Promise((resolve) => setTimeout(resolve));
  });
}

async function giveCode() {
  await waitFor(() => expect(field('Código de tu aplicación')).toBeVisible());
  write('Código de tu aplicación', '123456');
}

test('the backup codes of a setup at the login stay until they are saved, even if the session is read again', async () => {
  const { state, me } = changing(LACKS_SETUP);
  const confirm = reply(sessions.confirmFactor, () => {
    state.now = loggedIn('admin');
    return CONFIRMED;
  });
  const { container, user } = await openConsole('/consola', { replies: [me, begin, confirm] });
  await giveCode();
  await user.click(button('Confirmar'));
  await screen.findByText(CODE);
  await readAgain();
  expect(screen.getByText(CODE)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await user.click(button('Ya los guardé'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Colas' })).toBeVisible();
  expect(screen.queryByText(CODE)).toBeNull();
});

test('the backup codes of a setup at the login stay until they are saved, even if the session ends in another tab', async () => {
  const { state, me } = changing(LACKS_SETUP);
  const { user } = await openConsole('/consola', { replies: [me, begin, reply(sessions.confirmFactor, CONFIRMED)] });
  await giveCode();
  await user.click(button('Confirmar'));
  await screen.findByText(CODE);
  state.now = NOBODY;
  await readAgain();
  expect(screen.getByText(CODE)).toBeVisible();
  await user.click(button('Ya los guardé'));
  expect(await screen.findByLabelText('Email')).toBeVisible();
});

test('the backup codes are shown although the session is read as complete before the reply that contains them', async () => {
  const { state, me } = changing(LACKS_SETUP);
  const confirmed = Promise.withResolvers<Response>();
  const confirm = {
    endpoint: sessions.confirmFactor,
    respond: () => {
      state.now = loggedIn('admin');
      return confirmed.promise;
    },
  };
  const { user, received } = await openConsole('/consola', { replies: [me, begin, confirm] });
  await giveCode();
  await user.click(button('Confirmar'));
  await waitFor(() => expect(bodiesOf(received, sessions.confirmFactor)).toHaveLength(1));
  await readAgain();
  confirmed.resolve(Response.json(CONFIRMED));
  expect(await screen.findByText(CODE)).toBeVisible();
});

test('a setup that another tab finished gives way to the page', async () => {
  const { state, me } = changing(LACKS_SETUP);
  const wrong = refuse(sessions.confirmFactor, 400, 'El código no es correcto');
  const { user } = await openConsole('/consola', { replies: [me, begin, wrong] });
  await giveCode();
  await user.click(button('Confirmar'));
  await screen.findByText('El código no es correcto');
  state.now = loggedIn('admin');
  await readAgain();
  expect(await screen.findByRole('heading', { level: 1, name: 'Colas' })).toBeVisible();
});

test('the backup codes of a first setup stay below the own session, also once the person has the factor', async () => {
  const { state, me } = changing(loggedIn('admin', { has_factor: false, backup_codes: null }));
  const confirm = reply(sessions.confirmFactor, () => {
    state.now = loggedIn('admin');
    return CONFIRMED;
  });
  const { user } = await openConsole('/consola/sesion', { replies: [me, begin, confirm] });
  await user.click(await screen.findByRole('button', { name: 'Configurar' }));
  await giveCode();
  await user.click(button('Confirmar'));
  await screen.findByText(CODE);
  await readAgain();
  expect(screen.getByText(CODE)).toBeVisible();
  await user.click(button('Ya los guardé'));
  expect(await screen.findByRole('button', { name: 'Cambiar de teléfono' })).toBeVisible();
});

describe('a change of the phone', () => {
  test('asks for a code of the current app, and shows the new backup codes once the new app is confirmed', async () => {
    const message = 'Escribí un código de tu aplicación actual';
    const refused = refuse(sessions.beginFactor, 422, message, [{ field: 'code', message }]);
    const beginByCode: Reply = {
      endpoint: sessions.beginFactor,
      respond: (request) => (isDeepStrictEqual(request.body, {}) ? refused : begin).respond(request),
    };
    const replies = [loggedIn('admin'), beginByCode, reply(sessions.confirmFactor, CONFIRMED)];
    const { container, user, received } = await openConsole('/consola/sesion', { replies });
    await user.click(await screen.findByRole('button', { name: 'Cambiar de teléfono' }));
    await screen.findByText(/escribí un código de tu aplicación actual/);
    expect(await axeViolations(container)).toEqual([]);
    await giveCode();
    await user.click(button('Continuar'));
    await screen.findByRole('img', { name: /Código QR/ });
    await giveCode();
    await user.click(button('Confirmar'));
    await alertAppears('Tu segundo paso está activo');
    expect(screen.getByText(CODE)).toBeVisible();
    expect(bodiesOf(received, sessions.beginFactor)).toEqual([{}, { code: '123456' }]);
    await user.click(button('Ya los guardé'));
    expect(await screen.findByText('Te quedan 10 códigos de respaldo.')).toBeVisible();
  });

  test('asks for no code if one was given a short while ago, and can be left', async () => {
    const { user, received } = await openConsole('/consola/sesion', { replies: [loggedIn('admin'), begin] });
    await user.click(await screen.findByRole('button', { name: 'Cambiar de teléfono' }));
    await screen.findByRole('img', { name: /Código QR/ });
    await user.click(button('Volver'));
    expect(await screen.findByRole('button', { name: 'Cambiar de teléfono' })).toBeVisible();
    expect(bodiesOf(received, sessions.beginFactor)).toEqual([{}]);
  });

  test('can’t be left while its code is confirmed, whose answer has the backup codes', async () => {
    const answer = Promise.withResolvers<Response>();
    const confirm: Reply = { endpoint: sessions.confirmFactor, respond: () => answer.promise };
    const { user } = await openConsole('/consola/sesion', { replies: [loggedIn('admin'), begin, confirm] });
    await user.click(await screen.findByRole('button', { name: 'Cambiar de teléfono' }));
    await screen.findByRole('img', { name: /Código QR/ });
    await giveCode();
    await user.click(button('Confirmar'));
    await waitFor(() => expect(buttons('Volver')).toEqual([]));
    answer.resolve(Response.json(CONFIRMED));
    expect(await screen.findByText(CODE)).toBeVisible();
  });
});

test('the staff can’t remove the second factor', async () => {
  await openConsole('/consola/sesion', { replies: [loggedIn('admin', { backup_codes: 1 })] });
  expect(await screen.findByText('Te queda un código de respaldo.')).toBeVisible();
  expect(screen.getByText(/Generá códigos nuevos/)).toBeVisible();
  expect(buttons('Quitar')).toEqual([]);
});
