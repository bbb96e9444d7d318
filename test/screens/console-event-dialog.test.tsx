// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as events from '#shared/ops/events.ts';
import { readOperatorShipment } from '#shared/ops/shipments.ts';
import { reply } from './fake-gateway.ts';
import { axeViolations } from './open-portal.tsx';
import { LABEL, open, parcel, read } from './parcel-page.ts';
import { bodiesOf, button, dialog, field, optionsOf, write } from './typing.ts';

const openDialog = async (shipment = read) => {
  const { user, received } = await open(`/consola/envio/${LABEL}`, [shipment]);
  await waitFor(() => expect(button('Agregar evento')).toBeVisible());
  await user.click(button('Agregar evento'));
  return { user, received, form: await dialog('Agregar evento') };
};

test('a date in the future is named once, at the date, and the states stay to choose from', async () => {
  const { user, received, form } = await openDialog();
  const states = optionsOf(field('Estado', form));
  write('Cuándo pasó', '2096-11-20T11:00', form);
  await user.click(button('Agregar', form));
  await waitFor(() => expect(field('Cuándo pasó', form)).toHaveAccessibleDescription(/La fecha está en el futuro/));
  expect(within(form).getAllByText(/La fecha está en el futuro/)).toHaveLength(1);
  expect(field('Estado', form)).toBeValid();
  expect(field('Estado', form)).toBeRequired();
  expect(optionsOf(field('Estado', form))).toEqual(states);
  expect(await axeViolations(form)).toEqual([]);
  write('Cuándo pasó', '2026-11-20T11:00', form);
  await user.click(button('Agregar', form));
  await waitFor(() => expect(field('Estado', form)).toHaveAccessibleDescription('Elegí un estado'));
  expect(field('Cuándo pasó', form)).toBeValid();
  expect(bodiesOf(received, events.recordEvents)).toEqual([]);
});

test('a parcel in a final state demands no state that can’t be chosen, and the reason is named once', async () => {
  const ended = { ...parcel(), state: 'Entregado', state_code: 'entregado' as const };
  const last = { ...parcel().history.at(-1), state: 'Entregado', state_code: 'entregado', event_id: 'e-3' };
  const history = [...ended.history, last] as typeof ended.history;
  const { user, form } = await openDialog(reply(readOperatorShipment, () => ({ results: { ...ended, history } })));
  const reason = within(form).getByText(/Entregado/).textContent ?? '';
  await user.click(button('Agregar', form));
  await waitFor(() => expect(field('Estado', form)).toHaveAccessibleDescription(reason));
  expect(within(form).getAllByText(reason)).toHaveLength(1);
});
