// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUser } from '#shared/people/account.ts';
import * as calls from '#shared/people/personal-data.ts';
import { refusalReason } from '#shared/people/rules/permissions.ts';
import { LAST_OWNER } from '#shared/people/rules/team.ts';
import { readTeam, type TeamUser } from '#shared/people/team.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, buttons, field, write } from '#test/screens/typing.ts';

const OWNER: TeamUser = {
  id: 1,
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Pérez',
  email: 'ana@example.com',
  role: 'owner',
  state: 'active',
  last_seen: null,
  me: true,
  blocked: false,
  second_factor: false,
};

const team = (...results: TeamUser[]) => reply(readTeam, { results, invitations: [], factor_required_from: null });

const FOUND: calls.ReceiverFound = {
  orders: 3,
  on_the_way: 1,
  names: ['Juana Ríos', 'Pedro Ríos'],
  requests: 0,
  failed_rows: 0,
  named: [{ tracking_id: '7K3MQ9XW2R0', order_id: 'A-1' }],
};

async function open(replies: Reply[], settings = {}) {
  const portal = await openPortal('/usuario/datos-personales', { replies: [...replies, team(OWNER)], settings });
  await loaded(portal.container);
  return portal;
}

test('a receiver is searched by the complete value, and erased after a question that says what happens', async () => {
  let found = FOUND;
  const erased = { erased: 2, waiting: 1, named: FOUND.named, requests: 0, failed_rows: 0 };
  const replies = [
    reply(calls.findReceiver, () => ({ results: found })),
    reply(calls.eraseReceiver, { message: 'Borramos los datos de las órdenes terminadas', results: erased }),
  ];
  const { container, user, received } = await open(replies);
  await user.selectOptions(field('Buscar por'), 'Teléfono');
  write('Dato completo', '555');
  await user.click(button('Buscar'));
  await waitFor(() => expect(field('Dato completo')).toHaveAccessibleDescription(/Escribí el teléfono completo/));
  expect(bodiesOf(received, calls.findReceiver)).toEqual([]);

  write('Dato completo', '221 555-0199');
  await user.click(button('Buscar'));
  expect(await screen.findByText('3 órdenes con ese dato, a nombre de Juana Ríos, Pedro Ríos.')).toBeVisible();
  expect(screen.getByText('1 orden todavía no terminó.')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);

  await user.click(button('Borrar sus datos'));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Hay datos de 2 nombres: Juana Ríos, Pedro Ríos. Se borran los de todos.');
  expect(dialog).toHaveTextContent('2 órdenes terminadas');
  expect(dialog).toHaveTextContent('7K3MQ9XW2R0');
  found = { ...FOUND, orders: 1, names: ['Juana Ríos'] };
  await user.click(within(dialog).getByText('Borrar sus datos', { selector: 'button' }));
  await alertAppears('Borramos los datos de las órdenes terminadas');
  expect(bodiesOf(received, calls.eraseReceiver)).toEqual([{ by: 'phone', value: '221 555-0199' }]);
  expect(await screen.findByText('1 orden con ese dato, a nombre de Juana Ríos.')).toBeVisible();
});

test('a receiver of whom nothing is kept can’t be erased', async () => {
  const none = { orders: 0, on_the_way: 0, names: [], named: [], requests: 0, failed_rows: 0 };
  const { user } = await open([reply(calls.findReceiver, { results: none })]);
  write('Dato completo', '31987654');
  await user.click(button('Buscar'));
  expect(await screen.findByText('No guardamos datos de un destinatario con ese dato.')).toBeVisible();
  expect(buttons('Borrar sus datos')).toEqual([]);
});

test('the only owner reads why the own data can’t be erased; another user leaves with them', async () => {
  await open([]);
  expect(button('Borrar mis datos')).toHaveAccessibleDescription(LAST_OWNER);
});

test('a user who erases the own data is logged out', async () => {
  const other: TeamUser = { ...OWNER, id: 2, username: 'beto', me: false };
  const erased = reply(calls.eraseOwnUser, { message: 'Tus datos se borraron y tu usuario ya no sirve' });
  const { user } = await open([team({ ...OWNER, role: 'viewer' }, other), erased]);
  await user.click(button('Borrar mis datos'));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByText('Borrar mis datos', { selector: 'button' }));
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
});

test('a failed search keeps what was typed', async () => {
  const { user } = await open([refuse(calls.findReceiver, 429, 'Esperá un momento')]);
  write('Dato completo', '31987654');
  await user.click(button('Buscar'));
  await alertAppears('Esperá un momento');
  expect(field('Dato completo')).toHaveValue('31987654');
});

test('a role without the permission sees only the own data', async () => {
  const viewer = { username: 'beto', first_name: 'Beto', last_name: 'Sosa', role: 'viewer' as const };
  await open([reply(currentUser, { results: viewer } as never)]);
  expect(await screen.findByText(refusalReason('viewer', 'company'))).toBeVisible();
  expect(buttons('Buscar')).toEqual([]);
  expect(buttons('Descargar mis datos')).toHaveLength(1);
});

test('before a gateway without the additions neither Mi Cuenta nor its address shows anything', async () => {
  const { container } = await open([], { strict: true });
  expect(within(container).getByText('Tu proveedor no tiene habilitada esta función')).toBeVisible();
  const account = await openPortal('/usuario', { settings: { strict: true } });
  await loaded(account.container);
  expect(screen.queryByText('Ver datos personales')).toBeNull();
});
