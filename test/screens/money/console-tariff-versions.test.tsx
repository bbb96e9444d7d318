// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays, localDay } from '#shared/kit/days.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { clientPayments } from '#shared/money/staff-payments.ts';
import * as calls from '#shared/money/staff-tariffs.ts';
import { listAllActivity } from '#shared/people/staff-activity.ts';
import { listClientUsers } from '#shared/people/staff-client-users.ts';
import { readClient, readClientOverview } from '#shared/people/staff-clients.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { CLIENT, USER } from '#test/screens/people/console-clients.ts';
import {
  alertAppears,
  bodiesOf,
  button,
  buttons,
  dialog,
  dialogsClosed,
  field,
  optionsOf,
} from '#test/screens/typing.ts';
import { CLIENT_TARIFF, GENERAL_TARIFF, tariffPage } from './console-tariffs.ts';

const TOMORROW = addDays(localDay(new Date()), 1);

/** Doubled prices, and a bracket more. */
const OLD: calls.StaffTariff = {
  ...GENERAL_TARIFF,
  id: 2,
  valid_from: '2026-01-01',
  in_force: false,
  zones: GENERAL_TARIFF.zones.map((zone) => ({
    ...zone,
    brackets: [{ up_to_weight: 500, price: 1000 }, ...zone.brackets.map((one) => ({ ...one, price: one.price / 2 }))],
  })),
};

const clientPage = (own: calls.ClientTariff[], more: Reply[] = []): Reply[] => [
  ...more,
  reply(readClient, { results: CLIENT }),
  reply(listClientUsers, { results: [USER] }),
  reply(readClientOverview, { results: { orders: [], pending: [] } }),
  reply(clientPayments, tariffPage([])),
  reply(listAllActivity, { results: [], cursor: null, pagination: null }),
  reply(calls.listTariffs, tariffPage([GENERAL_TARIFF, OLD])),
  reply(calls.listClientTariffs, tariffPage(own)),
];

test('a client returns to the general tariff from a day on, after the dialog said what changes', async () => {
  const ended = reply(calls.endClientTariff, {
    message: 'El cliente vuelve a la tarifa general',
    results: { ...CLIENT_TARIFF, tariff: null },
  });
  const { user, received } = await openConsole('/consola/clientes/7', {
    replies: [loggedIn('finance'), ...clientPage([CLIENT_TARIFF], [ended])],
  });
  await user.click(await screen.findByRole('button', { name: 'Volver a la general' }));
  const open = await dialog('Mates del Sur vuelve a la tarifa general');
  expect(field('Desde el día', open)).toHaveValue(formatDate(TOMORROW));
  expect(open).toHaveTextContent(
    `Desde el ${formatDate(TOMORROW)} sus cotizaciones y órdenes nuevas usan la tarifa general Nro. 3.`,
  );
  expect(open).toHaveTextContent('Las órdenes que ya existen conservan su precio.');
  // The client's own tariff costs half of the general one, without the insurance.
  expect(within(open).getByRole('row', { name: /Todo el país 1 kg/ })).toHaveTextContent('$ 3.146,00$ 5.566,00');
  expect(await axeViolations(open)).toEqual([]);
  await user.keyboard('{Enter}');
  await alertAppears('El cliente vuelve a la tarifa general');
  await dialogsClosed();
  expect(bodiesOf(received, calls.endClientTariff)).toEqual([{ valid_from: TOMORROW }]);
});

test('the dialog keeps a refused day, names a later own tariff, and sends nothing for a day without one', async () => {
  const message = 'Elegí una fecha desde hoy';
  const refusal = refuse(calls.endClientTariff, 422, 'Revisá los datos', [{ field: 'valid_from', message }]);
  const later = { ...CLIENT_TARIFF, id: 12, valid_from: '2099-03-01', in_force: false };
  const { user, received } = await openConsole('/consola/clientes/7', {
    replies: [loggedIn('admin'), ...clientPage([later, CLIENT_TARIFF], [refusal])],
  });
  expect(await screen.findByText('Desde el 01/03/2099')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Volver a la general' }));
  const open = await dialog();
  expect(open).toHaveTextContent('Desde el 01/03/2099 vuelve a regir una tarifa propia.');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field('Desde el día', open)).toHaveAccessibleDescription(message));
  expect(field('Desde el día', open)).toHaveFocus();
  await user.clear(field('Desde el día', open));
  await user.type(field('Desde el día', open), '01/01/2020{Enter}');
  expect(open).toHaveTextContent('Ese día no tiene una tarifa propia.');
  expect(bodiesOf(received, calls.endClientTariff)).toHaveLength(1);
});

test('a client without a tariff of its own has nothing to return from, and who may not change it reads why', async () => {
  await openConsole('/consola/clientes/7', { replies: [loggedIn('finance'), ...clientPage([])] });
  expect(await screen.findByText(/^General, desde el/)).toBeVisible();
  expect(buttons('Volver a la general')).toEqual([]);
  cleanup();
  await openConsole('/consola/clientes/7', { replies: [loggedIn('support'), ...clientPage([CLIENT_TARIFF])] });
  expect(await screen.findByText(/^Propia, desde el/)).toBeVisible();
  expect(button('Volver a la general')).toHaveAccessibleDescription(/Mesa de ayuda/);
});

const row = (name: RegExp) => screen.getByRole('row', { name });

test('any two versions are compared, with the different values marked and example prices', async () => {
  const { container, user } = await openConsole('/consola/tarifas/comparar', {
    replies: [loggedIn('support'), reply(calls.listTariffs, tariffPage([GENERAL_TARIFF, OLD]))],
  });
  expect(await screen.findByText('3 valores distintos.')).toBeVisible();
  expect(row(/Todo el país Hasta 1\.000 g/)).toHaveTextContent('$ 2.000,00$ 4.000,00+100,00 %');
  expect(row(/Todo el país Hasta 500 g/)).toHaveTextContent('$ 1.000,00No tieneDistinto');
  expect(row(/General IVA/)).toHaveTextContent('21 %21 %No');
  expect(row(/Todo el país 1 kg/)).toHaveTextContent('76,92 %');
  expect(await axeViolations(container)).toEqual([]);
  await user.selectOptions(field('Después'), 'General Nro. 2, desde el 01/01/2026');
  expect(await screen.findByText('No hay diferencias.')).toBeVisible();
  expect(window.location.search).toBe('?despues=2');
});

test('a client’s own tariff is compared with the general one in force, and with the others', async () => {
  await openConsole('/consola/tarifas/comparar/7', {
    replies: [loggedIn('finance'), ...clientPage([CLIENT_TARIFF])],
  });
  await screen.findByText(/valores distintos\./);
  expect(field('Antes')).toHaveDisplayValue('General Nro. 3, desde el 01/10/2026 (vigente)');
  expect(field('Después')).toHaveDisplayValue(/^Propia Nro. 9/);
  expect(optionsOf(field('Antes'))).toHaveLength(3);
});

test('a tariff that isn’t published yet survives a reload, for the person who typed it, until it is published', async () => {
  const publish = reply(calls.publishTariff, { message: 'La tarifa se guardó', results: GENERAL_TARIFF });
  const open = (id = 1) =>
    openConsole('/consola/tarifas/nueva', {
      replies: [loggedIn('finance', { id }), reply(calls.listTariffs, tariffPage([GENERAL_TARIFF])), publish],
    });
  const price = () => screen.findByLabelText('Tramo 1: precio ($ sin IVA)');
  const { user } = await open();
  expect(screen.queryByText(/^Seguís con la tarifa/)).toBeNull();
  await user.clear(await price());
  await user.type(await price(), '4400,5');
  cleanup();
  await open(2);
  expect(await price()).toHaveValue('4000');
  cleanup();
  const again = await open();
  expect(await price()).toHaveValue('4400,5');
  expect(screen.getByText(/^Seguís con la tarifa que empezaste el/)).toBeVisible();
  expect(await axeViolations(again.container)).toEqual([]);
  await again.user.click(button('Publicar'));
  await again.user.click(button('Publicar la tarifa', await dialog('¿Publicar la tarifa?')));
  await alertAppears('La tarifa se guardó');
  cleanup();
  await open();
  expect(await price()).toHaveValue('4000');
});

test('a kept tariff is discarded by its button', async () => {
  const open = () =>
    openConsole('/consola/tarifas/nueva', {
      replies: [loggedIn('finance'), reply(calls.listTariffs, tariffPage([GENERAL_TARIFF]))],
    });
  const { user } = await open();
  await user.type(await screen.findByLabelText('IVA (%)'), '5');
  cleanup();
  const again = await open();
  await again.user.click(await screen.findByRole('button', { name: 'Descartarla' }));
  expect(field('IVA (%)')).toHaveValue('21');
  expect(screen.queryByText(/^Seguís con la tarifa/)).toBeNull();
});
