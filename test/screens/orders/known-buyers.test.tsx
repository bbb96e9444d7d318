// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { rate } from '#shared/money/rates.ts';
import { findBuyers } from '#shared/orders/buyers.ts';
import { findZipCodes } from '#shared/orders/lookups.ts';
import { type ReceivedRequest, refuse, reply } from '#test/screens/fake-gateway.ts';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { button, field, suggestion, write } from '#test/screens/typing.ts';
import { ANA, HOME } from './known-buyer.ts';
import { fillMeasures, fillOrder, openNewOrder } from './order-form.ts';

const KNOWN = reply(findBuyers, { results: [ANA] });

const searches = (received: readonly ReceivedRequest[]) =>
  received.filter(({ endpoint }) => endpoint === findBuyers).map(({ query }) => `${query.by} ${query.q}`);

test('a known buyer is proposed with each address while a name is typed, and fills in receiver and address', async () => {
  const { user, received } = await openNewOrder({ replies: [KNOWN] });
  await user.click(field('Nombre'));
  await user.keyboard('an');
  await user.keyboard('a');
  await suggestion('Ana Gómez 27331480 · Costa Rica 4500, Palermo');
  await suggestion('Ana Gómez 27331480 · Lavalle 10, Rosario');
  expect(await axeViolations(document.body)).toEqual([]);
  expect(searches(received)).toEqual(['name ana']);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  const texts = {
    Nombre: 'Ana',
    Apellido: 'Gómez',
    Documento: '27331480',
    Destinatario: 'Portería',
    Email: 'ana@example.com',
    Teléfono: '11 5873-2046',
    Calle: 'Lavalle',
    Altura: '10',
    Piso: '3',
    'Dpto.': 'B',
    'Código postal': '1414',
    Localidad: 'Rosario',
    Observaciones: 'Timbre 2',
  };
  for (const [label, text] of Object.entries(texts)) await waitFor(() => expect(field(label), label).toHaveValue(text));
  await waitFor(() => expect(field('Nro. de Orden Interno')).toHaveFocus());
});

test('a picked buyer replaces what was typed only until it is undone', async () => {
  const { user } = await openNewOrder({ replies: [KNOWN] });
  write('Calle', 'Mitre');
  await user.click(field('Nombre'));
  await user.keyboard('ana');
  await user.click(await suggestion('Costa Rica 4500'));
  expect(await screen.findByText(/Reemplazamos lo que decía en Calle\./)).toBeVisible();
  await waitFor(() => expect(field('Nro. de Orden Interno')).toHaveFocus());
  write('Email', 'otra@example.com');
  await user.click(button('Deshacer'));
  expect(field('Calle')).toHaveValue('Mitre');
  expect(field('Nombre')).toHaveValue('');
  expect(field('Email'), 'edited since').toHaveValue('otra@example.com');
  await waitFor(() => expect(field('Nombre')).toHaveFocus());
});

test('Enter picks nobody who wasn’t chosen', async () => {
  const { user } = await openNewOrder({ replies: [KNOWN] });
  await user.click(field('Nombre'));
  await user.keyboard('ana');
  await suggestion('Costa Rica 4500');
  await user.keyboard('{Enter}');
  expect(field('Nombre')).toHaveValue('ana');
  expect(field('Calle')).toHaveValue('');
});

test.each([
  ['Apellido', 'gom', 'name gom'],
  ['Documento', '27331', 'document 27331'],
  ['Teléfono', '115873', 'phone 115873'],
])('a buyer is found by the field %s', async (label, typed, searched) => {
  const { user, received } = await openNewOrder({ replies: [KNOWN] });
  await user.click(field(label));
  await user.keyboard(typed);
  await suggestion('Ana Gómez 27331480 · Costa Rica 4500, Palermo');
  expect(searches(received)).toEqual([searched]);
});

test('the last name is looked for after the first one', async () => {
  const { user, received } = await openNewOrder({ replies: [reply(findBuyers, { results: [] })] });
  await user.click(field('Nombre'));
  await user.keyboard('Ana');
  await user.click(field('Apellido'));
  await user.keyboard('Gom');
  await waitFor(() => expect(searches(received)).toContain('name Ana Gom'));
});

test('typing goes on where the search fails', async () => {
  const failing = await openNewOrder({ replies: [refuse(findBuyers, 500, 'Error')] });
  await failing.user.click(field('Nombre'));
  await failing.user.keyboard('Ana');
  await waitFor(() => expect(searches(failing.received)).not.toEqual([]));
  expect(field('Nombre')).toHaveValue('Ana');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('strict mode searches nobody', async () => {
  const { user, received } = await openNewOrder({ settings: { strict: true } });
  await user.click(field('Nombre'));
  await user.keyboard('Ana');
  await fillOrder(user);
  fillMeasures(1);
  // The price is asked for later than buyers would be.
  await waitFor(() => expect(received.map(({ endpoint }) => endpoint)).toContain(rate));
  expect(searches(received)).toEqual([]);
});

describe('a known buyer without a neighbourhood', () => {
  const pick = async (city: string, zip_code: string) => {
    const addresses = [{ ...HOME, city, zip_code, neighborhood_name: '' }];
    const { user } = await openNewOrder({ replies: [reply(findBuyers, { results: [{ ...ANA, addresses }] }), CRESPO] });
    await user.click(field('Nombre'));
    await user.keyboard('ana');
    await user.click(await suggestion('Costa Rica 4500'));
    await waitFor(() => expect(field('Calle')).toHaveValue('Costa Rica'));
    return user;
  };
  const CRESPO = reply(findZipCodes, ({ query }) => ({
    results: ['Palermo', 'Villa Crespo'].map((city) => ({
      zip_code: query['filter[code]'] ?? '',
      city,
      province: 'Ciudad Autónoma de Buenos Aires',
    })),
    pagination: { page: 1, pages: 1, total: 2, limit: 999 },
  }));

  test('gets it from the locality of several that the order had, until it is undone', async () => {
    const user = await pick('villa crespo', '1414');
    await waitFor(() => expect(field('Barrio')).toHaveValue('Villa Crespo'));
    expect(field('Barrio')).not.toHaveAccessibleDescription();
    await user.click(button('Deshacer'));
    expect(field('Barrio')).toHaveValue('');
  });

  test('is asked for where no locality matches', async () => {
    await pick('CABA', '1414');
    await waitFor(() => expect(field('Barrio')).toHaveAccessibleDescription('Completá este dato'));
    expect(field('Barrio')).toHaveValue('');
  });
});
