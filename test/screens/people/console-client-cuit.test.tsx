// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as users from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { tariffPage } from '#test/screens/money/console-tariffs.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, dialog, field, write, writeAll } from '#test/screens/typing.ts';
import { CLIENT, USER } from './console-clients.ts';

const QUESTION = '¿El CUIT está bien escrito?';
const REFUSED = 'El dígito verificador de 30-99900001-8 no coincide: puede tener un número equivocado.';

const closed = () => waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull());

test('a new client whose CUIT has a wrong check digit is created only after a question, and no returns to the CUIT', async () => {
  const { user, received } = await openConsole('/consola/clientes', {
    replies: [
      loggedIn('admin'),
      reply(clients.listClients, tariffPage([CLIENT])),
      reply(clients.createClient, { message: 'El cliente se creó', results: CLIENT }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Nuevo cliente' }));
  const form = await dialog('Nuevo cliente');
  writeAll(
    {
      'Razón social': 'Mates S.A.',
      'Nombre de la empresa': 'Mates',
      CUIT: '30-99900001-8',
      Nombre: 'Ana',
      Apellido: 'Núñez',
      Teléfono: '+54 11 4555-0303',
      Email: 'a@mates.example',
      Usuario: 'mates',
    },
    form,
  );
  await user.click(button('Crear e invitar', form));
  const question = await dialog(QUESTION);
  expect(question).toHaveTextContent(REFUSED);
  expect(await axeViolations(question)).toEqual([]);
  await user.click(button('Revisar el CUIT', question));
  await closed();
  expect(field('CUIT', form)).toHaveFocus();
  expect(field('Razón social', form)).toHaveValue('Mates S.A.');
  expect(bodiesOf(received, clients.createClient)).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(button('Crear igual', await dialog(QUESTION)));
  await alertAppears('El cliente se creó');
  expect(bodiesOf(received, clients.createClient)).toHaveLength(1);
});

test('a corrected CUIT with a wrong check digit is asked about, one that stays as it was isn’t', async () => {
  const { user, received } = await openConsole('/consola/clientes/7', {
    replies: [
      loggedIn('admin'),
      reply(clients.readClient, { results: { ...CLIENT, cuit: '30999000018', cuit_valid: false } }),
      reply(users.listClientUsers, { results: [USER] }),
      reply(clients.correctClient, { message: 'Los datos se corrigieron', results: CLIENT }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Corregir datos' }));
  let form = await dialog();
  write('Razón social', 'Mates S.A.', form);
  await user.click(button('Guardar', form));
  await alertAppears('Los datos se corrigieron');
  expect(bodiesOf(received, clients.correctClient)).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Corregir datos' }));
  form = await dialog();
  write('CUIT', '30-99900002-8', form);
  await user.click(button('Guardar', form));
  const question = await dialog(QUESTION);
  expect(question).toHaveTextContent('30-99900002-8');
  expect(bodiesOf(received, clients.correctClient)).toHaveLength(1);
  await user.click(button('Guardar igual', question));
  await waitFor(() => expect(bodiesOf(received, clients.correctClient)).toHaveLength(2));
});
