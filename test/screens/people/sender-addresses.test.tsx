// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import {
  createSenderAddress,
  listSenderAddresses,
  type SenderAddress,
  updateSenderAddress,
} from '#shared/people/account.ts';
import { type Reply, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { fillMeasures, fillOrder, openNewOrder, pickZip } from '#test/screens/orders/order-form.ts';
import { ZIP_TABLE } from '#test/screens/orders/zip-table.ts';
import {
  alertAppears,
  bodiesOf,
  button,
  buttons,
  changes,
  dialog,
  dialogsClosed,
  field,
  write,
  writeAll,
} from '#test/screens/typing.ts';

/** Builds a collection address; by default the main one. */
function address(changes: Partial<SenderAddress> = {}): SenderAddress {
  const [sample] = sampleReply(listSenderAddresses, 1).results;
  return {
    ...(sample as SenderAddress),
    id: 1,
    street_name: 'Av. Rivadavia',
    street_number: '4500',
    floor: '',
    apartment: '',
    other_info: '',
    zip_code: '1424',
    city: 'CABA',
    state: 'Ciudad Autónoma de Buenos Aires',
    neighborhood_name: 'Caballito',
    main_address: true,
    active: true,
    ...changes,
  };
}

const GORRITI = address({ id: 2, street_name: 'Gorriti', street_number: '4820', main_address: false });

async function openAccount(addresses: readonly object[] = [address()], replies: Reply[] = [], strict = false) {
  replies.push(
    reply(listSenderAddresses, () => ({ results: addresses })),
    ...ZIP_TABLE,
  );
  const portal = await openPortal('/usuario', { replies, settings: { strict } });
  await loaded(portal.container);
  return portal;
}

const row = (street: string) => screen.getByText(street).closest('li');

async function openMenu(user: UserEvent, street: string): Promise<void> {
  await user.click(button(`Más acciones de ${street}`));
  await waitFor(() => expect(document.querySelector('[role=menu]')).not.toBeNull());
}

const menuItem = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) =>
    textContent.startsWith(name),
  );

/** Opens the dialog and writes an address with the first locality of its postal code. */
async function writeNew(user: UserEvent): Promise<HTMLElement> {
  await user.click(button('Agregar dirección'));
  const open = await dialog('Nueva dirección de colecta');
  await pickZip(user, '1414', open);
  expect(field('Provincia', open)).toHaveValue('Ciudad Autónoma de Buenos Aires');
  writeAll({ Calle: 'Gorriti', Altura: '4820', Barrio: 'Palermo' }, open);
  return open;
}

describe('a new collection address', () => {
  test('marks the missing data, field by field', async () => {
    const { user, received } = await openAccount();
    const opener = button('Agregar dirección');
    await user.click(opener);
    const open = await dialog('Nueva dirección de colecta');
    await user.click(button('Guardar', open));
    await waitFor(() => expect(open.querySelector('[role=alert]')).toHaveTextContent('Revisá estos 6 datos'));
    for (const label of ['Calle', 'Altura', 'Código postal', 'Provincia', 'Localidad', 'Barrio']) {
      expect(field(label, open)).toHaveAccessibleDescription(/Este dato es obligatorio$/);
    }
    await waitFor(() => expect(field('Calle', open)).toHaveFocus());
    expect(screen.queryByLabelText(/Entre calle/)).toBeNull();
    expect(changes(received)).toEqual([]);
    await user.keyboard('{Escape}');
    await dialogsClosed();
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test('is only discarded by Esc after a question', async () => {
    const { user } = await openAccount();
    await user.click(button('Agregar dirección'));
    const open = await dialog('Nueva dirección de colecta');
    write('Calle', 'Gorriti', open);
    await user.keyboard('{Escape}');
    await dialog('Vas a perder lo que escribiste');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field('Calle', open)).toHaveValue('Gorriti'));
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBe(open));
    await user.keyboard('{Escape}');
    await user.click(button('Descartar', await dialog('Vas a perder lo que escribiste')));
    await dialogsClosed();
  });

  test('that becomes main is active', async () => {
    const { user, received } = await openAccount();
    const open = await writeNew(user);
    await user.click(field('Activa', open));
    await user.click(field('Dirección principal', open));
    expect(field('Activa', open)).toBeChecked();
    expect(field('Activa', open)).toBeDisabled();
    await user.click(button('Guardar', open));
    await dialogsClosed();
    expect(bodiesOf(received, createSenderAddress)).toMatchObject([
      { street_name: 'Gorriti', main_address: true, active: true },
    ]);
  });

  test('that the gateway refuses keeps the input and shows the error on the field', async () => {
    const answer = { message: 'Revisá los datos marcados', errors: ['city => La localidad no existe'] };
    const refusal = { endpoint: createSenderAddress, respond: () => Response.json(answer, { status: 422 }) };
    const { user } = await openAccount([address()], [refusal]);
    const open = await writeNew(user);
    await user.click(button('Guardar', open));
    await alertAppears('Localidad: La localidad no existe');
    expect(field('Localidad', open)).toHaveAccessibleDescription('La localidad no existe');
    expect(field('Calle', open)).toHaveValue('Gorriti');
  });
});

describe('collection addresses', () => {
  test.each([false, true])('have a main address that can’t be deactivated, strict %s', async (strict) => {
    const { user } = await openAccount([address()], [], strict);
    expect(row('Av. Rivadavia 4500')).toHaveTextContent('Principal');
    await openMenu(user, 'Av. Rivadavia 4500');
    expect(menuItem('Desactivar')).toHaveAttribute('aria-disabled', 'true');
    expect(menuItem('Desactivar')).toHaveTextContent('Elegí primero otra dirección principal');
    expect(menuItem('Hacer principal')).toBeUndefined();
  });

  test('have a main address that can’t be unmarked in its dialog either', async () => {
    const { user } = await openAccount();
    await user.click(button('Editar Av. Rivadavia 4500'));
    const open = await dialog('Editar dirección de colecta');
    expect(field('Dirección principal', open)).toBeDisabled();
    expect(field('Activa', open)).toBeDisabled();
    expect(open).toHaveTextContent('elegí primero otra dirección principal');
  });

  test('are made main, deactivated and activated from their menu', async () => {
    const addresses = [address(), GORRITI];
    const { user, received } = await openAccount(addresses);
    const act = async (street: string, action: string, after: readonly SenderAddress[]) => {
      await openMenu(user, street);
      addresses.splice(0, addresses.length, ...after);
      await user.click(menuItem(action) as HTMLElement);
    };
    const bodies = () => bodiesOf(received, updateSenderAddress);
    const main = { ...GORRITI, main_address: true };
    await act('Gorriti 4820', 'Hacer principal', [address({ main_address: false }), main]);
    await waitFor(() => expect(row('Gorriti 4820')).toHaveTextContent('Principal'));
    expect(row('Av. Rivadavia 4500')).not.toHaveTextContent('Principal');
    expect(bodies()).toMatchObject([{ street_name: 'Gorriti', main_address: true, active: true }]);

    await act('Av. Rivadavia 4500', 'Desactivar', [address({ main_address: false, active: false }), main]);
    await waitFor(() => expect(row('Av. Rivadavia 4500')).toHaveTextContent('Inactiva'));
    expect(bodies()[1]).toMatchObject({ street_name: 'Av. Rivadavia', main_address: false, active: false });

    await openMenu(user, 'Av. Rivadavia 4500');
    expect(menuItem('Hacer principal')).toHaveTextContent('Activala primero');
    addresses[0] = address({ main_address: false });
    await user.click(menuItem('Activar') as HTMLElement);
    await waitFor(() => expect(row('Av. Rivadavia 4500')).not.toHaveTextContent('Inactiva'));
    expect(bodies()[2]).toMatchObject({ active: true });
  });

  test('that are main are the collection address of the next order', async () => {
    const addresses = [address({ main_address: false }), { ...GORRITI, main_address: true }];
    const { user, received } = await openNewOrder({ replies: [reply(listSenderAddresses, { results: addresses })] });
    await fillOrder(user);
    fillMeasures(1);
    await user.click(button('Guardar'));
    await waitFor(() => expect(bodiesOf(received, createOrder)).toMatchObject([{ pickup_address_id: GORRITI.id }]));
    const listed = received.find(({ endpoint }) => endpoint === listSenderAddresses);
    expect(listed?.query).toEqual({ 'filter[active]': 'true' });
  });

  test('with fewer fields from a foreign gateway are still shown', async () => {
    await openAccount([{ id: 7, street_name: 'Humboldt', street_number: 1750, zip_code: null }]);
    expect(row('Humboldt 1750')).toBeInTheDocument();
  });

  test('may be empty', async () => {
    await openAccount([]);
    expect(screen.getByText('No hay resultados disponibles')).toBeInTheDocument();
    expect(buttons('Agregar dirección')).toHaveLength(1);
  });
});
