// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUser } from '#shared/people/account.ts';
import { REMOVAL_REFUSED, SET_UP_REQUIRED } from '#shared/people/rules/required-factor.ts';
import { releaseFactor, requireFactor } from '#shared/people/second-factor/required-factor.ts';
import { beginUserFactor, confirmUserFactor, readFactor } from '#shared/people/second-factor/second-factor.ts';
import { inviteUser, readTeam, type TeamUser } from '#shared/people/team.ts';
import { type Reply, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { axeViolations, consoleErrors, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, dialog, field, write } from '#test/screens/typing.ts';

const FROM = '2026-12-02T10:00:00-03:00';

const person = (id: number, changes: Partial<TeamUser> = {}): TeamUser => ({
  id,
  role: 'owner',
  username: `u${id}`,
  first_name: 'Persona',
  last_name: String(id),
  email: `u${id}@example.com`,
  state: 'active',
  last_seen: '2026-11-20T10:00:00-03:00',
  me: id === 1,
  blocked: false,
  second_factor: true,
  ...changes,
});
const teamOf = (users: TeamUser[], from: string | null = null) =>
  reply(readTeam, { results: users, invitations: [], factor_required_from: from });
const factorOf = (since: string | null, required_from: string | null = FROM) =>
  reply(readFactor, { results: { since, backup_codes: since ? 10 : 0, required_from } });

async function open(path: string, replies: Reply[], settings = {}) {
  const portal = await openPortal(path, { replies, settings });
  await loaded(portal.container);
  return portal;
}

const TEAM = [person(1), person(2, { second_factor: false })];

test('an owner requires the second factor after reading the consequence', async () => {
  const { container, user, received } = await open('/usuario/equipo', [teamOf(TEAM)]);
  await user.click(button('Exigir el segundo paso'));
  const confirm = await screen.findByRole('alertdialog');
  expect(confirm).toHaveTextContent('tiene 7 días para configurar su segundo paso');
  await user.click(button('Exigir el segundo paso', confirm));
  await waitFor(() => expect(bodiesOf(received, requireFactor)).toHaveLength(1));
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('an owner reads from when it is required and who is missing, and ends it', async () => {
  const { user, received } = await open('/usuario/equipo', [teamOf(TEAM, FROM)]);
  expect(screen.getByText(/Exigido desde el 02\/12\/2026 10:00\. Falta que lo configure una persona\./)).toBeVisible();
  await user.click(button('Dejar de exigirlo'));
  await user.click(button('Dejar de exigirlo', await screen.findByRole('alertdialog')));
  await waitFor(() => expect(bodiesOf(received, releaseFactor)).toHaveLength(1));
});

test('a person without a second factor, and one without the role, read why they can’t require it', async () => {
  await open('/usuario/equipo', [teamOf([person(1, { second_factor: false }), person(2)])]);
  expect(button('Exigir el segundo paso')).toHaveAccessibleDescription(/Primero configurá tu propio segundo paso/);
});

test('whoever can’t see who lacks a second factor reads only from when it is required', async () => {
  const users = [person(1, { role: 'viewer' }), person(2, { second_factor: null })];
  await open('/usuario/equipo', [teamOf(users, FROM)]);
  expect(screen.getByText('Exigido desde el 02/12/2026 10:00.')).toBeVisible();
  expect(screen.getByRole('row', { name: /u2@example.com/ })).not.toHaveTextContent('No');
});

test('during the grace the portal shows from when the second factor is required', async () => {
  const details = sampleReply(currentUser);
  const results = { ...details.results, factor_required_from: FROM };
  await open('/calculadora', [reply(currentUser, { ...details, ...results, results })]);
  expect(await screen.findByText(/Desde el 02\/12\/2026 10:00 tu empresa exige el segundo paso/)).toBeVisible();
  expect(screen.getByText('Configurar el segundo paso')).toHaveAttribute('href', '/usuario/segundo-paso');
});

test('after the grace a call waits for the set-up, and is sent once more with what was typed', async () => {
  let isSetUp = false;
  const invite = {
    endpoint: inviteUser,
    respond: () =>
      isSetUp
        ? Response.json({ message: 'Invitación enviada' })
        : Response.json({ code: 'factor_setup_required', message: SET_UP_REQUIRED }, { status: 403 }),
  };
  const begin = reply(beginUserFactor, {
    results: { secret: 'A'.repeat(32), uri: `otpauth://totp/Remito:ana?secret=${'A'.repeat(32)}` },
  });
  const confirm = reply(confirmUserFactor, () => {
    isSetUp = true;
    return { message: 'Guardá los códigos', results: { backup_codes: ['abcde-fgh12'] } };
  });
  const { user, received } = await open('/usuario/equipo', [teamOf(TEAM), factorOf(null), invite, begin, confirm]);
  await user.click(button('Invitar a una persona'));
  await waitFor(() => expect(field('Email')).toHaveFocus());
  write('Email', 'nueva@example.com');
  await user.selectOptions(field('Rol'), 'viewer');
  await user.click(button('Invitar'));
  const setUp = await dialog('Configurá tu segundo paso');
  expect(await axeViolations(document.body)).toEqual([]);
  write('Tu contraseña', 'mate-amargo-7', setUp);
  await user.click(button('Continuar', setUp));
  await waitFor(() => expect(field('Código de tu aplicación')).toBeVisible());
  write('Código de tu aplicación', '123456', setUp);
  await user.click(button('Confirmar', setUp));
  await user.click(await screen.findByText('Ya los guardé'));
  await alertAppears('Invitación enviada');
  expect(bodiesOf(received, beginUserFactor)).toEqual([{ currentPassword: 'mate-amargo-7' }]);
  expect(bodiesOf(received, inviteUser)).toEqual(Array(2).fill({ email: 'nueva@example.com', role: 'viewer' }));
});

test('a set-up in another tab lets the waiting call continue', async () => {
  let isSetUp = false;
  const team = {
    endpoint: readTeam,
    respond: () =>
      isSetUp
        ? Response.json({ results: TEAM, invitations: [], factor_required_from: FROM })
        : Response.json({ code: 'factor_setup_required', message: SET_UP_REQUIRED }, { status: 403 }),
  };
  const factor = reply(readFactor, () => {
    isSetUp = true;
    return { results: { since: FROM, backup_codes: 10, required_from: FROM } };
  });
  await openPortal('/usuario/equipo', { replies: [team, factor] });
  expect(await screen.findByText('Persona 2')).toBeVisible();
  expect(screen.queryByText('Configurá tu segundo paso')).toBeNull();
});

test('the backup codes are shown although the set-up is known before the reply that contains them', async () => {
  let isSetUp = false;
  const confirmed = Promise.withResolvers<Response>();
  const team = {
    endpoint: readTeam,
    respond: () =>
      isSetUp
        ? Response.json({ results: TEAM, invitations: [], factor_required_from: FROM })
        : Response.json({ code: 'factor_setup_required', message: SET_UP_REQUIRED }, { status: 403 }),
  };
  const factor = reply(readFactor, () => ({
    results: { since: isSetUp ? FROM : null, backup_codes: isSetUp ? 10 : 0, required_from: FROM },
  }));
  const begin = reply(beginUserFactor, { results: { secret: 'A'.repeat(32), uri: 'otpauth://totp/Remito:ana' } });
  const confirm = {
    endpoint: confirmUserFactor,
    respond: () => {
      isSetUp = true;
      return confirmed.promise;
    },
  };
  const { user, received } = await openPortal('/usuario/equipo', { replies: [team, factor, begin, confirm] });
  const setUp = await dialog('Configurá tu segundo paso');
  write('Tu contraseña', 'mate-amargo-7', setUp);
  await user.click(button('Continuar', setUp));
  await waitFor(() => expect(field('Código de tu aplicación')).toBeVisible());
  write('Código de tu aplicación', '123456', setUp);
  await user.click(button('Confirmar', setUp));
  await waitFor(() => expect(bodiesOf(received, confirmUserFactor)).toHaveLength(1));
  // The portal's own instance of the module, which `openPortal` has loaded.
  const { queryClient } = await import('#web/kit/call/queries.ts');
  await act(async () => {
    await queryClient.refetchQueries({ queryKey: [readFactor.method, readFactor.path] });
    // The query updates the dialog in the next task.
    await new Promise((resolve) => setTimeout(resolve));
  });
  const results = { backup_codes: ['abcde-fgh12'] };
  confirmed.resolve(Response.json({ message: 'Guardá los códigos', results }));
  expect(await screen.findByText('abcde-fgh12')).toBeVisible();
});

test('a required second factor shows why it can’t be removed', async () => {
  await open('/usuario/segundo-paso', [factorOf('2026-11-20T10:00:00-03:00')]);
  expect(button('Quitar')).toHaveAccessibleDescription(REMOVAL_REFUSED);
});
