// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as calls from '#shared/money/staff-tariffs.ts';
import { provinces } from '#shared/orders/rules/place/provinces.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations, consoleErrors } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf } from '#test/screens/typing.ts';
import { keptDrafts } from '#web/money/staff/tariffs/kept-drafts.ts';
import { draftOf } from '#web/money/staff/tariffs/tariff-draft.ts';
import { GENERAL_TARIFF, tariffPage } from './console-tariffs.ts';

const LIST = reply(calls.listTariffs, tariffPage([GENERAL_TARIFF]));
const PUBLISH = reply(calls.publishTariff, { message: 'La tarifa se guardó', results: GENERAL_TARIFF });

const zone = (title: string) => within(screen.getByRole('heading', { name: title }).closest('section') as HTMLElement);

async function openTariff() {
  const opened = await openConsole('/consola/tarifas/nueva', { replies: [loggedIn('finance'), LIST, PUBLISH] });
  await screen.findByRole('heading', { name: 'Todo el país' });
  return opened;
}

const addZone = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Agregar una zona' }));

test('a new zone has the prices and days of the zone above, and takes its provinces by name', async () => {
  const { container, user, received } = await openTariff();
  await addZone(user);
  const added = zone('Zona 2');
  expect(added.getByLabelText('Tramo 2: precio ($ sin IVA)')).toHaveValue('9000');
  expect(added.getByLabelText('Kilo adicional ($ sin IVA)')).toHaveValue('500');
  expect(added.getByLabelText('Días hábiles, máximo')).toHaveValue('5');
  expect(added.getByLabelText('Nombre de la zona')).toHaveValue('');
  expect(added.getByText('Ninguna todavía')).toBeVisible();
  await user.type(added.getByLabelText('Nombre de la zona'), 'Sur');
  const patagonia = within(zone('Sur').getByRole('group', { name: 'Provincias' }));
  await user.click(patagonia.getByRole('checkbox', { name: 'Chubut (en Todo el país)' }));
  await user.click(patagonia.getByRole('checkbox', { name: 'Neuquén (en Todo el país)' }));
  expect(patagonia.getByText('Chubut, Neuquén')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await user.click(await screen.findByRole('button', { name: 'Publicar la tarifa' }));
  await alertAppears('La tarifa se guardó');
  const [body] = bodiesOf(received, calls.publishTariff) as [{ zones: { name: string; provinces: string[] }[] }];
  const south = ['U', 'Q'];
  expect(body.zones.map(({ provinces: letters }) => letters)).toEqual([
    provinces.map(({ letter }) => letter).filter((letter) => !south.includes(letter)),
    south,
  ]);
  expect(consoleErrors).toEqual([]);
});

test('a province that was taken from a zone is marked there by name, and one in no zone is named before publishing', async () => {
  const { user, received } = await openTariff();
  await user.click(screen.getByRole('button', { name: 'Elegir provincias de Todo el país' }));
  expect(screen.queryByText(/^Cambiado/)).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Tucumán' }));
  expect(screen.getByText(/^Cambiado. Antes: Buenos Aires, Catamarca, .*Tucumán$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  const summary = within(await screen.findByRole('alert'));
  const link = summary.getByRole('link', { name: /Faltan provincias: Tucumán/ });
  expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
  expect(bodiesOf(received, calls.publishTariff)).toEqual([]);
});

test('a kept draft with the provinces in another order differs in nothing', async () => {
  const draft = draftOf(GENERAL_TARIFF, '2026-12-01');
  const zones = draft.zones.map((one) => ({ ...one, provinces: one.provinces.split(', ').reverse().join(', ') }));
  keptDrafts.set('1:general', { at: GENERAL_TARIFF.created_at, draft: { ...draft, zones } });
  await openTariff();
  expect(screen.getByText(/^Seguís con la tarifa/)).toBeVisible();
  expect(screen.queryByText(/^Cambiado/)).toBeNull();
  keptDrafts.drop('1:general');
});

test('a zone that was added and not touched is removed without a question', async () => {
  const { user } = await openTariff();
  await addZone(user);
  await user.click(screen.getByRole('button', { name: 'Quitar la zona Zona 2' }));
  expect(screen.queryByRole('heading', { name: 'Zona 2' })).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('what was added is where the typing goes on, and is called new once, not changed at each value', async () => {
  const { user } = await openTariff();
  await addZone(user);
  expect(zone('Zona 2').getByLabelText('Nombre de la zona')).toHaveFocus();
  await user.keyboard('Sur');
  expect(zone('Sur').getByLabelText('Nombre de la zona')).toHaveAccessibleDescription('Zona nueva');
  await user.click(screen.getByRole('button', { name: 'Agregar un tramo a Todo el país' }));
  const bracket = zone('Todo el país').getByLabelText('Tramo 3: hasta (g)');
  expect(bracket).toHaveFocus();
  expect(bracket).toHaveAccessibleDescription('Tramo nuevo');
  expect(screen.getAllByText(/^(Zona nueva|Tramo nuevo)$/)).toHaveLength(2);
  expect(screen.queryByText(/no estaba/)).toBeNull();
});
