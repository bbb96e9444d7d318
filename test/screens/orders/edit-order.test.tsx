// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { quoteModification, requestModification } from '#shared/orders/modifications.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { type Reply, refuse, reply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';
import { bodiesOf, button, buttons, dialog, dialogsClosed, field, write } from '#test/screens/typing.ts';
import { editableOrder } from './editable-order.ts';
import { backLink, pickZip } from './order-form.ts';
import { ZIP_TABLE } from './zip-table.ts';

const saved = reply(requestModification, {
  message: 'Cambios guardados',
  results: { id: 1, state: 'Aprobado', doubts: [] },
});

async function openEdit({ order = editableOrder(), replies = [] as Reply[] } = {}) {
  const portal = await openPortal(`/ordenes/editar/${TRACKING}`, {
    replies: [...replies, reply(readOrder, { results: order }), saved, ...ZIP_TABLE],
  });
  await loaded(portal.container);
  return portal;
}

const quote = (state: 'Aprobado' | 'Pendiente', cost_after: number) =>
  reply(quoteModification, { results: { state, cost_before: 1000, cost_after } });

test('the price for a new address is shown before the change is saved', async () => {
  const { user, received } = await openEdit({ replies: [quote('Aprobado', 1500.5)] });
  await pickZip(user, '9410');
  expect(field('Provincia')).toHaveValue('Tierra del Fuego');
  await user.click(button('Guardar'));
  const question = await dialog();
  expect(question).toHaveTextContent('Costo de envío');
  expect(question).toHaveTextContent('El costo de envío sube $ 500,50');
  await user.click(button('Guardar', question));
  await waitFor(() => expect(window.location.pathname).toBe(`/ordenes/detalle/${TRACKING}`));
  expect(bodiesOf(received, requestModification)).toMatchObject([{ receiver: { address_zip_code: '9410' } }]);
});

test('a new name or street that a label can’t print, and a phone that may be two, are asked about before they are saved', async () => {
  const { user } = await openEdit({ replies: [quote('Aprobado', 1000)] });
  write('Destinatario', '王小明');
  write('Calle', '長安街');
  write('Piso', '長');
  write('Teléfono', '1155550101 1155550102');
  await user.click(button('Guardar'));
  const question = await dialog();
  for (const reason of ['letras del nombre: saldrían signos', 'letras de la calle: saldrían signos', 'dos teléfonos']) {
    expect(question).toHaveTextContent(reason);
  }
});

test('a change of a collected order becomes a request to the provider', async () => {
  const order = editableOrder({}, 'Retirado');
  const { user } = await openEdit({ order, replies: [quote('Pendiente', 1000)] });
  expect(screen.getByText(/vamos a revisar los cambios antes de aplicarlos/)).toBeInTheDocument();
  write('Destinatario', 'Beto Paz');
  await user.click(button('Guardar'));
  await user.click(button('Solicitar', await dialog()));
  await waitFor(() => expect(window.location.pathname).toBe(`/ordenes/detalle/${TRACKING}`));
});

test('a change of an order whose first shipment is delivered applies at once to the other one', async () => {
  const order = editableOrder();
  const [shipping] = order.shippings ?? [];
  if (!shipping) throw new Error('the sample has no shipment');
  await openEdit({ order: { ...order, shippings: [{ ...shipping, state: 'Entregado' }, shipping] } });
  expect(screen.queryByText(/vamos a revisar los cambios antes de aplicarlos/)).not.toBeInTheDocument();
});

test('an order with a pending change can’t be changed again', async () => {
  await openEdit({ order: editableOrder({ can_request_edit: false }) });
  expect(screen.getByText('Ver la orden')).toHaveAttribute('href', `/ordenes/detalle/${TRACKING}`);
  expect(buttons('Guardar')).toEqual([]);
});

test('each wrong field shows its error, and the input stays if the person decides not to leave', async () => {
  const { user } = await openEdit();
  for (const [label, text] of [
    ['Destinatario', ''],
    ['Email', 'nadie'],
    ['Teléfono', '123'],
    ['Altura', '0'],
  ] as const)
    write(label, text);
  await user.click(button('Guardar'));
  await screen.findByText('Revisá estos 4 datos');
  for (const [label, message] of [
    ['Destinatario', /Este dato es obligatorio$/],
    ['Email', /El email es inválido$/],
    ['Teléfono', /El número es muy corto$/],
    ['Altura', /El número es inválido$/],
  ] as const)
    expect(field(label)).toHaveAccessibleDescription(message);
  await waitFor(() => expect(field('Destinatario')).toHaveFocus());
  await user.click(backLink());
  const question = await dialog();
  expect(question).toHaveTextContent('Vas a perder los cambios de esta orden');
  await user.click(button('Seguir acá', question));
  await dialogsClosed();
  expect(field('Email')).toHaveValue('nadie');
});

test('an unknown order shows a message', async () => {
  await openPortal('/ordenes/editar/99999999', { replies: [refuse(readOrder, 404, 'No encontramos lo que buscás')] });
  expect(await screen.findByText('No se pudo obtener la información de la orden')).toBeInTheDocument();
  expect(backLink()).toHaveAttribute('href', '/ordenes');
});
