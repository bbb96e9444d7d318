// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { findZipCodes } from '#shared/orders/lookups.ts';
import { type Reply, refuse } from '#test/screens/fake-gateway.ts';
import {
  alertTexts,
  button,
  changes,
  field,
  optionsOf,
  suggestion,
  suggestions,
  write,
  writeAll,
} from '#test/screens/typing.ts';
import { openNewOrder, summary } from './order-form.ts';

const REQUIRED = /Este dato es obligatorio$/;

/** Required fields of an order, with the error of each while empty. */
const NEEDED = {
  ...Object.fromEntries(
    ['Calle', 'Altura', 'Entre calle 1', 'Código postal', 'Provincia', 'Localidad', 'Barrio', 'Nombre', 'Apellido']
      .concat(['Documento', 'Destinatario', 'Email', 'Teléfono', 'Peso', 'Valor', 'Nro. de Orden Interno'])
      .map((label) => [label, REQUIRED]),
  ),
  Largo: 'El largo es obligatorio',
  Ancho: 'El ancho es obligatorio',
  Alto: 'El alto es obligatorio',
};

describe.each([false, true])('the form of a new order, strict %s', (strict) => {
  test('marks missing data on each field and in a summary that links to the fields', async () => {
    const { user, received } = await openNewOrder({ settings: { strict } });
    expect(summary()).toHaveTextContent('Faltan 19 datos para guardar');
    await user.click(button('Guardar'));
    await waitFor(() => expect(field('Nro. de Orden Interno')).toHaveFocus());
    for (const [label, message] of Object.entries(NEEDED)) expect(field(label)).toHaveAccessibleDescription(message);
    for (const label of ['Remitente', 'Piso', 'Dpto.', 'Entre calle 2', 'Observaciones']) {
      expect(field(label), label).not.toHaveAttribute('aria-invalid');
    }
    const problems = screen.getByText('Revisá estos 19 datos').closest<HTMLElement>('[role=alert]');
    if (!problems) throw new Error('no summary of errors');
    expect(within(problems).getAllByRole('link')).toHaveLength(19);
    await user.click(within(problems).getByRole('link', { name: /Envío 1, Alto/ }));
    await waitFor(() => expect(field('Alto')).toHaveFocus());
    expect(changes(received)).toEqual([]);
  });

  test('looks a postal code up from four characters on, once per code, and closes the suggestions with a short delay', async () => {
    const { user, received } = await openNewOrder({ settings: { strict } });
    const lookups = () => received.filter(({ endpoint }) => endpoint === findZipCodes).map(({ query }) => query);
    const zip = field('Código postal');
    await user.type(zip, '1425');
    await suggestion('1425 · Palermo, CABA');
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(suggestions()).toEqual([]));
    await user.type(zip, '5');
    await user.click(await suggestion('1425 · Palermo, CABA'));
    expect(lookups()).toEqual([{ page: '1', limit: '999', 'filter[code]': '1425' }]);
    expect(field('Provincia')).toHaveValue('Ciudad Autónoma de Buenos Aires');
    expect(field('Provincia')).toHaveAttribute('readonly');
    expect(field('Localidad')).toHaveValue('Palermo');
    expect(field('Barrio'), 'a locality of the City is a neighbourhood').toHaveValue('Palermo');

    await user.clear(zip);
    await user.type(zip, '1429');
    expect(field('Provincia'), 'another code removes the province').toHaveValue('');
    const option = await suggestion('Núñez');
    await user.tab();
    expect(option, 'the list stays for a moment').toBeInTheDocument();
    await waitFor(() => expect(option).not.toBeInTheDocument());
  });
});

test('an item needs a product and a quantity from 1 to 9999', async () => {
  const { user } = await openNewOrder();
  await user.click(button('Agregar Ítem'));
  const product = field('Producto del ítem 1');
  const quantity = field('Cantidad del ítem 1');
  await waitFor(() => expect(product).toHaveFocus());
  expect(quantity).toHaveValue('1');
  await user.click(button('Guardar'));
  await waitFor(() => expect(product).toHaveAccessibleDescription('Este campo es obligatorio'));
  for (const [text, message] of [
    ['', 'Obligatorio'],
    ['0', 'Mínimo 1'],
    ['10000', 'Máximo 9999'],
  ] as const) {
    fireEvent.change(quantity, { target: { value: text } });
    await waitFor(() => expect(quantity).toHaveAccessibleDescription(message));
  }
  fireEvent.change(quantity, { target: { value: '9999' } });
  await waitFor(() => expect(quantity).not.toHaveAttribute('aria-invalid'));
});

test('an unknown postal code or a failed look-up never blocks an order', async () => {
  const replies: Reply[] = [];
  const { user } = await openNewOrder({ replies });
  write('Código postal', '9999');
  await waitFor(() => expect(field('Provincia').tagName).toBe('SELECT'));
  expect(optionsOf(field('Provincia')), 'the provinces of its region').toEqual([
    'Elegí una provincia',
    'Chubut',
    'Santa Cruz',
    'Tierra del Fuego',
  ]);
  await user.selectOptions(field('Provincia'), 'Chubut');
  write('Código postal', 'U9999ABC');
  await waitFor(() => expect(field('Provincia'), 'the letter of a CPA names it').toHaveAttribute('readonly'));
  expect(field('Provincia')).toHaveValue('Chubut');

  replies.unshift(refuse(findZipCodes, 500, 'Falló'));
  write('Código postal', '5000');
  await waitFor(() => expect(field('Provincia').tagName).toBe('SELECT'));
  expect(alertTexts()).toEqual([]);
});

test('the receiver’s name is first and last name until another name is typed', async () => {
  await openNewOrder();
  writeAll({ Nombre: 'Ana', Apellido: 'Gómez' });
  expect(field('Destinatario')).toHaveValue('Ana Gómez');
  writeAll({ Destinatario: 'Recepción', Apellido: 'Pérez' });
  expect(field('Destinatario')).toHaveValue('Recepción');
});

/** An invalid text for each field, and the field's error. */
const WRONG: readonly [label: string, text: string, message: string][] = [
  ['Nro. de Orden Interno', 'A', 'El número de orden es muy corto'],
  ['Remitente', 'x'.repeat(31), 'Ingrese hasta 30 caracteres'],
  ['Calle', 'x'.repeat(61), 'Ingrese hasta 60 caracteres'],
  ['Altura', '0', 'El número es inválido'],
  ['Piso', 'x'.repeat(11), 'Ingrese hasta 10 caracteres'],
  ['Dpto.', 'x'.repeat(11), 'Ingrese hasta 10 caracteres'],
  ['Entre calle 1', 'x'.repeat(61), 'Ingrese hasta 60 caracteres'],
  ['Entre calle 2', 'x'.repeat(61), 'Ingrese hasta 60 caracteres'],
  ['Código postal', 'abc', 'El código postal no es válido'],
  ['Localidad', 'x'.repeat(41), 'Ingrese hasta 40 caracteres'],
  ['Barrio', 'x'.repeat(41), 'Ingrese hasta 40 caracteres'],
  ['Observaciones', 'x'.repeat(251), 'Ingrese hasta 250 caracteres'],
  ['Nombre', 'x'.repeat(31), 'Ingrese hasta 30 caracteres'],
  ['Apellido', 'x'.repeat(31), 'Ingrese hasta 30 caracteres'],
  ['Documento', 'malo', 'El documento debe tener números'],
  ['Destinatario', 'x'.repeat(61), 'Ingrese hasta 60 caracteres'],
  ['Email', 'ana@', 'El email es inválido'],
  ['Teléfono', '123456', 'El número es muy corto'],
  ['Largo', '2,5', 'Ingresá centímetros enteros, sin decimales'],
  ['Ancho', '0', 'El mínimo debe ser 1'],
  ['Alto', '10000', 'Debe ser menor o igual a 9999'],
  ['Peso', '2,5', 'Ingresá gramos enteros, sin decimales'],
  ['Valor', '32.500,50', 'Ingresá pesos enteros, sin centavos'],
];

test('each field is validated when the focus leaves it, not while the person types', async () => {
  await openNewOrder();
  for (const [label, text] of WRONG) {
    fireEvent.change(field(label), { target: { value: text } });
    expect(field(label), label).not.toHaveAttribute('aria-invalid');
    fireEvent.blur(field(label));
  }
  await waitFor(() => {
    for (const [label, , message] of WRONG) expect(field(label)).toHaveAccessibleDescription(new RegExp(`${message}$`));
  });
  write('Observaciones', 'x'.repeat(250));
  await waitFor(() => expect(field('Observaciones')).not.toHaveAttribute('aria-invalid'));
  expect(screen.getByText('250 / 250')).toBeInTheDocument();
});
