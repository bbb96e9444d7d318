// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as change from '#shared/people/email-change.ts';
import * as sessions from '#shared/people/sessions.ts';
import { readInvitation } from '#shared/people/team.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, consoleErrors, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, buttons, field, write } from '#test/screens/typing.ts';

const session = (id: string, changes: Partial<sessions.UserSession> = {}): sessions.UserSession => ({
  id,
  device: 'Firefox en Windows',
  network: '203.0.113.7',
  current: false,
  created_at: '2026-11-20T09:00:00-03:00',
  last_seen_at: '2026-11-20T10:05:00-03:00',
  ...changes,
});

const listed = (...results: sessions.UserSession[]) => reply(sessions.listSessions, { results });

async function open(path: string, replies: Reply[], settings = {}) {
  const portal = await openPortal(path, { replies, settings });
  await loaded(portal.container);
  return portal;
}

describe('Sesiones', () => {
  const PHONE = session('b', { device: 'Chrome en Android' });

  test('marks this session, and ends another one', async () => {
    const { container, user, received } = await open('/usuario/sesiones', [
      listed(session('a', { current: true }), PHONE),
    ]);
    const [, mine, other] = within(screen.getByRole('table')).getAllByRole('row');
    expect(mine).toHaveTextContent(/Firefox en Windows.*203\.0\.113\.7.*20\/11\/2026 09:00.*20\/11\/2026 10:05.*Ésta/);
    expect(within(other as HTMLElement).getByRole('button')).toHaveAccessibleName(
      /Cerrar la sesión de Chrome en Android/,
    );
    await user.click(within(other as HTMLElement).getByRole('button'));
    await waitFor(() =>
      expect(received.filter(({ endpoint }) => endpoint === sessions.endOneSession)).toMatchObject([
        { url: { pathname: '/api/v1/client/session/b/end' } },
      ]),
    );
    expect(await axeViolations(container)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('ends all others, unless there is none', async () => {
    const { user, received } = await open('/usuario/sesiones', [listed(session('a', { current: true }), PHONE)]);
    await user.click(button('Cerrar las otras sesiones'));
    await waitFor(() => expect(received.map(({ endpoint }) => endpoint)).toContain(sessions.endOtherSessions));
    await open('/usuario/sesiones', [listed(session('a', { current: true }))]);
    expect(buttons('Cerrar las otras sesiones').at(-1)).toHaveAccessibleDescription('No hay otras sesiones abiertas');
  });

  test('a session that has ended meanwhile is an alert, and the list is read again', async () => {
    const gone = refuse(sessions.endOneSession, 404, 'No se encontró lo que buscás');
    const { user, received } = await open('/usuario/sesiones', [listed(session('a', { current: true }), PHONE), gone]);
    await user.click(screen.getByRole('button', { name: /Cerrar la sesión de Chrome/ }));
    await alertAppears('No se encontró lo que buscás');
    await waitFor(() => expect(received.filter(({ endpoint }) => endpoint === sessions.listSessions)).toHaveLength(2));
  });
});

describe('change of the e-mail', () => {
  const TYPED = { email: 'nueva@example.com', currentPassword: 'portal2026' };

  test('asks for address and password, and then shows what is missing', async () => {
    const expires_at = '2026-11-21T10:05:00-03:00';
    const open_ = reply(change.readEmailChange, {
      results: { email: TYPED.email, expires_at, old_confirmed: true, new_confirmed: false },
    });
    const { user, received } = await open('/usuario/email', [open_]);
    expect(screen.getByText(/Falta confirmarlo desde nueva@example.com, antes del 21\/11\/2026 10:05/)).toBeVisible();
    write('Email nuevo', TYPED.email);
    write('Tu contraseña', TYPED.currentPassword);
    await user.click(button('Pedir el cambio'));
    await alertAppears('Revisá tus dos correos');
    expect(bodiesOf(received, change.requestEmailChange)).toEqual([TYPED]);
    await waitFor(() => expect(field('Tu contraseña')).toHaveValue(''));
  });

  test('a wrong password is marked, and the address stays', async () => {
    const wrong = { field: 'currentPassword', message: 'La contraseña actual no es correcta' };
    const { user } = await open('/usuario/email', [refuse(change.requestEmailChange, 400, wrong.message, [wrong])]);
    write('Email nuevo', TYPED.email);
    write('Tu contraseña', 'equivocada');
    await user.click(button('Pedir el cambio'));
    await waitFor(() => expect(field('Tu contraseña')).toHaveAccessibleDescription(wrong.message));
    expect(field('Email nuevo')).toHaveValue(TYPED.email);
  });

  const link = (address: change.ChangeAddress) =>
    reply(change.openEmailChange, { results: { address, email: TYPED.email } });

  test('the link of the current address confirms or withdraws, with its token in bodies only', async () => {
    const { container, user, received } = await openPortal(
      '/cambio-de-email/enlace-secreto',
      { replies: [link('old')] },
      {},
    );
    await screen.findByText(/Pediste cambiar el email de tu cuenta a nueva@example.com/);
    expect(await axeViolations(container)).toEqual([]);
    await user.click(button('Retirar el cambio'));
    await waitFor(() => expect(bodiesOf(received, change.withdrawEmailChange)).toEqual([{ token: 'enlace-secreto' }]));
    await waitFor(() => expect(buttons('Confirmar el cambio')).toEqual([]));
    expect(received.filter(({ url }) => url.href.includes('enlace-secreto'))).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('the link of the new address only confirms; an invalid one says what to do', async () => {
    const { user, received } = await openPortal('/cambio-de-email/enlace', { replies: [link('new')] }, {});
    await screen.findByText(/Confirmá que nueva@example.com es tu email/);
    expect(buttons('Retirar el cambio')).toEqual([]);
    await user.click(button('Confirmar el cambio'));
    await waitFor(() => expect(bodiesOf(received, change.confirmEmailChange)).toEqual([{ token: 'enlace' }]));
    await openPortal('/cambio-de-email/otro', { replies: [refuse(change.openEmailChange, 422, 'x')] }, {});
    await screen.findByText(change.INVALID_EMAIL_LINK);
  });
});

test('before a gateway without the additions neither Mi Cuenta nor the addresses show them', async () => {
  for (const path of ['/usuario/sesiones', '/usuario/email']) {
    const { received } = await open(path, [], { strict: true });
    expect(received.map(({ endpoint }) => endpoint)).not.toContain(sessions.listSessions);
    expect(received.map(({ endpoint }) => endpoint)).not.toContain(change.readEmailChange);
    expect(buttons('Pedir el cambio')).toEqual([]);
  }
  await open('/usuario', [], { strict: true });
  expect(screen.queryByText('Sesiones')).toBeNull();
  expect(screen.queryByText('Cambiar email')).toBeNull();
});

describe('a very common password', () => {
  const WARNING = /Esa contraseña está entre las más usadas/;
  const INVITATION = reply(readInvitation, {
    results: { company: 'Mates del Sur', email: 'beto@example.com', role: 'operations', invited_by: '' },
  });
  const PLACES: [string, path: string, label: string, session?: Record<string, string>][] = [
    ['a changed password', '/usuario', 'Nueva contraseña'],
    ['a reset password', '/password_reset/enlace', 'Nueva contraseña', {}],
    ['an invitation', '/equipo/invitacion/enlace', 'Contraseña', {}],
  ];

  test.each(PLACES)(
    'is warned of below the field, and announced, but not refused: %s',
    async (_, path, label, stored) => {
      const { container } = await openPortal(path, { replies: [INVITATION] }, stored);
      await loaded(container);
      await waitFor(() => expect(field(label)).toBeVisible());
      write(label, 'Contraseña123');
      const warning = await screen.findByText(WARNING);
      expect(warning).toHaveAttribute('role', 'status');
      expect(field(label)).toHaveAccessibleDescription(WARNING);
      expect(field(label)).not.toHaveAttribute('aria-invalid', 'true');
      write(label, 'Quebracho-colorado-7');
      await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull());
    },
  );
});
