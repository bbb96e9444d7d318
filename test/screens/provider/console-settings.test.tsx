// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as categories from '#shared/provider/staff-categories.ts';
import * as keys from '#shared/provider/staff-keys.ts';
import * as points from '#shared/provider/staff-pickup-points.ts';
import * as setup from '#shared/provider/staff-setup.ts';
import * as zipCodes from '#shared/provider/staff-zip-codes.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, choose, dialog, dialogsClosed, field, write } from '#test/screens/typing.ts';

const AT = '2026-11-20T10:00:00-03:00';
const ADMIN = loggedIn('admin');
const all = <R,>(results: R[]) => ({
  results,
  pagination: { page: 1, pages: 1, total: results.length, limit: 50 },
});

const step = (id: string, done: boolean, required = false): setup.SetupStep => ({
  id,
  name: `Paso ${id}`,
  required,
  done,
  effect: 'Nadie puede cotizar',
  how: 'npm run ops -- algo',
});

const STEPS = [
  step('terms', true, true),
  step('tariff', false, true),
  step('BRAND_NAME', false),
  step('mail_test', false),
];

const steps = (checks: Partial<Record<'mail' | 'payments', setup.SetupCheck>> = {}, listed = STEPS) =>
  reply(setup.readSetup, {
    results: {
      ready: false,
      new_clients_prepaid: false,
      steps: listed,
      checks: { mail: null, payments: null, ...checks },
    },
  });

test('the first steps say what is missing and why, and lead to their pages', async () => {
  const { container } = await openConsole('/consola/configuracion', { replies: [ADMIN, steps()] });
  expect(await screen.findByText('Antes de la primera orden hay que cargar lo que dice «Falta».')).toBeVisible();
  const items = await screen.findAllByRole('listitem');
  const shown = (name: string) => items.find((item) => within(item).queryByRole('heading', { name }));
  expect(shown('Paso terms')).toHaveTextContent('Listo');
  expect(screen.getByRole('link', { name: 'Ver Paso terms' })).toHaveAttribute(
    'href',
    '/consola/configuracion/terminos',
  );
  expect(shown('Paso tariff')).toHaveTextContent('Falta');
  expect(shown('Paso BRAND_NAME')).toHaveTextContent('ConvienePaso BRAND_NAMENadie puede cotizar.npm run ops -- algo');
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('an administrator without a second factor is led to set it up, and others aren’t', async () => {
  const without = (done: boolean) => steps({}, [step('administrator', done), step('tariff', false)]);
  await openConsole('/consola/configuracion', { replies: [loggedIn('admin', { has_factor: false }), without(false)] });
  const link = await screen.findByRole('link', { name: 'Configurar tu segundo paso' });
  expect(link).toHaveAttribute('href', '/consola/sesion');
  expect(screen.queryByRole('link', { name: 'Cargar Paso administrator' })).toBeNull();
  cleanup();
  await openConsole('/consola/configuracion', { replies: [loggedIn('finance'), without(false)] });
  expect(await screen.findByRole('link', { name: 'Cargar Paso tariff' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /segundo paso|Paso administrator/ })).toBeNull();
  cleanup();
  await openConsole('/consola/configuracion', { replies: [ADMIN, without(true)] });
  expect(await screen.findByRole('link', { name: 'Ver Paso administrator' })).toHaveAttribute(
    'href',
    '/consola/personal',
  );
});

test('a test mail goes to the address that is typed, and a refusal of the mail server is shown', async () => {
  const sent = reply(setup.testMail, { message: 'El email de prueba sale' });
  const check = { asked_at: AT, passed_at: null, problem: 'El servidor de correo no lo aceptó' };
  const { user, received } = await openConsole('/consola/configuracion', {
    replies: [ADMIN, steps({ mail: check }), sent],
  });
  expect(await screen.findByText('El servidor de correo no lo aceptó.')).toBeVisible();
  await user.click(button('Enviar'));
  const open = await dialog('Enviar un email de prueba');
  expect(field('Para', open)).toHaveValue('laura@proveedor.example');
  write('Para', 'ana@proveedor.example', open);
  await user.keyboard('{Enter}');
  await alertAppears('El email de prueba sale');
  expect(bodiesOf(received, setup.testMail)).toEqual([{ email: 'ana@proveedor.example' }]);
});

const POINT: points.StaffPickupPoint = {
  code: 'X5000',
  name: 'Sucursal Centro',
  street: 'Av. Colón 620',
  city: 'Córdoba',
  province: 'X',
  zip_code: '5000',
  hours: 'Lun a vie 9 a 18 h',
  lat: -31.4,
  lon: -64.18,
  active: false,
};

test('a pickup point is changed, and a refused change keeps what was typed', async () => {
  const { container, user, received } = await openConsole('/consola/configuracion/puntos', {
    replies: [
      ADMIN,
      reply(points.listPickupPoints, all([POINT])),
      refuse(points.savePickupPoint, 422, 'Revisá los datos', [{ field: 'zip_code', message: 'No es de Córdoba' }]),
    ],
  });
  expect(await screen.findByRole('row', { name: /Sucursal Centro Inactivo/ })).toHaveTextContent('-31.4, -64.18');
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Cambiar Sucursal Centro'));
  const open = await dialog('Cambiar Sucursal Centro');
  write('Código postal', '8300', open);
  await user.click(button('Guardar', open));
  await waitFor(() => expect(within(open).getAllByText(/No es de Córdoba/)[0]).toBeVisible());
  expect(field('Código postal', open)).toHaveValue('8300');
  expect(await axeViolations(open)).toEqual([]);
  expect(bodiesOf(received, points.savePickupPoint)).toMatchObject([{ zip_code: '8300', lat: '-31.4', active: false }]);
});

test('a change of prices is sent again after a confirmation that names them, and only then', async () => {
  const place = { zip_code: '9410', city: 'Ushuaia', province: 'C' };
  const unconfirmed = [true, true];
  const effect = 'El código postal 9410 hoy es de Tierra del Fuego. Confirmá el cambio de precios';
  const { user, received } = await openConsole('/consola/configuracion/codigos-postales', {
    replies: [
      ADMIN,
      reply(zipCodes.listLocalities, all([place])),
      {
        endpoint: zipCodes.addLocality,
        respond: () =>
          unconfirmed.shift()
            ? Response.json({ code: 'price_confirmation_required', message: effect }, { status: 409 })
            : Response.json({ message: 'La localidad se agregó', results: place }),
      },
    ],
  });
  await screen.findByRole('row', { name: /Ushuaia/ });
  await user.click(button('Nueva localidad'));
  const open = await dialog('Nueva localidad');
  write('Código postal', '9410', open);
  write('Localidad', 'Ushuaia', open);
  choose('Provincia', 'Ciudad Autónoma de Buenos Aires', open);
  await user.click(button('Guardar', open));
  let asked = await dialog('¿Cambiar precios?');
  expect(asked).toHaveTextContent(effect);
  expect(await axeViolations(asked)).toEqual([]);
  await user.click(button('Volver', asked));
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name: '¿Cambiar precios?' })).toBeNull());
  expect(screen.queryAllByText(effect)).toEqual([]);
  expect(field('Localidad', open)).toHaveValue('Ushuaia');
  expect(bodiesOf(received, zipCodes.addLocality)).toEqual([place]);
  await user.click(button('Guardar', await dialog('Nueva localidad')));
  asked = await dialog('¿Cambiar precios?');
  await user.click(button('Cambiar precios', asked));
  await alertAppears('La localidad se agregó');
  expect(bodiesOf(received, zipCodes.addLocality)).toEqual([place, place, { ...place, confirm_prices: true }]);
});

test('a file of points shows each refused row', async () => {
  const { user, received } = await openConsole('/consola/configuracion/puntos', {
    replies: [
      ADMIN,
      reply(points.listPickupPoints, all([POINT])),
      reply(points.importPickupPoints, {
        message: '1 punto nuevo · 1 rechazado',
        results: [
          { line: 2, code: 'A1', result: 'created', reason: null },
          { line: 3, code: 'A2', result: 'refused', reason: 'cp: El código postal no es válido' },
        ],
      }),
    ],
  });
  await screen.findByRole('row', { name: /Sucursal Centro/ });
  await user.click(button('Cargar CSV'));
  const open = await dialog('Cargar puntos de retiro');
  await user.upload(within(open).getByLabelText('Archivo CSV'), new File(['codigo;cp\nA1;5000\nA2;x'], 'puntos.csv'));
  expect(await within(open).findByRole('row', { name: '3 A2 cp: El código postal no es válido' })).toBeVisible();
  expect(within(open).queryByRole('row', { name: /A1/ })).toBeNull();
  expect(bodiesOf(received, points.importPickupPoints)).toEqual([{ text: 'codigo;cp\nA1;5000\nA2;x' }]);
});

test('a locality is added and removed, a category renamed', async () => {
  const place = { zip_code: '5000', city: 'Córdoba', province: 'X' };
  const { container, user, received } = await openConsole('/consola/configuracion/codigos-postales', {
    replies: [
      ADMIN,
      reply(zipCodes.listLocalities, all([place])),
      reply(zipCodes.addLocality, { message: 'La localidad se agregó', results: place }),
      reply(zipCodes.removeLocality, { message: 'La localidad se quitó' }),
      reply(categories.listCategories, { results: [{ id: 4, name: 'Libros' }] }),
      reply(categories.renameCategory, { message: 'La categoría se guardó', results: { id: 4, name: 'Libros y más' } }),
    ],
  });
  await screen.findByRole('row', { name: /Córdoba/ });
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Nueva localidad'));
  const open = await dialog('Nueva localidad');
  write('Código postal', '8411', open);
  write('Localidad', 'Villa Traful', open);
  choose('Provincia', 'Río Negro', open);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await alertAppears('La localidad se agregó');
  expect(bodiesOf(received, zipCodes.addLocality)).toEqual([{ zip_code: '8411', city: 'Villa Traful', province: 'R' }]);
  await user.click(button('Quitar Córdoba (5000)'));
  await user.click(button('Quitar', await dialog('¿Quitar Córdoba (5000)?')));
  await alertAppears('La localidad se quitó');
  expect(bodiesOf(received, zipCodes.removeLocality)).toEqual([place]);
  await dialogsClosed();

  await user.click(screen.getByRole('link', { name: 'Categorías' }));
  await user.click(await screen.findByRole('button', { name: 'Renombrar Libros' }));
  write('Nombre', 'Libros y más', await dialog('Renombrar Libros'));
  await user.keyboard('{Enter}');
  await alertAppears('La categoría se guardó');
  expect(consoleErrors).toEqual([]);
});

test('a key is created with scopes and networks, and shown once', async () => {
  const { container, user, received } = await openConsole('/consola/configuracion/claves', {
    replies: [
      ADMIN,
      reply(keys.listKeys, {
        results: [
          {
            id: 1,
            name: 'ERP',
            created_at: AT,
            last_used_at: null,
            revoked_at: null,
            scopes: ['read'],
            expires_on: null,
            networks: null,
            current: false,
          },
        ],
      }),
      reply(keys.createKey, { message: 'Guardala', results: { id: 2, name: 'Tablero', key: 'ops_secreta' } }),
    ],
  });
  expect(await screen.findByRole('row', { name: /ERP Leer Todas Nunca/ })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Nueva clave'));
  const open = await dialog('Nueva clave');
  write('Sistema', 'Tablero', open);
  await user.click(button('Crear', open));
  await within(open).findByText('Elegí qué puede hacer la clave.');
  expect(bodiesOf(received, keys.createKey)).toEqual([]);
  await user.click(field('Leer', open));
  await user.click(field('Eventos', open));
  write('Redes', '203.0.113.0/24, 198.51.100.7', open);
  expect(await axeViolations(open)).toEqual([]);
  await user.click(button('Crear', open));
  expect(await screen.findByText(/ops_secreta/)).toBeVisible();
  expect(bodiesOf(received, keys.createKey)).toEqual([
    { name: 'Tablero', scopes: ['read', 'events'], networks: ['203.0.113.0/24', '198.51.100.7'] },
  ]);
  await user.click(button('La guardé'));
  await dialogsClosed();
  expect(screen.queryByText(/ops_secreta/)).toBeNull();
});

test('who may not change something reads why, and has no list of keys', async () => {
  const { user } = await openConsole('/consola/configuracion/claves', {
    replies: [loggedIn('support'), reply(points.listPickupPoints, all([POINT]))],
  });
  expect(await screen.findByText(/no podés administrar claves/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Puntos de retiro' }));
  await screen.findByRole('row', { name: /Sucursal Centro/ });
  for (const name of ['Nuevo punto', 'Cargar CSV', 'Cambiar Sucursal Centro'])
    expect(button(name)).toHaveAttribute('aria-disabled', 'true');
});
