// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findZipCodes } from '#shared/orders/lookups.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';
import { bodiesOf, button, buttons, dialog, dialogsClosed, field, write } from '#test/screens/typing.ts';
import { editableOrder } from './editable-order.ts';
import { fillMeasures, openNewOrder } from './order-form.ts';
import { ZIP_TABLE } from './zip-table.ts';

const MESSAGE = `Hola, soy Florencia Iturralde, DNI 27.331.480
Florencia Iturralde
Costa Rica 4321 3° B
entre Gurruchaga y Armenia
1425 CABA
+54 9 11 5873-2046
flor@example.com`;

/** Pastes a text into the dialog and fills the form. */
async function paste(user: UserEvent, text: string): Promise<void> {
  await user.click(button('Pegar dirección'));
  const open = await dialog('Pegar dirección');
  await waitFor(() => expect(field('Texto con la dirección', open)).toHaveFocus());
  await user.paste(text);
  await user.click(button('Completar', open));
}

const result = () => button('Deshacer').closest<HTMLElement>('[role=status]');

test('a pasted message fills a new order, which is saved without another click', async () => {
  const replies = [
    reply(createOrder, {
      message: 'Orden creada',
      results: { id: 1, order_id: 'A-1', tracking_id: TRACKING, doubts: [] },
    }),
  ];
  const { user, received } = await openNewOrder({ replies });
  write('Nro. de Orden Interno', 'A-100');
  fillMeasures(1);
  await paste(user, MESSAGE);
  await dialogsClosed();
  expect(field('Barrio'), 'from the table of postal codes').toHaveValue('Palermo');
  expect(button('Pegar dirección')).toHaveFocus();
  await user.click(button('Guardar'));
  await waitFor(() => expect(bodiesOf(received, createOrder)).toHaveLength(1));
  expect(bodiesOf(received, createOrder)).toMatchObject([
    {
      receiver: {
        first_name: 'Florencia',
        last_name: 'Iturralde',
        receiver_name: 'Florencia Iturralde',
        document: '27331480',
        email: 'flor@example.com',
        receiver_phone: '11 5873-2046',
        address: {
          street_name: 'Costa Rica',
          street_number: '4321',
          floor: '3',
          apartment: 'B',
          between_1: 'Gurruchaga',
          between_2: 'Armenia',
          zip_code: '1425',
          city: 'Palermo',
          state: 'Ciudad Autónoma de Buenos Aires',
          other_info: 'Florencia Iturralde',
        },
      },
    },
  ]);
});

test('doubtful data are marked until they are edited', async () => {
  const { user } = await openNewOrder();
  await paste(user, 'Rossi Paola\nMitre 845, Tres Cerritos, Salta');
  await waitFor(() =>
    expect(result()).toHaveTextContent('Revisá Nombre, Apellido, Destinatario y Localidad. Completá Barrio.'),
  );
  for (const label of ['Nombre', 'Apellido', 'Localidad']) {
    expect(field(label), label).toHaveAccessibleDescription('Revisá este dato');
    expect(field(label), label).not.toHaveAttribute('aria-invalid');
  }
  expect(field('Barrio')).toHaveAccessibleDescription('Completá este dato');
  expect(field('Calle')).not.toHaveAccessibleDescription();
  await user.type(field('Nombre'), 'la');
  expect(field('Nombre')).not.toHaveAccessibleDescription();
  await user.type(field('Localidad'), ' Norte');
  expect(field('Localidad')).not.toHaveAccessibleDescription();
});

test('replaced data are named, and can be restored but for what was edited since', async () => {
  const { user } = await openNewOrder();
  write('Calle', 'Belgrano');
  write('Piso', '3');
  write('Observaciones', 'Portón verde');
  await paste(user, 'Mitre 845, tocar timbre');
  await waitFor(() => expect(result()).toHaveTextContent('Reemplazamos lo que decía en Calle'));
  expect(result()).toHaveTextContent('Vaciamos Piso, que el texto no trae');
  expect(field('Observaciones')).toHaveValue('Portón verde\ntocar timbre');
  write('Altura', '846');
  await user.click(button('Deshacer'));
  expect(field('Calle')).toHaveValue('Belgrano');
  expect(field('Piso')).toHaveValue('3');
  expect(field('Observaciones')).toHaveValue('Portón verde');
  expect(field('Altura'), 'edited').toHaveValue('846');
  expect(button('Pegar dirección')).toHaveFocus();
});

test('the order’s number of a pasted message fills its field, and can be taken back', async () => {
  const { user } = await openNewOrder();
  await paste(user, 'Mitre 845, tocar timbre\npedido #4521');
  await waitFor(() => expect(field('Nro. de Orden Interno')).toHaveValue('4521'));
  expect(field('Observaciones')).toHaveValue('tocar timbre');
  await user.click(button('Deshacer'));
  expect(field('Nro. de Orden Interno')).toHaveValue('');
  write('Nro. de Orden Interno', 'A-7');
  await paste(user, 'Mitre 845\npedido 4521');
  await waitFor(() => expect(field('Observaciones')).toHaveValue('pedido 4521'));
  expect(field('Nro. de Orden Interno')).toHaveValue('A-7');
});

test('a text of the order’s number alone fills it', async () => {
  const { user } = await openNewOrder();
  await paste(user, 'pedido #4521');
  await waitFor(() => expect(field('Nro. de Orden Interno')).toHaveValue('4521'));
});

test('a text without data keeps the dialog open and says so', async () => {
  const { user } = await openNewOrder();
  await paste(user, 'ok!');
  const area = field('Texto con la dirección', await dialog());
  await waitFor(() => expect(area).toHaveAccessibleDescription(/No encontramos una dirección/));
  expect(area).toHaveValue('ok!');
  expect(await axeViolations(document.body)).toEqual([]);
  await user.keyboard('{Escape}');
  await dialogsClosed();
  expect(buttons('Deshacer')).toEqual([]);
  await user.click(button('Pegar dirección'));
  expect(field('Texto con la dirección', await dialog()), 'the text is kept').toHaveValue('ok!');
});

test('Ctrl+Enter fills the form, even while postal codes can’t be looked up', async () => {
  const { user, received } = await openNewOrder({ replies: [refuse(findZipCodes, 503, 'Probá más tarde')] });
  await user.click(button('Pegar dirección'));
  await dialog('Pegar dirección');
  await user.paste('Mitre 845, 1878 Quilmes, Buenos Aires');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await dialogsClosed();
  expect(field('Localidad')).toHaveValue('Quilmes');
  expect(bodiesOf(received, createOrder), 'the order isn’t sent').toEqual([]);
});

test('a correction is pasted into the form of an order', async () => {
  const { container, user } = await openPortal(`/ordenes/editar/${TRACKING}`, {
    replies: [reply(readOrder, { results: editableOrder() }), ...ZIP_TABLE],
  });
  await loaded(container);
  await paste(user, 'Calle 50 N° 1234 e/ 20 y 21, La Plata, Buenos Aires, CP 1900');
  await waitFor(() => expect(field('Calle')).toHaveValue('Calle 50'));
  expect(field('Provincia')).toHaveValue('Buenos Aires');
  expect(field('Observaciones').value).toContain('Entre calle 1: 20');
});

test('before a gateway without additions nothing can be pasted', async () => {
  await openNewOrder({ settings: { strict: true } });
  expect(screen.queryByText('Pegar dirección')).toBeNull();
});
