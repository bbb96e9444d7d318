// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { deliveryModes } from '#shared/orders/lookups.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { acceptTerms, newestTerms, resetPassword } from '#shared/people/access.ts';
import { type ReceivedRequest, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';

/** Both kinds of gateway: ours, and one without additions to the specifications. */
const GATEWAYS = [
  ['our own', { strict: false }],
  ['a foreign', { strict: true, foreign: true }],
] as const;

const requested = (received: readonly ReceivedRequest[], start: string) =>
  received.map(({ url }) => decodeURIComponent(url.pathname + url.search)).filter((path) => path.startsWith(start));

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

/** Required fields of an order except the postal code. */
const ORDER = {
  'Nro. de Orden Interno': 'E-1',
  Calle: 'Costa Rica',
  Altura: '4321',
  'Entre calle 1': 'Gurruchaga',
  Barrio: 'Palermo',
  Nombre: 'Ana',
  Apellido: 'Gómez',
  Documento: '20123456',
  Email: 'ana@example.com',
  Teléfono: '1158732046',
  Largo: '10',
  Ancho: '10',
  Alto: '10',
  Peso: '500',
  Valor: '1500',
};

describe('An order', () => {
  test.each([
    ['read by its tracking id from our own gateway', false, [`/api/v1/client/order/${TRACKING}`]],
    [
      'looked up by its tracking id in a foreign gateway, then read by its number',
      true,
      [`/api/v1/client/order/?page=1&filter[tracking]=${TRACKING}&limit=1`, '/api/v1/client/order/1'],
    ],
  ])('is %s', async (_what, strict, expected) => {
    const { container, received } = await openPortal(`/ordenes/detalle/${TRACKING}`, { settings: { strict } });
    await loaded(container);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Orden # /));
    const orders = requested(received, '/api/v1/client/order/').filter((path) => !path.endsWith('/states'));
    expect(orders).toEqual(expected);
  });

  test.each(GATEWAYS)('of %s gateway shows the state of a requested change in Spanish', async (_whose, settings) => {
    const sample = sampleReply(listOrders, 1);
    const results = sample.results.map((row) => ({ ...row, last_modification_incidence_state: 'rejected' }));
    const replies = [reply(listOrders, { ...sample, results })];
    const { container } = await openPortal('/logistica-inversa', { replies, settings });
    await loaded(container);
    const [number] = results.map(({ order_id }) => order_id);
    expect(screen.getByText(number as string).closest('tr')).toHaveTextContent('Modificación: Rechazado');
  });

  test.each([
    ['keeps its coordinates when its floor changes', 'Piso', '7', -58.43],
    ['loses its coordinates when its street number changes', 'Altura', '77', null],
  ])('%s', async (_what, label, text, longitude) => {
    const sample = sampleReply(readOrder);
    const place = {
      address_street_number: '4321',
      address_floor: '1',
      address_apartment: 'B',
      address_longitude: -58.43,
      address_latitude: -34.59,
    };
    const receiverOf = (shipping: (typeof sample.results.shippings)[number]) => ({
      ...shipping,
      receiver: { ...shipping.receiver, ...place, email: 'ana@example.com', receiver_phone: '1158732046' },
    });
    // An order to its address: one to a chosen point has no coordinates of its own.
    const results = { ...sample.results, pickup_point: null, shippings: sample.results.shippings.map(receiverOf) };
    const { container, received, user } = await openPortal(`/ordenes/editar/${TRACKING}`, {
      replies: [reply(readOrder, { results })],
    });
    await loaded(container);
    type(label, text);
    await user.click(screen.getByRole('button', { name: /^Guardar/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(window.location.pathname).toMatch(/^\/ordenes\/detalle\//));
    const sent = received.find(({ endpoint }) => endpoint === requestModification);
    expect(sent?.body).toMatchObject({ receiver: { address_longitude: longitude } });
  });
});

describe('The terms', () => {
  test.each(GATEWAYS)(
    'of %s gateway that sends several versions are shown and accepted in the latest version',
    async (_whose, settings) => {
      const results = [
        { id: 4, text: '<p>Términos viejos</p>' },
        { id: 5, text: '<p>Términos nuevos</p>' },
      ];
      const replies = [reply(newestTerms, { code: 200, results })];
      const session = { ...SESSION, terms: 'false' };
      const { user, received } = await openPortal('/estadisticas', { replies, settings }, session);
      const terms = await screen.findByRole('dialog', { name: 'Términos y Condiciones de Transporte' });
      await waitFor(() => expect(terms).toHaveTextContent('Términos nuevos'));
      expect(terms).not.toHaveTextContent('Términos viejos');
      await user.click(within(terms).getByRole('checkbox'));
      await user.click(within(terms).getByRole('button', { name: 'Acepto los terminos y condiciones' }));
      await waitFor(() =>
        expect(received.find(({ endpoint }) => endpoint === acceptTerms)?.url.pathname).toMatch(/\/terms\/5\/accept$/),
      );
    },
  );

  test.each(GATEWAYS)('of %s gateway that were accepted before are stored by their id', async (_whose, settings) => {
    await openPortal('/estadisticas', { settings });
    await waitFor(() => expect(localStorage.getItem('terms_config')).toMatch(/^\d+$/));
  });
});

test('an error that names only the field marks that field', async () => {
  const replies = [
    refuse(createOrder, 422, 'email => ya existe'),
    reply(deliveryModes, { results: [{ id: '1', name: 'Entrega a domicilio' }] }),
  ];
  const { container, user } = await openPortal('/ordenes/nueva-orden', { replies, settings: { strict: true } });
  await loaded(container);
  await screen.findByLabelText('Nro. de Orden Interno');
  for (const [name, value] of Object.entries(ORDER)) type(name, value);
  await user.click(field('Código postal'));
  await user.paste('1425');
  await user.click((await screen.findAllByRole('option'))[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('ya existe'));
  expect(field('Email')).toHaveFocus();
});

test('the new password is compared with its confirmation at each change, even after a failed submit', async () => {
  const replies = [refuse(resetPassword, 422, 'El enlace venció')];
  const settings = { strict: true, foreign: true };
  const { user } = await openPortal('/password_reset/enlace', { replies, settings }, {});
  const confirmation = field('Repetí la contraseña');
  type('Nueva contraseña', 'quebracho7');
  type('Repetí la contraseña', 'quebracho7');
  await user.click(screen.getByRole('button', { name: 'Cambiar contraseña' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent('El enlace venció'));
  expect(confirmation).not.toHaveAttribute('aria-invalid', 'true');
  type('Nueva contraseña', 'quebracho8');
  await waitFor(() => expect(confirmation).toHaveAccessibleDescription('La contraseña no coincide.'));
});

test('the new password is compared again when its confirmation changes', async () => {
  await openPortal('/password_reset/enlace', { settings: { strict: true, foreign: true } }, {});
  const confirmation = field('Repetí la contraseña');
  type('Nueva contraseña', 'quebracho7');
  type('Repetí la contraseña', 'quebracho7');
  type('Nueva contraseña', 'quebracho8');
  fireEvent.blur(field('Nueva contraseña'));
  await waitFor(() => expect(confirmation).toHaveAccessibleDescription('La contraseña no coincide.'));
  type('Nueva contraseña', 'quebracho7');
  await waitFor(() => expect(confirmation).not.toHaveAttribute('aria-invalid'));
});
