// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUser } from '#shared/people/account.ts';
import { type ActivityRow, listActivity, MAX_PAGED_ACTIVITY } from '#shared/people/activity.ts';
import { refusalReason } from '#shared/people/rules/permissions.ts';
import { readTeam } from '#shared/people/team.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { showOnPhone } from '#test/screens/surroundings.ts';
import { button, field } from '#test/screens/typing.ts';

const ANA = {
  id: 1,
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Pérez',
  email: 'ana@example.com',
  role: 'owner' as const,
  state: 'active' as const,
  last_seen: null,
  me: true,
  blocked: false,
  second_factor: false,
};
const TEAM = [ANA, { ...ANA, id: 2, username: 'beto', first_name: 'Beto', last_name: 'Sosa', me: false }];

const row = (changes: Partial<ActivityRow> = {}): ActivityRow => ({
  id: 9,
  at: '2026-11-20T10:00:00-03:00',
  actor: { kind: 'user', id: 1, name: 'ana' },
  action: 'user.suspend',
  target: '2',
  target_name: null,
  fields: [],
  details: null,
  network: '190.2.3.4',
  request_id: 'r',
  times: 1,
  ...changes,
});

const rows = (results: ActivityRow[], total = results.length) =>
  reply(listActivity, { results, cursor: null, pagination: { page: 1, pages: 1, total, limit: 10 } });

async function open(replies: Reply[], settings = {}) {
  const team = reply(readTeam, { results: TEAM, invitations: [], factor_required_from: null });
  const portal = await openPortal('/usuario/actividad', { replies: [...replies, team], settings });
  await loaded(portal.container);
  return portal;
}

test('an act of the provider can be told from one of a person who has its name', async () => {
  const act = { action: 'user.suspend', target: '2' };
  const impostor = { ...ANA, id: 3, username: 'tu.prove', first_name: 'Tu', last_name: 'proveedor', me: false };
  await open([
    reply(readTeam, { results: [...TEAM, impostor], invitations: [], factor_required_from: null }),
    rows([
      row({ ...act, actor: { kind: 'user', id: 3, name: 'tu.prove' } }),
      row({ id: 8, action: 'ops.user.block', target: '2', actor: { kind: 'staff', id: null, name: 'Proveedor' } }),
    ]),
  ]);
  expect(await screen.findByRole('row', { name: /Tu proveedor suspendió a Beto Sosa Usuario/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /Tu proveedor bloqueó a Beto Sosa Proveedor/ })).toBeVisible();
});

test('each row is a sentence with its time and network, and filters go to the gateway by its names', async () => {
  const provider = row({
    id: 8,
    actor: { kind: 'key', id: null, name: 'Proveedor' },
    action: 'ops.client.change',
    network: '',
  });
  const { container, user, received } = await open([rows([row(), provider])]);
  expect(await screen.findByText('Ana Pérez suspendió a Beto Sosa')).toBeVisible();
  expect(screen.getByText('Tu proveedor cambió los permisos de la cuenta de tu empresa')).toBeVisible();
  expect(screen.getByText('190.2.3.4')).toBeVisible();
  expect(screen.getByRole('status', { name: '' })).toHaveTextContent('2 movimientos');
  expect(await axeViolations(container)).toEqual([]);

  await user.selectOptions(field('Persona'), 'Beto Sosa');
  await user.selectOptions(field('Qué hizo'), 'Canceló una orden');
  await user.click(button('Buscar'));
  const asked = () => received.filter(({ endpoint }) => endpoint === listActivity).at(-1)?.query;
  await waitFor(() =>
    expect(asked()).toMatchObject({ 'filter[actor]': 'beto', 'filter[action]': 'order.cancel', page: '1' }),
  );
});

test('more rows than pages reach are announced with the way to the older ones', async () => {
  await open([rows([row()], MAX_PAGED_ACTIVITY + 1)]);
  expect(await screen.findByText(/se ven los últimos 10.000/)).toBeVisible();
  expect(screen.getByText('Más de 10.000 movimientos')).toBeVisible();
});

test('the filters on a phone announce more rows than pages reach', async () => {
  showOnPhone();
  const { user } = await open([rows([row()], MAX_PAGED_ACTIVITY + 1)]);
  await user.click(button('Filtros'));
  expect(await screen.findByRole('button', { name: 'Ver más de 10.000 resultados' })).toBeVisible();
});

test('as many rows as pages reach are their exact number', async () => {
  await open([rows([row()], MAX_PAGED_ACTIVITY)]);
  expect(await screen.findAllByText('10.000 movimientos')).not.toEqual([]);
  expect(screen.queryByText('Más de 10.000 movimientos')).toBeNull();
  expect(screen.queryByText(/se ven los últimos/)).toBeNull();
});

test('an empty list says so, and a refused one offers to retry', async () => {
  await open([rows([])]);
  expect(await screen.findByText('No hay resultados disponibles')).toBeVisible();
  expect(button('Exportar CSV')).toHaveAccessibleDescription('No hay filas para exportar');
});

test('a failure offers to try again', async () => {
  await open([refuse(listActivity, 500, 'x')]);
  expect(await screen.findByText('Ocurrió un error')).toBeVisible();
});

test('a role that may not see the activity reads why', async () => {
  const viewer = { username: 'beto', first_name: 'Beto', last_name: 'Sosa', role: 'viewer' as const };
  await open([reply(currentUser, { results: viewer } as never), rows([row()])]);
  expect(await screen.findByText(refusalReason('viewer', 'company'))).toBeVisible();
});

test('before a gateway without the additions the address shows nothing, and calls nothing', async () => {
  const { container, received } = await open([rows([row()])], { strict: true });
  expect(within(container).getByText('Tu proveedor no tiene habilitada esta función')).toBeVisible();
  expect(received.map(({ endpoint }) => endpoint)).not.toContain(listActivity);
});
