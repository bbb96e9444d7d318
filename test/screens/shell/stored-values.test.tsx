// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { requestModification } from '#shared/orders/modifications.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { updateProduct } from '#shared/orders/product/new-product.ts';
import { listProducts, productCategories } from '#shared/orders/product/products.ts';
import { listSenderAddresses, updateSenderAddress } from '#shared/people/account.ts';
import { type Reply, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { editableOrder } from '#test/screens/orders/editable-order.ts';
import { pageOf } from '#test/screens/orders/order-replies.ts';
import { ZIP_TABLE } from '#test/screens/orders/zip-table.ts';
import { bodiesOf, button, dialog, field, write } from '#test/screens/typing.ts';

const settings = { strict: true, foreign: true };
const LONG = 'Tocar el timbre del fondo. '.repeat(24).slice(0, 637);
const TOO_LONG = 'Ingrese hasta 250 caracteres';

async function openBefore(path: string, replies: Reply[]) {
  const opened = await openPortal(path, { replies: [...replies, ...ZIP_TABLE], settings });
  await loaded(opened.container);
  return opened;
}

function longOrder() {
  const order = editableOrder();
  const shippings = order.shippings.map((shipping) => ({
    ...shipping,
    receiver: { ...shipping.receiver, address_other_info: LONG },
  }));
  return reply(readOrder, { results: { ...order, shippings } });
}

describe('A value of a foreign gateway outside the rules', () => {
  test('goes back with an edited order as it came', async () => {
    const { user, received } = await openBefore('/ordenes/editar/1', [longOrder()]);
    write('Destinatario', 'Beto Paz');
    await user.click(button('Guardar'));
    await user.click(button('Guardar', await dialog()));
    await waitFor(() => expect(bodiesOf(received, requestModification)).toHaveLength(1));
    expect(bodiesOf(received, requestModification)).toMatchObject([
      { receiver: { receiver_name: 'Beto Paz', address_other_info: LONG } },
    ]);
  });

  test('is held to the rules once it is changed, even if the order’s other fields are', async () => {
    const { user, received } = await openBefore('/ordenes/editar/1', [longOrder()]);
    write('Observaciones', `${LONG}.`);
    write('Destinatario', '');
    await user.click(button('Guardar'));
    await waitFor(() => expect(field('Observaciones')).toHaveAccessibleDescription(expect.stringContaining(TOO_LONG)));
    expect(field('Destinatario')).toHaveAttribute('aria-invalid', 'true');
    write('Observaciones', LONG);
    await waitFor(() => expect(field('Observaciones')).not.toHaveAttribute('aria-invalid', 'true'));
    expect(bodiesOf(received, requestModification)).toEqual([]);
  });

  test('goes back with an edited product, whose other numbers are numbers', async () => {
    const [sample] = sampleReply(listProducts, 1).results;
    const sizes = { length: 10, height: 12, width: 8, weight: 100 };
    const product = { ...sample, ...sizes, id: 7, sku: 'P-1', value: 12.5, category: { id: '8', name: 'Otros' } };
    const replies = [
      reply(listProducts, pageOf([{ ...product, active: true }] as never[])),
      reply(productCategories, { results: [{ id: '8', name: 'Otros' }] }),
      reply(updateProduct, { message: 'Guardado', results: { id: 7 } }),
    ];
    const { user, received } = await openBefore('/productos', replies);
    await user.click(button('P-1'));
    const edited = await dialog('Editar Producto');
    write('Peso', '1.200', edited);
    await user.click(button('Guardar', edited));
    await waitFor(() => expect(bodiesOf(received, updateProduct)).toHaveLength(1));
    expect(bodiesOf(received, updateProduct)).toMatchObject([
      { sku: 'P-1', value: 12.5, category: 8, ...sizes, weight: 1200, active: true },
    ]);
  });

  test('goes back with an edited collection address', async () => {
    const [sample] = sampleReply(listSenderAddresses, 1).results;
    const text = {
      street_name: 'Gorriti',
      street_number: '4820',
      floor: '',
      apartment: '',
      neighborhood_name: 'Centro',
    };
    const place = { zip_code: '1424', city: 'CABA', state: 'Ciudad Autónoma de Buenos Aires', other_info: LONG };
    const replies = [reply(listSenderAddresses, { results: [{ ...sample, ...text, ...place, id: 2 }] as never })];
    const { user, received } = await openBefore('/usuario', replies);
    await user.click(button('Editar Gorriti 4820'));
    const edited = await dialog('Editar dirección de colecta');
    write('Altura', '4822', edited);
    await user.click(button('Guardar', edited));
    await waitFor(() => expect(bodiesOf(received, updateSenderAddress)).toHaveLength(1));
    expect(bodiesOf(received, updateSenderAddress)).toMatchObject([{ street_number: '4822', other_info: LONG }]);
  });
});
