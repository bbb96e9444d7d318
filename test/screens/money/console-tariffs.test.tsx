// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as calls from '#shared/money/staff-tariffs.ts';
import { readClient } from '#shared/people/staff-clients.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { CLIENT } from '#test/screens/people/console-clients.ts';
import {
  alertAppears,
  bodiesOf,
  button,
  buttons,
  dialog,
  dialogsClosed,
  field,
  writeAll,
} from '#test/screens/typing.ts';
import { GENERAL_TARIFF as TARIFF, tariffPage } from './console-tariffs.ts';

const LIST = reply(calls.listTariffs, tariffPage([TARIFF]));

test('a new tariff begins with the one in force, marks what differs, shows its effect and is published', async () => {
  const publish = reply(calls.publishTariff, { message: 'La tarifa se guardó', results: TARIFF });
  const { container, user, received } = await openConsole('/consola/tarifas/nueva', {
    replies: [loggedIn('finance'), LIST, publish],
  });
  const price = await screen.findByLabelText('Tramo 1: precio ($ sin IVA)');
  expect(price).toHaveValue('4000');
  await user.clear(price);
  await user.type(price, '4400,5');
  expect(screen.getByText('Cambiado. Antes: 4000')).toBeVisible();
  expect(screen.getByRole('row', { name: /1 kg/ })).toHaveTextContent(/8,71 %/);
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(await dialog('¿Publicar la tarifa?')).toHaveTextContent(/Desde el [\d/]{10} los clientes sin tarifa propia/);
  await user.click(await screen.findByRole('button', { name: 'Publicar la tarifa' }));
  await alertAppears('La tarifa se guardó');
  const [body] = bodiesOf(received, calls.publishTariff) as [{ zones: { brackets: object[] }[] }];
  expect(body.zones[0]?.brackets[0]).toEqual({ up_to_weight: '1000', price: '4400.5' });
});

test('a percentage changes all prices at once, in whole pesos, and is undone until something else changes', async () => {
  const { container, user, received } = await openConsole('/consola/tarifas/nueva', {
    replies: [loggedIn('finance'), LIST, reply(calls.publishTariff, { message: 'Se guardó', results: TARIFF })],
  });
  const price = await screen.findByLabelText('Tramo 1: precio ($ sin IVA)');
  await user.type(field('Porcentaje'), 'mucho{Enter}');
  expect(field('Porcentaje')).toHaveAccessibleDescription(/Poné un porcentaje entre -90 y 1\.000, distinto de 0/);
  expect(price).toHaveValue('4000');
  expect(field('Porcentaje')).toHaveFocus();
  await user.clear(field('Porcentaje'));
  expect(field('Porcentaje')).not.toHaveAccessibleDescription(/Poné un porcentaje/);
  await user.type(field('Porcentaje'), '8,64{Enter}');
  expect(screen.getByText('Los precios subieron un 8,64 %.')).toBeVisible();
  expect(price).toHaveValue('4346');
  expect(field('Tramo 2: precio ($ sin IVA)')).toHaveValue('9778');
  expect(field('Kilo adicional ($ sin IVA)')).toHaveValue('543');
  expect(field('Seguro mínimo ($)')).toHaveValue('600');
  expect(screen.getByText('Cambiado. Antes: 4000')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Deshacer'));
  expect(price).toHaveValue('4000');
  expect(field('Porcentaje')).toHaveFocus();
  await user.keyboard('10{Enter}');
  expect(price).toHaveValue('4400');
  await user.type(field('IVA (%)'), '{Backspace}');
  expect(buttons('Deshacer')).toEqual([]);
  expect(bodiesOf(received, calls.publishTariff)).toEqual([]);
});

test('prices are typed with dots between thousands', async () => {
  const publish = reply(calls.publishTariff, { message: 'La tarifa se guardó', results: TARIFF });
  const { user, received } = await openConsole('/consola/tarifas/nueva', {
    replies: [loggedIn('finance'), LIST, publish],
  });
  await screen.findByLabelText('Tramo 1: precio ($ sin IVA)');
  writeAll({ 'Tramo 1: precio ($ sin IVA)': '4.400,50', 'Tramo 2: precio ($ sin IVA)': '$ 12.500', 'IVA (%)': '10.5' });
  await user.click(button('Publicar'));
  await user.click(button('Publicar la tarifa', await dialog('¿Publicar la tarifa?')));
  await alertAppears('La tarifa se guardó');
  const [body] = bodiesOf(received, calls.publishTariff);
  expect(body).toMatchObject({
    zones: [{ brackets: [{ price: '4400.5' }, { price: '12500' }] }],
    tax_percent: '10.5',
  });
});

test('a message goes as soon as its value is right, and a new mistake waits for the next attempt', async () => {
  const { user } = await openConsole('/consola/tarifas/nueva', { replies: [loggedIn('finance'), LIST] });
  await screen.findByLabelText('IVA (%)');
  writeAll({ 'IVA (%)': '150', 'Días hábiles, mínimo': '0' });
  await user.click(button('Publicar'));
  expect(await screen.findByText('Revisá estos 2 datos')).toBeVisible();
  await user.clear(field('IVA (%)'));
  await user.type(field('IVA (%)'), '21');
  expect(screen.getByText('Revisá este dato')).toBeVisible();
  expect(field('IVA (%)')).toHaveFocus();
  await user.clear(field('Días hábiles, mínimo'));
  await user.type(field('Días hábiles, mínimo'), '2');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.clear(field('Kilo adicional ($ sin IVA)'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a value that is wrong again while it is typed takes no focus', async () => {
  const { user } = await openConsole('/consola/tarifas/nueva', { replies: [loggedIn('finance'), LIST] });
  await screen.findByLabelText('IVA (%)');
  writeAll({ 'IVA (%)': '150' });
  await user.click(button('Publicar'));
  expect(await screen.findByText('Revisá este dato')).toBeVisible();
  await user.tripleClick(field('IVA (%)'));
  await user.keyboard('10,5');
  expect(field('IVA (%)')).toHaveFocus();
  expect(field('IVA (%)')).toHaveValue('10,5');
});

test('the messages of a bracket don’t pass to another one in its place', async () => {
  const { user } = await openConsole('/consola/tarifas/nueva', { replies: [loggedIn('finance'), LIST] });
  await screen.findByLabelText('IVA (%)');
  writeAll({ 'Tramo 2: precio ($ sin IVA)': 'gratis' });
  await user.click(button('Publicar'));
  expect(await screen.findByText('Revisá este dato')).toBeVisible();
  await user.click(button('Quitar el tramo 2 de Todo el país'));
  await user.click(button('Agregar un tramo a Todo el país'));
  expect(field('Tramo 2: precio ($ sin IVA)')).toBeValid();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a wrong value is named before anything is sent, and a refusal of the server at its field', async () => {
  const past = [{ field: 'valid_from', message: 'Elegí una fecha desde hoy' }];
  const { user, received } = await openConsole('/consola/tarifas/nueva', {
    replies: [loggedIn('finance'), LIST, refuse(calls.publishTariff, 422, 'Revisá los datos', past)],
  });
  const price = await screen.findByLabelText('Tramo 2: precio ($ sin IVA)');
  await user.clear(price);
  await user.type(price, '1');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect((await screen.findAllByText('No puede ser menor que el tramo anterior')).length).toBeGreaterThan(0);
  expect(bodiesOf(received, calls.publishTariff)).toEqual([]);
  await user.clear(price);
  await user.type(price, '9000');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await user.click(await screen.findByRole('button', { name: 'Publicar la tarifa' }));
  expect((await screen.findAllByText('Elegí una fecha desde hoy')).length).toBeGreaterThan(0);
  expect(price).toHaveValue('9000');
  await user.type(field('Rige desde'), '{Backspace}');
  await waitFor(() => expect(screen.queryByText('Elegí una fecha desde hoy')).toBeNull());
});

test('wrong values are listed by the names on the screen, and each leads to its field', async () => {
  const { user } = await openConsole('/consola/tarifas/nueva', { replies: [loggedIn('finance'), LIST] });
  await screen.findByLabelText('Tramo 1: precio ($ sin IVA)');
  writeAll({ 'IVA (%)': '150', 'Tramo 2: precio ($ sin IVA)': 'gratis' });
  await user.click(screen.getByRole('button', { name: 'Agregar una zona' }));
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  const links = within(await screen.findByRole('alert')).getAllByRole('link');
  const names = links.map(({ textContent }) => textContent?.replace(/: [^:]+$/, ''));
  const zone = TARIFF.zones[0]?.name;
  expect(names).toEqual(
    expect.arrayContaining(['IVA (%)', 'Zona 2, Provincias', `${zone}, Tramo 2: precio ($ sin IVA)`]),
  );
  for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
});

test('a tariff that another person published meanwhile is shown beside the draft, which is kept, before it can be replaced', async () => {
  const theirs = { ...structuredClone(TARIFF), id: 4, tax_percent: 27 };
  let versions = [TARIFF];
  const refused = refuse(calls.publishTariff, 409, 'Otra persona publicó una tarifa');
  const publish: typeof refused = {
    ...refused,
    respond: (request) => {
      versions = [theirs, { ...TARIFF, in_force: false }];
      return refused.respond(request);
    },
  };
  const { user, received } = await openConsole('/consola/tarifas/nueva', {
    replies: [loggedIn('finance'), reply(calls.listTariffs, () => tariffPage(versions)), publish],
  });
  const price = await screen.findByLabelText('Tramo 1: precio ($ sin IVA)');
  await user.clear(price);
  await user.type(price, '4400');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await user.click(await screen.findByRole('button', { name: 'Publicar la tarifa' }));
  await alertAppears('Otra persona publicó una tarifa');
  expect(await screen.findByText('Cambiado. Antes: 27')).toBeVisible();
  expect(screen.getByLabelText('Tramo 1: precio ($ sin IVA)')).toHaveValue('4400');
  await dialogsClosed();
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await user.click(await screen.findByRole('button', { name: 'Publicar la tarifa' }));
  await waitFor(() => expect(bodiesOf(received, calls.publishTariff)).toHaveLength(2));
  const known = bodiesOf(received, calls.publishTariff) as { known_versions: number }[];
  expect(known.map(({ known_versions }) => known_versions)).toEqual([1, 2]);
});

test('a tariff of a client’s own is published to that client', async () => {
  const ofClient = reply(calls.listClientTariffs, tariffPage<calls.ClientTariff>([]));
  const own = {
    id: 9,
    valid_from: '2026-12-01',
    created_at: TARIFF.created_at,
    created_by: 'Ana',
    in_force: false,
    tariff: TARIFF,
  };
  const publish = reply(calls.publishClientTariff, { message: 'La tarifa del cliente se guardó', results: own });
  const { user, received } = await openConsole('/consola/tarifas/nueva/7', {
    replies: [loggedIn('finance'), LIST, ofClient, reply(readClient, { results: CLIENT }), publish],
  });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Tarifa propia de Mates del Sur');
  await user.click(await screen.findByRole('button', { name: 'Publicar' }));
  await user.click(await screen.findByRole('button', { name: 'Publicar la tarifa' }));
  await alertAppears('La tarifa del cliente se guardó');
  expect(bodiesOf(received, calls.publishClientTariff)).toHaveLength(1);
});

test('a zone with values is removed after a question', async () => {
  const { user } = await openConsole('/consola/tarifas/nueva', { replies: [loggedIn('finance'), LIST] });
  await user.click(await screen.findByRole('button', { name: 'Agregar una zona' }));
  await user.click(screen.getByRole('button', { name: 'Quitar la zona Todo el país' }));
  const asked = await dialog('¿Quitar la zona Todo el país?');
  await user.click(button('Cancelar', asked));
  await dialogsClosed();
  expect(screen.getByRole('heading', { name: 'Todo el país' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Quitar la zona Todo el país' }));
  await user.click(button('Quitar la zona', await dialog('¿Quitar la zona Todo el país?')));
  await dialogsClosed();
  expect(screen.queryByRole('heading', { name: 'Todo el país' })).toBeNull();
});

test('a value out of its range is named with what would be right', async () => {
  const publish = reply(calls.publishTariff, { message: 'La tarifa se guardó', results: TARIFF });
  const { user, received } = await openConsole('/consola/tarifas/nueva', {
    replies: [loggedIn('finance'), LIST, publish],
  });
  await screen.findByLabelText('IVA (%)');
  writeAll({ 'IVA (%)': '150', 'Tolerancia al controlar (%)': 'poca', 'Días hábiles, mínimo': '0' });
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  for (const message of [/de 0 a 100, entero o con medio/, /entero de 0 a 100, o dejalo vacío/, /enteros de 1 a 90/])
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(bodiesOf(received, calls.publishTariff)).toEqual([]);
});

test('a version that begins later is scheduled, and one that another replaced before or after its first day isn’t', async () => {
  const version = (id: number, valid_from: string, in_force = false) => ({ ...TARIFF, id, valid_from, in_force });
  const versions = [
    version(9, '2099-03-01'),
    version(8, '2099-03-01'),
    version(7, '2026-10-01', true),
    version(6, '2026-01-01'),
  ];
  await openConsole('/consola/tarifas', {
    replies: [loggedIn('support'), reply(calls.listTariffs, tariffPage(versions))],
  });
  await screen.findByRole('row', { name: /Nro. 9/ });
  const shown = versions.map(({ id }) => screen.getByRole('row', { name: new RegExp(`Nro. ${id}`) }).textContent);
  expect(shown.map((text) => /Vigente|Programada|Reemplazada/.exec(text ?? '')?.[0])).toEqual([
    'Programada',
    'Reemplazada',
    'Vigente',
    'Reemplazada',
  ]);
});

test('the versions are listed; who may not publish reads why', async () => {
  const { container } = await openConsole('/consola/tarifas', { replies: [loggedIn('support'), LIST] });
  expect(await screen.findByRole('row', { name: /Nro. 3/ })).toHaveTextContent('Vigente');
  expect(screen.queryByRole('link', { name: 'Tarifa nueva' })).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
});

test('the first tariff begins empty with one zone of all provinces, and zones are added and removed', async () => {
  const none = reply(calls.listTariffs, tariffPage<calls.StaffTariff>([]));
  const publish = reply(calls.publishTariff, { message: 'La tarifa se guardó', results: TARIFF });
  const { container, user, received } = await openConsole('/consola/tarifas/nueva', {
    replies: [loggedIn('finance'), none, publish],
  });
  await screen.findByText('La primera: desde su día los clientes cotizan y crean órdenes.');
  expect(screen.queryByText(/^Cambiado/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Agregar una zona' }));
  await user.click(screen.getByRole('button', { name: 'Quitar la zona Zona 2' }));
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(bodiesOf(received, calls.publishTariff)).toEqual([]);
  writeAll({
    'Tramo 1: hasta (g)': '25000',
    'Tramo 1: precio ($ sin IVA)': '9000',
    'Kilo adicional ($ sin IVA)': '500',
    'Días hábiles, mínimo': '1',
    'Días hábiles, máximo': '5',
    'Seguro (por mil)': '10',
    'Seguro mínimo ($)': '600',
  });
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await alertAppears('La tarifa se guardó');
  const [body] = bodiesOf(received, calls.publishTariff) as [{ zones: { name: string; provinces: string[] }[] }];
  expect(body.zones.map(({ name, provinces: letters }) => [name, letters.length])).toEqual([['Todo el país', 24]]);
});
