// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readOrder } from '#shared/orders/orders.ts';
import { listProducts, type Product } from '#shared/orders/product/products.ts';
import { reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { button, findButton } from '#test/screens/list-page.ts';
import { axeViolations, loaded, openPortal, SESSION } from '#test/screens/open-portal.tsx';
import { orderDetail, pageOf, shippingOf, trackingOf } from '#test/screens/orders/order-replies.ts';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const x = (length: number) => 'x'.repeat(length);

/** Types into a field and leaves it. */
function write(label: string, value: string): void {
  fireEvent.focus(field(label));
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
}

/** An invalid text for each field, and the field's error. */
const WRONG: readonly [label: string, text: string, message: string][] = [
  ['Nro. de Orden Interno', 'A', 'El número de orden es muy corto'],
  ['Remitente', x(31), 'Ingrese hasta 30 caracteres'],
  ['Calle', x(61), 'Ingrese hasta 60 caracteres'],
  ['Altura', '0', 'El número es inválido'],
  ['Piso', x(11), 'Ingrese hasta 10 caracteres'],
  ['Dpto.', x(11), 'Ingrese hasta 10 caracteres'],
  ['Entre calle 1', x(61), 'Ingrese hasta 60 caracteres'],
  ['Entre calle 2', x(61), 'Ingrese hasta 60 caracteres'],
  ['Código postal', 'abc', 'El código postal no es válido'],
  ['Localidad', x(41), 'Ingrese hasta 40 caracteres'],
  ['Barrio', x(41), 'Ingrese hasta 40 caracteres'],
  ['Observaciones', x(251), 'Ingrese hasta 250 caracteres'],
  ['Nombre', x(31), 'Ingrese hasta 30 caracteres'],
  ['Apellido', x(31), 'Ingrese hasta 30 caracteres'],
  ['Documento', 'malo', 'El documento debe tener números'],
  ['Destinatario', x(61), 'Ingrese hasta 60 caracteres'],
  ['Email', 'ana@', 'El email es inválido'],
  ['Teléfono', '123456', 'El número es muy corto'],
  ['Largo', '2,5', 'Ingresá centímetros enteros, sin decimales'],
  ['Ancho', '0', 'El mínimo debe ser 1'],
  ['Alto', '10000', 'Debe ser menor o igual a 9999'],
  ['Peso', '2,5', 'Ingresá gramos enteros, sin decimales'],
  ['Valor', '32.500,50', 'Ingresá pesos enteros, sin centavos'],
];

async function openForm() {
  const portal = await openPortal('/logistica-inversa/nueva-orden');
  await screen.findByLabelText('Nro. de Orden Interno');
  await loaded(portal.container);
  return portal;
}

test('each field of a new reverse order shows its error, and removes it once the input is right', async () => {
  await openForm();
  for (const [label, text] of WRONG) write(label, text);
  for (const [label, , message] of WRONG) {
    await waitFor(() => expect(field(label), label).toHaveAccessibleDescription(new RegExp(`${message}$`)));
  }
  write('Nro. de Orden Interno', 'AQ');
  write('Largo', '9999');
  await waitFor(() => expect(field('Largo')).not.toHaveAttribute('aria-invalid'));
  await waitFor(() => expect(field('Nro. de Orden Interno')).not.toHaveAttribute('aria-invalid'));
});

test('a product that is created in the form of a reverse order is always active', async () => {
  const { user } = await openForm();
  await user.click(button('Nuevo Producto +'));
  const active = await screen.findByLabelText<HTMLInputElement>('Activo');
  expect(active).toBeChecked();
  expect(active).toBeDisabled();
});

test('an item of a reverse order needs a product and a quantity from 1 to 9999', async () => {
  const { user } = await openForm();
  await user.click(button('Agregar Ítem'));
  const quantity = await screen.findByLabelText('Cantidad del ítem 1');
  expect(quantity).toHaveValue('1');
  await user.click(button(/^Guardar/));
  await waitFor(() => expect(field('Producto del ítem 1')).toHaveAccessibleDescription('Este campo es obligatorio'));
  for (const [text, message] of [
    ['0', 'Mínimo 1'],
    ['10000', 'Máximo 9999'],
  ] as const) {
    fireEvent.change(quantity, { target: { value: text } });
    await waitFor(() => expect(quantity).toHaveAccessibleDescription(message));
  }
});

test('a reverse order created from an order names the products that are no longer active, and leaves them out', async () => {
  const items = [
    { item: 'Yerba', sku: 'SKU-VIEJO', quantity: 1, product_id: 1 },
    { item: 'Mate', sku: 'SKU-ACTIVO', quantity: 2, product_id: 2 },
  ];
  const [sample] = sampleReply(listProducts, 1).results;
  if (!sample) throw new Error('no sample of a product');
  const replies = [
    reply(readOrder, { results: orderDetail({ shippings: [shippingOf(1, { items })] }) }),
    reply(listProducts, pageOf([{ ...sample, id: 2, sku: 'SKU-ACTIVO', active: true }])),
  ];
  const query = `type=reverse-logistic&fromOrder=${trackingOf(1)}&fromShippings=${trackingOf(1)}-1`;
  const { user } = await openPortal(`/ordenes/nueva-orden?${query}`, { replies });
  const missing = await screen.findByRole('dialog', { name: 'Productos no encontrados' });
  expect(missing).toHaveTextContent('SKU-VIEJO');
  expect(missing).not.toHaveTextContent('SKU-ACTIVO');
  expect(await axeViolations(missing)).toEqual([]);
  await user.click(await findButton('Aceptar', missing));
  expect(await screen.findByLabelText('Cantidad del ítem 1')).toHaveValue('2');
  expect(screen.queryByLabelText('Cantidad del ítem 2')).toBeNull();
  expect(screen.getByRole('region', { name: 'Envío 1' })).toBeVisible();
});

test('a product beyond the catalogue that was read is looked up by its SKU before it is called missing', async () => {
  const items = ['SKU-LEJANO', 'SKU-VIEJO', ' sku-lejano '].map((sku) => ({
    item: sku,
    sku,
    quantity: 1,
    product_id: 1,
  }));
  const [sample] = sampleReply(listProducts, 1).results;
  const far = { ...(sample as Product), id: 2, sku: 'SKU-LEJANO', active: true };
  const asked = (sku = '') => [far, { ...far, id: 3, sku: 'SKU-LEJANO-2' }].filter((each) => each.sku.startsWith(sku));
  const replies = [
    reply(readOrder, { results: orderDetail({ shippings: [shippingOf(1, { items })] }) }),
    reply(listProducts, ({ query }) => pageOf(query['filter[sku]'] ? asked(query['filter[sku]']) : [], { pages: 2 })),
  ];
  const query = `type=reverse-logistic&fromOrder=${trackingOf(1)}`;
  const settings = { strict: true, foreign: true };
  const { received } = await openPortal(`/ordenes/nueva-orden?${query}`, { replies, settings });
  const missing = await screen.findByRole('dialog', { name: 'Productos no encontrados' });
  expect(missing).toHaveTextContent('SKU-VIEJO');
  expect(missing).not.toHaveTextContent('SKU-LEJANO');
  expect(missing).toHaveTextContent('Estos productos no están entre los activos');
  const lookUps = received.filter(({ query: sent }) => 'filter[sku]' in sent).map(({ query: sent }) => sent);
  expect(lookUps.map((sent) => [sent['filter[sku]'], sent.limit])).toEqual([
    ['SKU-VIEJO', '10'],
    ['SKU-LEJANO', '10'],
  ]);
  await waitFor(() => expect(document.querySelectorAll('[name$=quantity]')).toHaveLength(2));
});

test('a client without reverse logistics can’t create a reverse order', async () => {
  const { logistica_inversa: _, ...stored } = SESSION;
  const flags = btoa(JSON.stringify({ username: 'ana', terms_accepted: true, default_format: 'pdf' }));
  const address = `/ordenes/nueva-orden?type=reverse-logistic&fromOrder=${trackingOf(1)}`;
  await openPortal(address, {}, { ...stored, token: `x.${flags}.x` });
  expect(await screen.findByText('Tu cuenta no tiene habilitada la logística inversa')).toBeVisible();
});
