// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readOrder } from '#shared/orders/orders.ts';
import { register } from '#shared/people/registration.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';
import { button, changes, choose, dialog, field, write, writeAll } from '#test/screens/typing.ts';
import { editableOrder } from './editable-order.ts';
import { fillMeasures, fillOrder, openNewOrder, orderReplies, pickZip } from './order-form.ts';

const USHUAIA = 'El código postal V1043ABC no existe: 1043 es de Ciudad Autónoma de Buenos Aires';

const contradictionIsShown = () =>
  waitFor(() => expect(field('Código postal')).toHaveAccessibleDescription(new RegExp(`${USHUAIA}$`)));

test('a new order with a postal code that does not exist is not sent', async () => {
  const { user, received } = await openNewOrder();
  await fillOrder(user);
  fillMeasures(1);
  write('Código postal', 'V1043ABC');
  await waitFor(() => expect(field('Provincia')).toHaveValue('Tierra del Fuego'));
  await screen.findByText('Se completa con el código postal');
  await user.click(button('Guardar'));
  await contradictionIsShown();
  await waitFor(() => expect(field('Código postal')).toHaveFocus());
  expect(changes(received).filter(({ url }) => !url.pathname.endsWith('/rate'))).toEqual([]);
  await pickZip(user, '1425');
  await waitFor(() => expect(field('Código postal')).not.toHaveAttribute('aria-invalid'));
});

test('an edited order with a postal code that does not exist is not sent', async () => {
  const { container, user, received } = await openPortal(`/ordenes/editar/${TRACKING}`, {
    replies: [reply(readOrder, { results: editableOrder() }), ...orderReplies()],
  });
  await loaded(container);
  write('Código postal', 'V1043ABC');
  await loaded(container);
  await user.click(button('Guardar'));
  await contradictionIsShown();
  expect(changes(received)).toEqual([]);
});

test('a quotation with a postal code that does not exist is not requested', async () => {
  const { user, received } = await openPortal('/calculadora', { replies: orderReplies() });
  write('Código postal', 'V1043ABC');
  writeAll({ Largo: '10', Alto: '10', Ancho: '10', Peso: '10' });
  await waitFor(() => expect(field('Provincia')).toHaveValue('Ciudad Autónoma de Buenos Aires'));
  await user.click(button('Calcular'));
  await contradictionIsShown();
  expect(changes(received)).toEqual([]);
});

test('a collection address with a postal code that does not exist is not saved', async () => {
  const { container, user, received } = await openPortal('/usuario', { replies: orderReplies() });
  await loaded(container);
  await user.click(button('Agregar dirección'));
  const open = await dialog();
  writeAll({ Calle: 'Gorriti', Altura: '4820', Localidad: 'Ushuaia', Barrio: 'Centro' }, open);
  write('Código postal', 'V1043ABC', open);
  await loaded(container);
  await user.click(button('Guardar', open));
  await contradictionIsShown();
  expect(changes(received)).toEqual([]);
});

test('the registration shows which province the postal code belongs to before it is sent', async () => {
  const { user, received } = await openPortal('/login', { replies: orderReplies() }, {});
  await user.click(button('Registrate'));
  const open = await dialog();
  await screen.findByLabelText('Apellido');
  writeAll({ Nombre: 'Sofía', Apellido: 'Ferreyra', Teléfono: '11 4902-7715', Email: 'sofia@quebracho.example' }, open);
  await user.click(button('Continuar', open));
  await screen.findByLabelText('CUIT');
  writeAll({ CUIT: '30-70835592-0', 'Razón social': 'Quebracho S.R.L.', 'Nombre de la empresa': 'Quebracho' }, open);
  await user.click(button('Continuar', open));
  await screen.findByLabelText('Calle');
  choose('Provincia', 'Chubut', open);
  writeAll({ Calle: 'Gorriti', Número: '4820', 'Código postal': '9410', Localidad: 'Ushuaia', Barrio: 'Centro' }, open);
  await user.click(button('Continuar', open));
  await waitFor(() =>
    expect(field('Provincia')).toHaveAccessibleDescription('El código postal 9410 es de Tierra del Fuego'),
  );
  choose('Provincia', 'Tierra del Fuego', open);
  await waitFor(() => expect(field('Provincia')).not.toHaveAttribute('aria-invalid'));
  expect(received.filter(({ endpoint }) => endpoint === register)).toEqual([]);
});
