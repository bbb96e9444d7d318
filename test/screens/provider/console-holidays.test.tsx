// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as calls from '#shared/provider/staff-holidays.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, dialog, dialogsClosed, field } from '#test/screens/typing.ts';

const PATH = '/consola/configuracion/feriados';
const national = (date: string, name: string) => ({
  date,
  name,
  national: name,
  own: false,
  works: false,
  removable: false,
});

const LIST = reply(calls.listHolidays, {
  results: [
    national('2026-11-23', 'Soberanía Nacional'),
    { date: '2026-12-07', name: 'Puente', national: null, own: true, works: false, removable: true },
    national('2026-12-08', 'Inmaculada Concepción'),
    { ...national('2026-12-25', 'Cierre de ventas'), national: 'Navidad', own: true, works: true, removable: true },
  ],
  year: 2026,
  today: '2026-11-26',
});

const effect = (changes: object) =>
  reply(calls.readHolidayEffect, {
    results: { date: '2026-12-24', change: 'close', national: null, moved: 38, ...changes },
  });

test('a year’s holidays are listed, own ones marked, and years are links', async () => {
  const { container } = await openConsole(PATH, { replies: [loggedIn('admin'), LIST] });
  expect(
    await screen.findByRole('row', { name: /lunes 07\/12\/2026 Puente Cargado por vos No se trabaja/ }),
  ).toBeVisible();
  const worked = screen.getByRole('row', { name: /Cierre de ventas/ });
  expect(worked).toHaveTextContent('Navidad');
  expect(worked).toHaveTextContent('Se trabaja');
  // A day that is over can't change.
  expect(within(screen.getByRole('row', { name: /Soberanía/ })).queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: '2027' })).toHaveAttribute('href', `${PATH}?anio=2027`);
  expect(screen.getByRole('link', { name: '2026' })).toHaveAttribute('aria-current', 'true');
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('a day is added after it was said how many promises move; a refusal keeps what was typed', async () => {
  const errors = [{ field: 'date', message: 'Ese día ya está cargado: quitalo para cambiarlo' }];
  const refused = refuse(calls.addHoliday, 422, 'Revisá los campos', errors);
  const { user, received } = await openConsole(PATH, { replies: [loggedIn('admin'), LIST, effect({}), refused] });
  await screen.findByRole('row', { name: /Puente/ });
  await user.click(button('Agregar día'));
  const open = await dialog('Agregar día');
  await user.clear(field('Día', open));
  await user.type(field('Día', open), '28/11/2026');
  await user.click(button('Guardar', open));
  expect(await within(open).findByText('Es sábado o domingo: ese día no se trabaja')).toBeVisible();
  expect(within(open).getByText('Escribí el nombre del día')).toBeVisible();
  await user.clear(field('Día', open));
  await user.type(field('Día', open), '24/12/2026');
  expect(await within(open).findByText(/Se mueve la fecha de 38 envíos/)).toBeVisible();
  await user.type(field('Nombre', open), 'Nochebuena');
  expect(await axeViolations(document.body)).toEqual([]);
  await user.click(button('Guardar', open));
  expect(await within(open).findByText(/Ese día ya está cargado/)).toBeVisible();
  expect(field('Nombre', open)).toHaveValue('Nochebuena');
  expect(bodiesOf(received, calls.addHoliday)).toEqual([{ date: '2026-12-24', name: 'Nochebuena', works: false }]);
});

test('a national holiday becomes a working day', async () => {
  const added = reply(calls.addHoliday, {
    message: 'Se trabaja el 08/12/2026. No se mueve la fecha de ningún envío',
    results: { date: '2026-12-08', moved: 0 },
  });
  const change = effect({ date: '2026-12-08', change: 'work', national: 'Inmaculada Concepción', moved: 0 });
  const { user, received } = await openConsole(PATH, { replies: [loggedIn('admin'), LIST, change, added] });
  await screen.findByRole('row', { name: /Puente/ });
  await user.click(button('Trabajar el 08/12/2026'));
  const open = await dialog('Agregar día');
  expect(field('Día', open)).toHaveValue('08/12/2026');
  expect(await within(open).findByText(/va a contar como día en que se trabaja.*No se mueve/)).toBeVisible();
  await user.type(field('Nombre', open), 'Semana de ofertas');
  await user.click(button('Guardar', open));
  await alertAppears('Se trabaja el 08/12/2026. No se mueve la fecha de ningún envío');
  expect(bodiesOf(received, calls.addHoliday)).toEqual([
    { date: '2026-12-08', name: 'Semana de ofertas', works: true },
  ]);
});

test('an entered day is removed after a confirmation', async () => {
  const removed = reply(calls.removeHoliday, {
    message: 'Quitamos Puente, del 07/12/2026. Se mueve la fecha de 38 envíos',
    results: { date: '2026-12-07', moved: 38 },
  });
  const { user } = await openConsole(PATH, {
    replies: [loggedIn('admin'), LIST, effect({ change: 'remove' }), removed],
  });
  await screen.findByRole('row', { name: /Puente/ });
  await user.click(button('Quitar el 07/12/2026'));
  const open = await dialog('¿Quitar Puente?');
  expect(await within(open).findByText(/Se mueve la fecha de 38 envíos/)).toBeVisible();
  await user.click(button('Quitar', open));
  await alertAppears('Quitamos Puente, del 07/12/2026. Se mueve la fecha de 38 envíos');
  await dialogsClosed();
});

test('somebody without the right reads the days, and who can change them', async () => {
  await openConsole(PATH, { replies: [loggedIn('operations'), LIST] });
  await screen.findByRole('row', { name: /Puente/ });
  const shown = screen.getAllByText(/Operación no podés cambiar la configuración/);
  expect(shown.some((element) => element.getAttribute('role') !== 'tooltip')).toBe(true);
  expect(button('Agregar día')).toHaveAttribute('aria-disabled', 'true');
});
