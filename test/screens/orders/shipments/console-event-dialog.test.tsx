// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as events from '#shared/orders/staff-events.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { type Reply, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, dialog, field, optionsOf, write } from '#test/screens/typing.ts';
import { answerAbout, around, LABEL, open, read, shipment } from './staff-shipment-page.ts';

const PATH = `/consola/envio/${LABEL}`;
const QUESTION = `¿Registrar Entregado para el envío ${LABEL}?`;

/** Replies with a shipment that was delivered. */
const ended = () => {
  const delivered = { ...shipment(), state: 'Entregado', state_code: 'entregado' as const };
  const last = { ...delivered.history.at(-1), state: 'Entregado', state_code: 'entregado', event_id: 'e-3' };
  const history = [...delivered.history, last] as typeof delivered.history;
  return reply(readStaffShipment, () => ({ results: { ...delivered, history } }));
};

const questionClosed = () => waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());

const openDialog = async (...replies: Reply[]) => {
  const { user, received } = await open(PATH, replies);
  await waitFor(() => expect(button('Agregar evento')).toBeVisible());
  await user.click(button('Agregar evento'));
  return { user, received, form: await dialog('Agregar evento') };
};

test('a date in the future is named once, at the date, and the states stay to choose from', async () => {
  const { user, received, form } = await openDialog(read);
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

test('the time of an event in the future is marked, not its final state, which isn’t asked about', async () => {
  const { user, received, form } = await openDialog(read);
  await user.selectOptions(field('Estado', form), 'Entregado');
  write('Cuándo pasó', '2096-11-20T11:00', form);
  await user.click(button('Agregar', form));
  await waitFor(() => expect(field('Cuándo pasó', form)).toHaveAccessibleDescription(/La fecha está en el futuro/));
  expect(field('Cuándo pasó', form)).toBeInvalid();
  expect(field('Estado', form)).toBeValid();
  expect(document.querySelector('[role=alertdialog]')).toBeNull();
  expect(bodiesOf(received, events.recordEvents)).toEqual([]);
});

test('a state that ends the shipment is recorded after a question with its name and the shipment’s, which no leaves', async () => {
  const { user, received, form } = await openDialog(read, reply(events.recordEvents, answerAbout()));
  await user.selectOptions(field('Estado', form), 'Entregado');
  await user.click(button('Agregar', form));
  const question = await dialog(QUESTION);
  expect(question).toHaveTextContent('Entregado termina el envío');
  expect(button('Volver', question)).toHaveFocus();
  expect(await axeViolations(question)).toEqual([]);
  await user.keyboard('{Enter}');
  await questionClosed();
  expect(button('Agregar', form)).toHaveFocus();
  expect(field('Estado', form)).toHaveValue('entregado');
  expect(bodiesOf(received, events.recordEvents)).toEqual([]);
  await user.keyboard('{Enter}');
  await user.click(button('Registrar Entregado', await dialog(QUESTION)));
  await alertAppears('El evento se registró');
  expect(bodiesOf(received, events.recordEvents)).toMatchObject([{ events: [{ state: 'entregado' }] }]);
});

test('a refused final state has the focus after its question', async () => {
  const { user, form } = await openDialog(
    read,
    reply(events.recordEvents, answerAbout({ result: 'refused', reason: 'No puede pasar de Siniestrado' })),
  );
  await user.selectOptions(field('Estado', form), 'Entregado');
  await user.click(button('Agregar', form));
  await user.click(button('Registrar Entregado', await dialog(QUESTION)));
  await waitFor(() => expect(field('Estado', form)).toHaveAccessibleDescription('No puede pasar de Siniestrado'));
  await questionClosed();
  expect(field('Estado', form)).toHaveFocus();
});

test('a state that doesn’t end the shipment is recorded without a question', async () => {
  const { user, received, form } = await openDialog(read, reply(events.recordEvents, answerAbout()));
  await user.selectOptions(field('Estado', form), 'No Entregado');
  await user.click(button('Agregar', form));
  await alertAppears('El evento se registró');
  expect(bodiesOf(received, events.recordEvents)).toMatchObject([{ events: [{ state: 'no_entregado' }] }]);
});

test('a correction to a final state has the question, unless the shipment had ended already', async () => {
  const corrected = reply(events.correctEvent, { message: 'El evento se corrigió', results: shipment() });
  const correct = async (user: UserEvent, name: string, state: string) => {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^Corregir ${name}, 20`) }));
    const form = await dialog(`Corregir ${name}`);
    await user.selectOptions(field('Estado correcto', form), state);
    write('Por qué se corrige', 'Otro envío', form);
    await user.click(button('Corregir', form));
  };
  const first = await open(PATH, [read, corrected]);
  await correct(first.user, 'En Curso', 'Siniestrado');
  const question = await dialog(`¿Registrar Siniestrado para el envío ${LABEL}?`);
  expect(bodiesOf(first.received, events.correctEvent)).toEqual([]);
  await first.user.click(button('Registrar Siniestrado', question));
  await alertAppears('El evento se corrigió');
  cleanup();
  const second = await open(PATH, [ended(), corrected]);
  await correct(second.user, 'Entregado', 'Entregado con Observaciones');
  await alertAppears('El evento se corrigió');
  expect(bodiesOf(second.received, events.correctEvent)).toHaveLength(1);
});

test.each([
  ['modification_id', /Espera una modificación que pidió el cliente/],
  ['reschedule_id', /Espera una reprogramación que pidió el cliente/],
])('the question before a final state names a request that waits (%s)', async (id, text) => {
  const { user, form } = await openDialog(read, around({ [id]: 9 }));
  await user.selectOptions(field('Estado', form), 'Extraviado');
  await user.click(button('Agregar', form));
  const question = await dialog(`¿Registrar Extraviado para el envío ${LABEL}?`);
  expect(question).toHaveTextContent(text);
  expect(await axeViolations(question)).toEqual([]);
});

test('the question before a final state of a shipment without requests names none', async () => {
  const { user, form } = await openDialog(read);
  await user.selectOptions(field('Estado', form), 'Extraviado');
  await user.click(button('Agregar', form));
  expect(await dialog(`¿Registrar Extraviado para el envío ${LABEL}?`)).not.toHaveTextContent('Espera una');
});

test('no event is added to a shipment that has ended, and the button says why', async () => {
  const { user } = await open(PATH, [ended()]);
  await waitFor(() => expect(button('Agregar evento')).toBeVisible());
  expect(button('Agregar evento')).toHaveAccessibleDescription(/^El envío ya finalizó: Entregado/);
  await user.click(button('Agregar evento'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
