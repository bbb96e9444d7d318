// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as team from '#shared/people/team.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, consoleErrors, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { bodiesOf, button, field, writeAll } from '#test/screens/typing.ts';

const PATH = '/equipo/invitacion/enlace-secreto';

const INVITATION = reply(team.readInvitation, {
  results: { company: 'Mates del Sur', email: 'beto@example.com', role: 'operations', invited_by: 'Ana Núñez' },
});

const TYPED = {
  Nombre: 'Beto',
  Apellido: 'Sosa',
  Teléfono: '11 4555 0202',
  'Nombre de usuario': 'beto.sosa',
  Contraseña: 'portal2026',
};

test('shows company, role and address, and logs the person in', async () => {
  const { container, user, received } = await openPortal(PATH, { replies: [INVITATION] }, {});
  await screen.findByText(/Ana Núñez te invitó al equipo de Mates del Sur, con el rol Operación/);
  expect(screen.getByText(/Vas a entrar con beto@example.com/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  writeAll(TYPED);
  await user.click(button('Aceptar la invitación'));
  await waitFor(() => expect(bodiesOf(received, team.acceptInvitation)).toHaveLength(1));
  expect(bodiesOf(received, team.acceptInvitation)).toEqual([
    {
      token: 'enlace-secreto',
      first_name: 'Beto',
      last_name: 'Sosa',
      phone: '11 4555 0202',
      username: 'beto.sosa',
      password: 'portal2026',
    },
  ]);
  // The link is only in bodies, so it reaches no log.
  expect(received.filter(({ url }) => url.href.includes('enlace-secreto'))).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('a taken user name is marked, and what was typed stays', async () => {
  const taken = { field: 'username', message: 'El nombre de usuario ya está en uso' };
  const replies = [INVITATION, refuse(team.acceptInvitation, 422, 'Revisá los datos marcados', [taken])];
  const { user } = await openPortal(PATH, { replies }, {});
  await screen.findByText(/te invitó al equipo/);
  writeAll(TYPED);
  await user.click(button('Aceptar la invitación'));
  await waitFor(() => expect(field('Nombre de usuario')).toHaveAccessibleDescription(taken.message));
  expect(field('Nombre')).toHaveValue('Beto');
});

test('a link that isn’t valid any more says what to do', async () => {
  const { container } = await openPortal(PATH, { replies: [refuse(team.readInvitation, 422, 'x')] }, {});
  await screen.findByText(team.INVALID_INVITATION);
  expect(screen.getByText('Ir al login')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test('somebody else’s open session is named, and closed before the form appears', async () => {
  const { user } = await openPortal(PATH, { replies: [INVITATION] }, SESSION);
  await screen.findByText(/está abierta la sesión de ana/);
  expect(screen.queryByText('Aceptar la invitación')).toBeNull();
  await user.click(button('Cerrar sesión y continuar'));
  await screen.findByText('Aceptar la invitación');
  expect(localStorage.getItem('token')).toBeNull();
});
