// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { MAX_PAGED_ACTIVITY } from '#shared/people/activity.ts';
import { staffRefusalReason } from '#shared/people/rules/staff-permissions.ts';
import { exportAllActivity, listAllActivity } from '#shared/people/staff-activity.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { type ReceivedRequest, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, button } from '#test/screens/typing.ts';
import { BLOCK, CLIENT } from './console-clients.ts';

type Row = ReplyOf<typeof listAllActivity>['results'][number];

const CANCELLATIONS: Row = {
  ...BLOCK,
  id: 1,
  action: 'order.cancel',
  target: '6WX152QE0QQ',
  times: 3,
  actor: { kind: 'user', id: 70, name: 'mates', email: 'ana@mates.example' },
};
const KEY: Row = {
  ...BLOCK,
  id: 4,
  action: 'ops.key.create',
  target: 'Depósito',
  client_id: null,
  nombre_empresa: null,
};
const INVITATION: Row = {
  ...KEY,
  id: 5,
  action: 'ops.staff.invite',
  target: '9',
  target_name: 'nueva@provider.example',
};

const rows = (results: Row[], total = results.length) =>
  reply(listAllActivity, {
    results,
    cursor: null,
    pagination: { page: 1, pages: Math.ceil(total / 10), total, limit: 10 },
  });

const asked = (received: readonly ReceivedRequest[]) =>
  received.findLast(({ endpoint }) => endpoint === listAllActivity)?.query;

test('the activity of all clients and the staff names each client, and is walked through by keyboard', async () => {
  const { container, user } = await openConsole('/consola/actividad', {
    replies: [loggedIn('admin'), rows([BLOCK, CANCELLATIONS, KEY, INVITATION])],
  });
  const { startShortcuts } = await import('#web/kit/lib/shortcuts.ts');
  onTestFinished(startShortcuts());
  const blocked = await screen.findByRole('row', { name: /Beto Paz.*Bloqueó/ });
  expect(blocked).toHaveTextContent('20/11/2026 10:00');
  expect(blocked).toHaveTextContent('Personal · beto@provider.example');
  expect(screen.getByRole('row', { name: /mates/ })).toHaveTextContent('Canceló una orden6WX152QE0QQ · 3 veces');
  expect(screen.getByRole('row', { name: /Invitó/ })).toHaveTextContent('Invitó a una personanueva@provider.example');
  expect(screen.getAllByText('4 movimientos')[0]).toBeVisible();
  expect(screen.getByRole('link', { name: 'Actividad', current: 'page' })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.keyboard('j{Enter}');
  expect(window.location.pathname).toBe('/consola/clientes/7');
  expect(consoleErrors).toEqual([]);
});

test('the list, whose rows have one height, doesn’t offer to change it', async () => {
  await openConsole('/consola/actividad', { replies: [loggedIn('admin'), rows([BLOCK])] });
  expect(await screen.findByRole('button', { name: 'Limpiar' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Alto de las filas' })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('the filters are in the address and go to the gateway by its names', async () => {
  const { user, received } = await openConsole('/consola/actividad', {
    replies: [
      loggedIn('admin'),
      rows([BLOCK]),
      reply(clients.readClient, { results: { ...CLIENT, decided_by: null } }),
      reply(clients.listClients, { results: [CLIENT], pagination: { page: 1, pages: 1, total: 1, limit: 10 } }),
    ],
  });
  await user.type(await screen.findByLabelText(/^Quién/), 'beto@provider.example');
  await user.type(screen.getByLabelText('Cliente'), 'mat');
  await user.click(await screen.findByRole('option', { name: /Mates del Sur/ }));
  const orders = screen.getByRole('group', { name: 'Clientes: órdenes y envíos' });
  await user.selectOptions(screen.getByLabelText('Qué hizo'), within(orders).getByText('Canceló una orden'));
  await user.type(screen.getByLabelText('Fecha Desde'), '01/11/2026');
  await user.type(screen.getByLabelText('Fecha Hasta'), '20/11/2026');
  await user.click(button('Buscar'));
  const filter = {
    'filter[actor]': 'beto@provider.example',
    'filter[client]': '7',
    'filter[action]': 'order.cancel',
    'filter[from_date]': '2026-11-01',
    'filter[to_date]': '2026-11-20',
  };
  await waitFor(() => expect(asked(received)).toEqual({ page: '1', limit: '10', ...filter }));
  const { quien, cliente } = Object.fromEntries(new URLSearchParams(window.location.search));
  expect([quien, cliente]).toEqual(['beto@provider.example', '7']);
  expect(await screen.findByRole('button', { name: /filtro Cliente Mates del Sur/ })).toBeVisible();
});

const OTHER = { ...CLIENT, client_id: 8, nombre_empresa: 'Mates del Norte' };

/** Opens the activity where these clients match each text. */
const openWith = (...matching: (typeof CLIENT)[]) =>
  openConsole('/consola/actividad', {
    replies: [
      loggedIn('admin'),
      rows([BLOCK]),
      reply(clients.readClient, { results: { ...CLIENT, decided_by: null } }),
      reply(clients.listClients, {
        results: matching,
        pagination: { page: 1, pages: 1, total: matching.length, limit: 10 },
      }),
    ],
  });

test('a typed client that isn’t chosen is the only one that matches', async () => {
  const { user, received } = await openWith(CLIENT);
  await user.type(await screen.findByLabelText('Cliente'), 'mat');
  await screen.findByRole('option', { name: /Mates del Sur/ });
  await user.click(button('Buscar'));
  await waitFor(() => expect(asked(received)).toMatchObject({ 'filter[client]': '7' }));
  await waitFor(() => expect(screen.getByLabelText('Cliente')).toHaveValue('Mates del Sur'));
});

test.each([
  ['several clients match', [CLIENT, OTHER]],
  ['no client matches', []],
])('a typed client that isn’t chosen is refused at its field and stays there if %s', async (_why, matching) => {
  const { container, user, received } = await openWith(...matching);
  const client = await screen.findByLabelText('Cliente');
  await user.type(client, 'mat');
  await waitFor(() => expect(received.at(-1)?.endpoint).toBe(clients.listClients));
  const lists = received.filter(({ endpoint }) => endpoint === listAllActivity).length;
  await user.click(button('Buscar'));
  expect(client).toHaveAccessibleDescription('Elegí un cliente de la lista');
  await waitFor(() => expect(client).toHaveFocus());
  expect(client).toHaveValue('mat');
  expect(received.filter(({ endpoint }) => endpoint === listAllActivity)).toHaveLength(lists);
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Limpiar'));
  expect(client).toHaveValue('');
  expect(client).toBeValid();
});

test('a user name of digits alone is searched as a name, also in a shared address', async () => {
  const { received } = await openConsole('/consola/actividad?quien=20123456789&page=2', {
    replies: [loggedIn('admin'), rows([CANCELLATIONS], 12)],
  });
  await screen.findByRole('row', { name: /mates/ });
  expect(asked(received)).toEqual({ page: '2', limit: '10', 'filter[actor]': '20123456789' });
});

test('the file has the filters of the list, and a refusal is shown', async () => {
  const { user, received } = await openConsole('/consola/actividad?accion=order.cancel', {
    replies: [loggedIn('admin'), rows([CANCELLATIONS]), refuse(exportAllActivity, 429, 'Probá de nuevo en un minuto')],
  });
  await screen.findByRole('row', { name: /mates/ });
  await user.click(button('Exportar CSV'));
  await alertAppears('Probá de nuevo en un minuto');
  const file = received.findLast(({ endpoint }) => endpoint === exportAllActivity);
  expect(file?.query).toEqual({ 'filter[action]': 'order.cancel' });
});

test.each([
  ['', 'Todavía no hay actividad'],
  ['?accion=order.cancel', 'Ningún movimiento coincide'],
])('an empty list says why: /consola/actividad%s', async (search, title) => {
  await openConsole(`/consola/actividad${search}`, { replies: [loggedIn('admin'), rows([])] });
  expect(await screen.findByText(title)).toBeVisible();
  expect(button('Exportar CSV')).toHaveAccessibleDescription('No hay filas para exportar');
});

test('more rows than pages reach are announced with the way to the older ones', async () => {
  await openConsole('/consola/actividad', { replies: [loggedIn('admin'), rows([BLOCK], MAX_PAGED_ACTIVITY + 1)] });
  expect(await screen.findByText(/Se ven los últimos 10.000/)).toBeVisible();
  expect(screen.getAllByText('Más de 10.000 movimientos')[0]).toBeVisible();
});

test('as many rows as pages reach are their exact number', async () => {
  await openConsole('/consola/actividad', { replies: [loggedIn('admin'), rows([BLOCK], MAX_PAGED_ACTIVITY)] });
  expect((await screen.findAllByText('10.000 movimientos'))[0]).toBeVisible();
  expect(screen.queryByText(/Se ven los últimos/)).toBeNull();
});

test('a person who may not read it has no entry in the menu, and reads at the address who may', async () => {
  const { received } = await openConsole('/consola/actividad', { replies: [loggedIn('support'), rows([BLOCK])] });
  expect(await screen.findByText(staffRefusalReason('support', 'activity'))).toBeVisible();
  const menu = within(screen.getByRole('navigation', { name: 'Menú' }));
  expect(menu.queryByRole('link', { name: 'Actividad' })).toBeNull();
  expect(menu.getByRole('link', { name: 'Clientes' })).toBeVisible();
  expect(asked(received)).toBeUndefined();
});
