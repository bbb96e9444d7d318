// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#shared/kit/messages.ts';
import * as payments from '#shared/money/staff-payments.ts';
import * as tariffs from '#shared/money/staff-tariffs.ts';
import * as activity from '#shared/people/staff-activity.ts';
import * as users from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { readSetup } from '#shared/provider/staff-setup.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { GENERAL_TARIFF, tariffPage } from '#test/screens/money/console-tariffs.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, dialog, field, write } from '#test/screens/typing.ts';
import { BLOCK, CLIENT, USER } from './console-clients.ts';

const AT = '2026-11-20T10:00:00-03:00';
const NONE = { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 25 } };

const LIST = reply(clients.listClients, {
  results: [CLIENT, { ...CLIENT, client_id: 8, nombre_empresa: 'Yerbas', state: 'blocked' as const }],
  pagination: { page: 1, pages: 1, total: 2, limit: 25 },
});

const OWNER = { kind: 'user' as const, id: 70, email: 'ana@mates.example' };

/** What the page of a client reads. */
const page = (client: object = {}, user: object = {}): Reply[] => [
  reply(clients.readClient, { results: { ...CLIENT, ...client } }),
  reply(users.listClientUsers, { results: [{ ...USER, ...user }] }),
  reply(clients.readClientOverview, {
    results: {
      orders: [{ state: 'en_camino', total: 1234 }],
      pending: [{ kind: 'failed_visit', total: 3, overdue: 1 }],
    },
  }),
  reply(payments.clientPayments, NONE),
  reply(tariffs.listTariffs, NONE),
  reply(activity.listAllActivity, {
    results: [BLOCK],
    cursor: null,
    pagination: { page: 1, pages: 1, total: 1, limit: 50 },
  }),
];

test('clients are searched, filtered by state, and walked through by keyboard', async () => {
  const { container, user } = await openConsole('/consola/clientes', {
    replies: [loggedIn('support'), LIST, ...page()],
  });
  const { startShortcuts: start } = await import('#web/kit/lib/shortcuts.ts');
  const stop = start();
  expect(await screen.findByRole('row', { name: /Yerbas/ })).toHaveTextContent('Bloqueado');
  expect(await axeViolations(container)).toEqual([]);
  await user.keyboard('jj');
  expect(screen.getByRole('row', { name: /Yerbas/ })).toHaveFocus();
  await user.keyboard('k');
  expect(screen.getByRole('row', { name: /^Mates del Sur/ })).toHaveFocus();
  await user.type(screen.getByLabelText('Buscar'), 'mat');
  await waitFor(() => expect(window.location.search).toBe('?buscar=mat'));
  await user.selectOptions(screen.getByLabelText('Estado'), 'Aprobado');
  expect(window.location.search).toBe('?buscar=mat&estado=approved');
  screen.getByRole('row', { name: /^Mates del Sur/ }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Mates del Sur' });
  expect(consoleErrors).toEqual([]);
  stop();
});

test('a client’s page shows its data, numbers, people and activity', async () => {
  const { container } = await openConsole('/consola/clientes/7', { replies: [loggedIn('admin'), ...page()] });
  await screen.findByText('30-70835592-1');
  expect(await screen.findByText('1.234')).toBeVisible();
  expect(screen.getByText('3 (1 fuera de plazo)')).toBeVisible();
  expect(await screen.findByRole('row', { name: /Ana Núñez/ })).toBeVisible();
  expect(await screen.findByRole('row', { name: /Beto Paz/ })).toHaveTextContent('20/11/2026 10:00');
  expect(screen.getByText('No tiene pagos abiertos.')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test.each(['/consola/clientes/99', '/consola/tarifas/nueva/99', '/consola/tarifas/comparar/99'])(
  '%s says that the client doesn’t exist',
  async (path) => {
    const tariff = reply(tariffs.listTariffs, tariffPage([GENERAL_TARIFF]));
    const unknown = [clients.readClient, tariffs.listClientTariffs].map((call) => refuse(call, 404, messages.notFound));
    await openConsole(path, { replies: [loggedIn('admin'), tariff, ...unknown] });
    expect(await screen.findByText('El cliente no existe')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test('a client and a user are blocked with a reason, by keyboard', async () => {
  const block = reply(clients.blockClient, { message: 'El cliente está bloqueado', results: CLIENT });
  const blockUser = reply(users.blockUser, { message: 'El usuario está bloqueado', results: USER });
  const { user, received } = await openConsole('/consola/clientes/7', {
    replies: [loggedIn('admin'), ...page(), block, blockUser],
  });
  (await screen.findByRole('button', { name: 'Bloquear' })).focus();
  await user.keyboard('{Enter}');
  await dialog();
  await user.keyboard('{Enter}');
  await screen.findAllByText('Escribí el motivo del bloqueo');
  await user.keyboard('Deuda vencida{Enter}');
  await alertAppears('El cliente está bloqueado');
  expect(bodiesOf(received, clients.blockClient)).toEqual([{ reason: 'Deuda vencida' }]);
  (await screen.findByRole('button', { name: 'Bloquear a mates' })).focus();
  await user.keyboard('{Enter}');
  await dialog();
  await user.keyboard('Fraude{Enter}');
  await alertAppears('El usuario está bloqueado');
  expect(bodiesOf(received, users.blockUser)).toEqual([{ reason: 'Fraude' }]);
});

test('a permission changes after a confirmation', async () => {
  const change = reply(clients.changeClient, { message: 'Los permisos se guardaron', results: CLIENT });
  const { user, received } = await openConsole('/consola/clientes/7', {
    replies: [loggedIn('admin'), ...page(), change],
  });
  const flag = await screen.findByRole('switch', { name: 'Prepago' });
  expect(flag).toBeChecked();
  await user.click(flag);
  const asked = await screen.findByRole('alertdialog');
  expect(asked).toHaveTextContent('¿Quitar Prepago a Mates del Sur?');
  await user.click(within(asked).getByRole('button', { name: 'Quitar' }));
  await alertAppears('Los permisos se guardaron');
  expect(bodiesOf(received, clients.changeClient)).toEqual([{ prepago: false }]);
});

test('data are corrected, and a wrong value is named', async () => {
  const correct = reply(clients.correctClient, { message: 'Los datos se corrigieron', results: CLIENT });
  const { user, received } = await openConsole('/consola/clientes/7', {
    replies: [loggedIn('admin'), ...page(), correct],
  });
  await user.click(await screen.findByRole('button', { name: 'Corregir datos' }));
  const name = within(await dialog()).getByLabelText('Razón social');
  await user.clear(name);
  await user.click(within(await dialog()).getByRole('button', { name: 'Guardar' }));
  expect(bodiesOf(received, clients.correctClient)).toEqual([]);
  await user.type(name, 'Mates S.A.');
  await user.click(within(await dialog()).getByRole('button', { name: 'Guardar' }));
  await alertAppears('Los datos se corrigieron');
  await waitFor(() =>
    expect(bodiesOf(received, clients.correctClient)).toEqual([
      expect.objectContaining({ razon_social: 'Mates S.A.', nombre_empresa: 'Mates del Sur' }),
    ]),
  );
});

test('who may not change clients reads why, and a blocked client shows the reason', async () => {
  const blocked = { state: 'blocked', blocked_at: AT, blocked_reason: 'Deuda vencida' };
  await openConsole('/consola/clientes/7', {
    replies: [loggedIn('finance'), ...page(blocked, { activated_at: null })],
  });
  await screen.findByText('Deuda vencida');
  await screen.findByRole('button', { name: 'Reenviar activación de mates' });
  for (const name of ['Desbloquear', 'Corregir datos', 'Cerrar sesiones', 'Reenviar activación de mates']) {
    expect(button(name)).toHaveAccessibleDescription(/no podés cambiar clientes/);
  }
});

test('a user’s data are corrected and the user’s sessions ended, by keyboard; the activity goes on, and its file has all of it', async () => {
  const correct = reply(users.correctUser, { message: 'Los datos del usuario se corrigieron', results: USER });
  const end = reply(users.endUserSessions, { message: 'Las sesiones del usuario se cerraron', results: USER });
  const rows = Array.from({ length: 120 }, (_, n) => ({
    ...BLOCK,
    id: n,
    actor: { ...OWNER, name: `Persona ${n}` },
    action: 'order.create',
  }));
  const all = reply(activity.listAllActivity, ({ query }) => ({
    results: rows.slice(0, Number(query.limit)),
    cursor: Number(query.limit) < rows.length ? 'next' : null,
    pagination: { page: 1, pages: 1, total: rows.length, limit: Number(query.limit) },
  }));
  const { user, received } = await openConsole('/consola/clientes/7', {
    replies: [
      loggedIn('admin'),
      ...page().filter(({ endpoint }) => endpoint !== activity.listAllActivity),
      all,
      correct,
      end,
      refuse(activity.exportAllActivity, 429, 'Probá de nuevo en un minuto'),
    ],
  });
  expect(await screen.findByRole('row', { name: /Ana Núñez/ })).toHaveTextContent(
    '2 abiertasÚltimo uso: 20/11/2026 10:00',
  );
  (await screen.findByRole('button', { name: 'Corregir los datos de mates' })).focus();
  await user.keyboard('{Enter}');
  const form = await dialog('Corregir los datos de mates');
  write('Email', 'nada', form);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(bodiesOf(received, users.correctUser)).toEqual([]);
  write('Email', 'ana@nueva.example', form);
  await user.click(within(form).getByRole('button', { name: 'Guardar' }));
  await alertAppears('Los datos del usuario se corrigieron');
  const { first_name, last_name, phone } = USER;
  expect(bodiesOf(received, users.correctUser)).toEqual([{ first_name, last_name, phone, email: 'ana@nueva.example' }]);
  (await screen.findByRole('button', { name: 'Cerrar sesiones de mates' })).focus();
  await user.keyboard('{Enter}');
  await user.click(within(await dialog()).getByRole('button', { name: 'Cerrar sesiones' }));
  await alertAppears('Las sesiones del usuario se cerraron');
  expect(screen.queryByText('Persona 50')).toBeNull();
  await user.click(button('Mostrar más'));
  await screen.findByText('Persona 99');
  await user.click(button('Mostrar más'));
  await screen.findByText('Persona 119');
  expect(screen.queryByRole('button', { name: 'Mostrar más' })).toBeNull();
  await user.click(button('Descargar toda la actividad (CSV)'));
  await alertAppears('Probá de nuevo en un minuto');
  const file = received.findLast(({ endpoint }) => endpoint === activity.exportAllActivity);
  expect(file?.query).toEqual({ 'filter[client]': '7' });
});

const SETUP = reply(readSetup, {
  results: { ready: true, new_clients_prepaid: true, steps: [], checks: { mail: null, payments: null } },
});

test('without clients the list says how they come, and without a match what to change', async () => {
  const none = reply(clients.listClients, { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 50 } });
  await openConsole('/consola/clientes', { replies: [loggedIn('admin'), none] });
  await screen.findByText('Todavía no hay clientes');
  cleanup();
  await openConsole('/consola/clientes?buscar=nadie', { replies: [loggedIn('admin'), none] });
  await screen.findByText('Ningún cliente coincide');
});

test('a client is created by keyboard; a refused form keeps what was typed, and names each wrong value', async () => {
  let attempts = 0;
  const taken = [
    { field: 'cuit', message: 'El cliente 8 ya está aprobado con este CUIT' },
    { field: 'email', message: 'Este email ya es del usuario ana, de Yerbas (cliente 8)' },
  ];
  const create: Reply = {
    endpoint: clients.createClient,
    respond: (request) =>
      attempts++ === 0
        ? refuse(clients.createClient, 422, 'Revisá los datos', taken).respond(request)
        : reply(clients.createClient, { message: 'El cliente se creó', results: CLIENT }).respond(request),
  };
  const { user, received } = await openConsole('/consola/clientes', {
    replies: [loggedIn('admin'), LIST, ...page(), create, SETUP],
  });
  (await screen.findByRole('button', { name: 'Nuevo cliente' })).focus();
  await user.keyboard('{Enter}');
  const form = await dialog('Nuevo cliente');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await within(form).findAllByText('La Razón social es obligatoria');
  expect(bodiesOf(received, clients.createClient)).toEqual([]);
  const typed = {
    'Razón social': 'Mates del Sur S.A.',
    'Nombre de la empresa': 'Mates del Sur',
    CUIT: '30-70835592-1',
    Nombre: 'Ana',
    Apellido: 'Núñez',
    Teléfono: '+54 11 4555-0303',
    Email: 'ana@mates.example',
    Usuario: 'mates',
  };
  for (const [label, value] of Object.entries(typed)) write(label, value, form);
  // As for clients that register.
  await waitFor(() => expect(within(form).getByLabelText(/^Prepago/)).toBeChecked());
  await user.keyboard('{Control>}{Enter}{/Control}');
  for (const { message } of taken) await within(form).findAllByText(message);
  await waitFor(() => expect(field('CUIT', form)).toHaveFocus());
  for (const [label, value] of Object.entries(typed)) expect(field(label, form)).toHaveValue(value);
  expect(await axeViolations(form)).toEqual([]);
  write('CUIT', '30-70835593-1', form);
  await within(form).findByText('Revisá el CUIT: el dígito verificador no coincide');
  await user.click(within(form).getByRole('button', { name: 'Crear e invitar' }));
  await user.click(button('Crear igual', await dialog('¿El CUIT está bien escrito?')));
  await alertAppears('El cliente se creó');
  await screen.findByRole('heading', { level: 1, name: 'Mates del Sur' });
  expect(window.location.pathname).toBe('/consola/clientes/7');
  const flags = { prepago: true, logistica_inversa: false, fulfillment: false };
  expect(bodiesOf(received, clients.createClient)[1]).toMatchObject({ username: 'mates', ...flags });
});

test('whoever may not change clients can’t create one, and a strict gateway offers it to nobody', async () => {
  await openConsole('/consola/clientes', { replies: [loggedIn('support'), LIST] });
  await screen.findByRole('row', { name: /Yerbas/ });
  expect(button('Nuevo cliente')).toHaveAccessibleDescription(/no podés cambiar clientes/);
  cleanup();
  await openConsole('/consola/clientes', { replies: [loggedIn('admin'), LIST], settings: { strict: true } });
  await screen.findByRole('row', { name: /Yerbas/ });
  expect(screen.queryByRole('button', { name: 'Nuevo cliente' })).toBeNull();
});
