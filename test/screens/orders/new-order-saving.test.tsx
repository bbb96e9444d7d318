// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { type Reply, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { alertAppears, button, buttons, dialog, dialogsClosed, field, write } from '#test/screens/typing.ts';
import { backLink, fillMeasures, fillOrder, openNewOrder, shipment } from './order-form.ts';

const creations = (received: Awaited<ReturnType<typeof openNewOrder>>['received']) =>
  received.filter(({ endpoint }) => endpoint === createOrder);

const onTheList = () => screen.findByText('Ordenes', { selector: 'h1' });

/** Returns to the form by a link of another screen. */
async function comeBack(user: Awaited<ReturnType<typeof openNewOrder>>['user']): Promise<void> {
  await user.click(document.querySelector('main a[href="/ordenes/nueva-orden"]') as HTMLElement);
  await screen.findByLabelText('Nro. de Orden Interno');
}

describe.each([false, true])('the form of a new order, strict %s', (strict) => {
  test('shows that an order number is taken on its field, in the alert and in the summary, and keeps the input', async () => {
    const message = 'Ya tenés una orden con ese número';
    const refusal = refuse(createOrder, 422, 'Revisá los datos', [{ field: 'order_id', message }]);
    const { user } = await openNewOrder({ replies: [refusal], settings: { strict } });
    await fillOrder(user);
    fillMeasures(1);
    await user.click(button('Guardar'));
    await alertAppears(`Nro. de Orden Interno: ${message}`);
    const number = field('Nro. de Orden Interno');
    await waitFor(() => expect(number).toHaveFocus());
    expect(number).toHaveAccessibleDescription(new RegExp(`${message}$`));
    expect(screen.getByText('Revisá este dato').closest('[role=alert]')).toHaveTextContent(message);
    expect(field('Calle')).toHaveValue('Av. Raúl Scalabrini Ortiz');
    expect(field('Localidad')).toHaveValue('Palermo');
    expect(field('Peso', shipment(1))).toHaveValue('500');
  });

  test('warns before unsaved changes are left, and offers them as a draft afterwards', async () => {
    const { user } = await openNewOrder({ settings: { strict } });
    write('Calle', 'Costa Rica');
    await user.click(backLink());
    const question = await dialog('Todavía no guardaste esta orden');
    expect(question).toHaveTextContent(
      'queda como borrador en este navegador por 24 horas, salvo que cierres la sesión',
    );
    expect(question).not.toHaveTextContent('perder los cambios');
    await user.click(button('Seguir acá', question));
    await dialogsClosed();
    expect(field('Calle')).toHaveValue('Costa Rica');
    await user.click(backLink());
    await user.click(button('Salir', await dialog('Todavía no guardaste esta orden')));
    await onTheList();
    await comeBack(user);
    await user.click(await screen.findByRole('button', { name: 'Retomala' }));
    expect(field('Calle')).toHaveValue('Costa Rica');
  });
});

test('the fields that refuse to be empty are the required ones', async () => {
  const { container, user } = await openNewOrder();
  await user.click(button('Guardar'));
  await waitFor(() => expect(container.querySelector('[aria-invalid="true"]')).not.toBeNull());
  const named = (selector: string) =>
    [...container.querySelectorAll(`main form ${selector}`)].map((control) => control.getAttribute('name')).sort();
  expect(named('[aria-required="true"]')).toEqual(named('[aria-invalid="true"]'));
  expect(named('[aria-required="true"]')).toContain('shipments.0.weight');
});

test('errors in a foreign gateway’s format are shown on their fields, and the others on the page', async () => {
  const errors = [
    'receiver[address][city] => Localidad desconocida',
    'shipments[0][weight] => Muy pesado',
    'feriado => No hay colecta',
  ];
  const answer = { message: 'No se pudo crear', errors: errors.map((message) => ({ message })) };
  const refusal: Reply = { endpoint: createOrder, respond: () => Response.json(answer, { status: 400 }) };
  const { user } = await openNewOrder({ replies: [refusal] });
  await fillOrder(user);
  fillMeasures(1);
  await user.click(button('Guardar'));
  await alertAppears('No se pudo crear');
  await alertAppears('Localidad: Localidad desconocida');
  await alertAppears('feriado: No hay colecta');
  await waitFor(() => expect(field('Localidad')).toHaveFocus());
  expect(field('Localidad')).toHaveAccessibleDescription('Localidad desconocida');
  expect(field('Peso', shipment(1))).toHaveAccessibleDescription('0,5 kg Muy pesado');
  expect(document.querySelector('form[aria-label="Nueva Orden"]')).toHaveTextContent('feriado: No hay colecta');
});

test('without a connection the input stays, and the next attempt sends the order under the same key', async () => {
  const offline: Reply = { endpoint: createOrder, respond: () => Promise.reject(new TypeError('Failed to fetch')) };
  const replies: Reply[] = [offline];
  const { user, received } = await openNewOrder({ replies });
  await fillOrder(user);
  fillMeasures(1);
  await user.click(button('Guardar'));
  await alertAppears('Sin conexión. Lo que escribiste sigue acá.');
  expect(field('Nro. de Orden Interno')).toHaveValue('A-100');
  replies.splice(replies.indexOf(offline), 1);
  await user.click(button('Guardar'));
  await onTheList();
  const [first, second, ...others] = creations(received);
  expect(others).toEqual([]);
  expect(first?.headers.get('idempotency-key')).toMatch(/^\w{32}$/);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  expect(second?.body).toEqual(first?.body);
});

test('asks about a shipment of unusual size before saving, and saves it if it is right', async () => {
  const { user, received } = await openNewOrder();
  await fillOrder(user);
  fillMeasures(1);
  write('Largo', '9999', shipment(1));
  write('Peso', '150500', shipment(1));
  write('Teléfono', '11555501011155550102');
  expect(field('Peso', shipment(1))).toHaveAccessibleDescription(/150,5 kg/);
  await user.click(button('Guardar'));
  const question = await dialog('¿Son correctos estos datos?');
  expect(question).toHaveTextContent('Parecen dos teléfonos. Dejá uno solo');
  expect(question).toHaveTextContent('El envío 1 mide 9.999 cm de largo.');
  expect(question).toHaveTextContent('El envío 1 pesa 150.500 g, es decir 150,5 kg.');
  await user.click(button('Volver', question));
  await dialogsClosed();
  expect(creations(received)).toHaveLength(0);
  expect(field('Largo', shipment(1))).toHaveValue('9999');
  await user.click(button('Guardar'));
  await user.click(button('Guardar así', await dialog('¿Son correctos estos datos?')));
  await onTheList();
  expect(creations(received)).toHaveLength(1);
});

test('names the texts that a label can’t print before saving', async () => {
  const { user, received } = await openNewOrder();
  await fillOrder(user);
  fillMeasures(1);
  write('Nombre', '李');
  write('Calle', '李家街');
  await user.click(button('Guardar'));
  expect(await dialog('¿Son correctos estos datos?')).toHaveTextContent(
    /letras del nombre: saldrían signos de pregunta.*letras de la calle: saldrían signos de pregunta/,
  );
  expect(creations(received)).toHaveLength(0);
});

test('a double click creates one order, and a saved order leaves no draft', async () => {
  const saved = { ...sampleReply(createOrder), message: 'La orden A-100 se creó correctamente' };
  const { user, received } = await openNewOrder({ replies: [reply(createOrder, saved)] });
  await fillOrder(user);
  fillMeasures(1);
  await screen.findByText(/^Borrador guardado a las \d\d:\d\d$/);
  await user.dblClick(button('Guardar'));
  await alertAppears('La orden A-100 se creó correctamente');
  await onTheList();
  expect(creations(received)).toHaveLength(1);
  await comeBack(user);
  expect(buttons('Retomala')).toEqual([]);
});
