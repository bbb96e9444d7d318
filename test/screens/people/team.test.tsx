// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { refusalReason, type UserRole } from '#shared/people/rules/permissions.ts';
import { INVITATION_HOURS, LAST_OWNER } from '#shared/people/rules/team.ts';
import { STEP_UP_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import { verifyFactor } from '#shared/people/second-factor/second-factor.ts';
import * as team from '#shared/people/team.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, consoleErrors, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, buttons, dialog, field, write } from '#test/screens/typing.ts';

const person = (id: number, role: UserRole, changes: Partial<team.TeamUser> = {}): team.TeamUser => ({
  id,
  role,
  username: `u${id}`,
  first_name: 'Persona',
  last_name: String(id),
  email: `u${id}@example.com`,
  state: 'active',
  last_seen: '2026-11-20T10:00:00-03:00',
  me: false,
  blocked: false,
  second_factor: false,
  ...changes,
});

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const INVITATION: team.TeamInvitation = {
  id: 9,
  email: 'nueva@example.com',
  role: 'billing',
  invited_by: 'Persona 1',
  expired: false,
  expires_at: inHours(50),
};

const teamOf = (users: team.TeamUser[], invitations: team.TeamInvitation[] = [], from: string | null = null) =>
  reply(team.readTeam, { results: users, invitations, factor_required_from: from });

async function open(replies: Reply[], settings = {}) {
  const portal = await openPortal('/usuario/equipo', { replies, settings });
  await loaded(portal.container);
  return portal;
}

const OWNER = person(1, 'owner', { me: true });

describe('a company with one user', () => {
  test('sees only that it can invite a person, and no role', async () => {
    const { container } = await open([teamOf([OWNER])]);
    expect(buttons('Invitar a una persona')).toHaveLength(1);
    expect(buttons('Salir de la empresa')).toEqual([]);
    expect(container.querySelector('main')?.textContent).not.toMatch(/Dueño|Lectura/);
    expect(await axeViolations(container)).toEqual([]);
  });

  test('invites a person by e-mail and role; a wrong address is marked', async () => {
    const wrong = { field: 'email', message: 'Esa persona ya está en tu equipo' };
    const replies = [teamOf([OWNER]), refuse(team.inviteUser, 422, 'Revisá los datos marcados', [wrong])];
    const { user, received } = await open(replies);
    await user.click(button('Invitar a una persona'));
    await waitFor(() => expect(field('Email')).toHaveFocus());
    write('Email', 'u1@example.com');
    await user.selectOptions(field('Rol'), 'viewer');
    expect(screen.getByText('Mira todo, sin cambiar nada.')).toBeVisible();
    await user.click(button('Invitar'));
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription(/Esa persona ya está en tu equipo/));
    expect(bodiesOf(received, team.inviteUser)).toEqual([{ email: 'u1@example.com', role: 'viewer' }]);
  });
});

test('a change that asks for a code again is sent once more after it, with what was typed', async () => {
  const asks = [true, false];
  const invite = {
    endpoint: team.inviteUser,
    respond: () =>
      asks.shift()
        ? Response.json({ code: 'step_up_required', message: STEP_UP_REQUIRED }, { status: 403 })
        : Response.json({ message: 'Invitación enviada' }),
  };
  const verify = reply(verifyFactor, { message: 'Código aceptado' });
  const { user, received } = await open([teamOf([OWNER]), invite, verify]);
  await user.click(button('Invitar a una persona'));
  await waitFor(() => expect(field('Email')).toHaveFocus());
  write('Email', 'nueva@example.com');
  await user.selectOptions(field('Rol'), 'viewer');
  await user.click(button('Invitar'));
  const asked = await dialog('Confirmá que sos vos');
  expect(await axeViolations(document.body)).toEqual([]);
  write('Código de tu aplicación', '123 456', asked);
  await user.click(button('Continuar', asked));
  await alertAppears('Invitación enviada');
  expect(bodiesOf(received, verifyFactor)).toEqual([{ code: '123456' }]);
  expect(bodiesOf(received, team.inviteUser)).toEqual(Array(2).fill({ email: 'nueva@example.com', role: 'viewer' }));
});

test('who gives no code reads why, and keeps what was typed', async () => {
  const invite = {
    endpoint: team.inviteUser,
    respond: () => Response.json({ code: 'step_up_required', message: STEP_UP_REQUIRED }, { status: 403 }),
  };
  const { user, received } = await open([teamOf([OWNER]), invite]);
  await user.click(button('Invitar a una persona'));
  await waitFor(() => expect(field('Email')).toHaveFocus());
  write('Email', 'nueva@example.com');
  await user.selectOptions(field('Rol'), 'viewer');
  await user.click(button('Invitar'));
  await user.click(button('Cancelar', await dialog('Confirmá que sos vos')));
  await screen.findAllByText(STEP_UP_REQUIRED);
  expect(field('Email')).toHaveValue('nueva@example.com');
  expect(bodiesOf(received, team.inviteUser)).toHaveLength(1);
});

test('an owner gives a code to a person who lost the phone, and sees it once', async () => {
  const users = [OWNER, person(2, 'viewer', { second_factor: true }), person(3, 'viewer')];
  const code = reply(team.giveRecoveryCode, { message: 'x', results: { code: 'abcde-fgh12' } });
  const { user } = await open([teamOf(users), code]);
  await user.click(screen.getByLabelText('Acciones de Persona 3'));
  expect(screen.queryByText('Dar un código para entrar')).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByLabelText('Acciones de Persona 2'));
  await user.click(await screen.findByText('Dar un código para entrar'));
  const shown = await dialog('Código para Persona 2');
  await user.click(button('Generar el código', shown));
  await within(shown).findByText('abcde-fgh12');
  expect(await axeViolations(document.body)).toEqual([]);
});

describe('an owner', () => {
  const users = [OWNER, person(2, 'owner'), person(3, 'viewer', { state: 'suspended' })];

  test('confirms a new role with its consequence before it is sent', async () => {
    const { container, user, received } = await open([teamOf(users, [INVITATION])]);
    await user.selectOptions(screen.getByLabelText('Rol de Persona 3'), 'operations');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('Pasa de Lectura a Operación desde su próxima acción');
    await user.click(within(dialog).getByText('Volver'));
    expect(bodiesOf(received, team.changeUserRole)).toEqual([]);
    await user.selectOptions(screen.getByLabelText('Rol de Persona 3'), 'operations');
    await user.click(await screen.findByText('Cambiar rol', { selector: 'button' }));
    await waitFor(() => expect(bodiesOf(received, team.changeUserRole)).toEqual([{ role: 'operations' }]));
    expect(await axeViolations(container)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });

  test('suspends, resumes and removes from a menu, and reads a refusal', async () => {
    const { user } = await open([teamOf(users), refuse(team.removeUser, 422, LAST_OWNER)]);
    await user.click(button('Acciones de Persona 3'));
    expect(await screen.findByText('Reactivar acceso')).toBeVisible();
    await user.click(screen.getByText('Quitar del equipo'));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('Sus sesiones se cierran ahora');
    await user.click(within(dialog).getByText('Quitar del equipo', { selector: 'button' }));
    await alertAppears(LAST_OWNER);
  });

  test('sees until when an invitation is valid, sends it again and withdraws it', async () => {
    const late = { ...INVITATION, id: 10, email: 'tarde@example.com', expired: true };
    const sent = { ...INVITATION, id: 11, email: 'recien@example.com', expires_at: inHours(INVITATION_HOURS - 0.01) };
    const { user, received } = await open([teamOf(users, [INVITATION, late, sent])]);
    expect(screen.getByText('Vence dentro de 2 días')).toBeVisible();
    // The form promises 72 hours.
    expect(screen.getByText('Vence dentro de 3 días')).toBeVisible();
    expect(screen.getByText('Venció')).toBeVisible();
    await user.click(button('Reenviar la invitación a tarde@example.com'));
    await waitFor(() => expect(bodiesOf(received, team.resendInvitation)).toHaveLength(1));
    await user.click(button('Retirar la invitación a nueva@example.com'));
    await user.click(await screen.findByText('Retirar invitación', { selector: 'button' }));
    await waitFor(() => expect(bodiesOf(received, team.withdrawInvitation)).toHaveLength(1));
  });

  test('leaves the company after confirming, and is logged out', async () => {
    const { user } = await open([teamOf(users)]);
    await user.click(button('Salir de la empresa'));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByText('Salir de la empresa', { selector: 'button' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(localStorage.getItem('token')).toBeNull();
  });
});

test('a user whom the provider blocks is marked, whatever the company decided', async () => {
  await open([teamOf([OWNER, person(2, 'viewer', { blocked: true, state: 'suspended' })])]);
  expect(screen.getByText('Bloqueado por el proveedor')).toBeVisible();
  expect(screen.queryByText('Suspendido')).toBeNull();
});

test('the last owner reads why the own role and leaving are blocked', async () => {
  await open([teamOf([OWNER, person(2, 'viewer')])]);
  expect(button('Dueño')).toHaveAccessibleDescription(LAST_OWNER);
  expect(button('Salir de la empresa')).toHaveAccessibleDescription(LAST_OWNER);
});

test('a user without the permission reads why everything is disabled, but may leave', async () => {
  await open([teamOf([person(1, 'owner'), person(2, 'viewer', { me: true })], [INVITATION])]);
  const reason = refusalReason('viewer', 'people');
  for (const name of ['Invitar a una persona', 'Dueño', 'Lectura', 'Retirar la invitación a nueva@example.com']) {
    expect(button(name)).toHaveAccessibleDescription(reason);
  }
  expect(button('Salir de la empresa')).not.toHaveAttribute('aria-disabled');
});

test('before a gateway without the additions neither Mi Cuenta nor its address shows the team', async () => {
  const { received } = await open([], { strict: true });
  expect(received.map(({ endpoint }) => endpoint)).not.toContain(team.readTeam);
  const account = await openPortal('/usuario', { settings: { strict: true } });
  await loaded(account.container);
  expect(screen.queryByText('Ver el equipo')).toBeNull();
});
