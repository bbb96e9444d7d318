// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { rate } from '#shared/money/rates.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { type Reply, refuse, reply, sampleReply } from '#test/screens/fake-gateway.ts';
import { withFakeTimers } from '#test/screens/surroundings.ts';
import { alertAppears, button, buttons, dialog, field, suggestion, write } from '#test/screens/typing.ts';
import { PRODUCT_MESSAGES, writeProduct } from './catalogue/product-form.ts';
import { addProduct, fillMeasures, fillOrder, openNewOrder, product, shipment, summary } from './order-form.ts';

describe.each([false, true])('the form of a new order, strict %s', (strict) => {
  test('shows in the product dialog that the SKU is taken, and keeps the order’s input', async () => {
    const message = 'Ya tenés un producto con ese SKU';
    const { user } = await openNewOrder({
      replies: [refuse(createProduct, 422, 'Revisá los datos', [{ field: 'sku', message }])],
      settings: { strict },
    });
    write('Calle', 'Costa Rica');
    await user.click(button('Nuevo Producto +'));
    const modal = await dialog('Nuevo Producto');
    await user.click(button('Guardar', modal));
    await waitFor(() => {
      for (const [label, text] of Object.entries(PRODUCT_MESSAGES)) {
        expect(field(label, modal)).toHaveAccessibleDescription(text);
      }
    });
    await writeProduct(modal, { SKU: 'MATE' });
    await user.keyboard('{Control>}{Enter}{/Control}');
    await alertAppears('SKU: ');
    expect(field('SKU', modal)).toHaveAccessibleDescription(message);
    await waitFor(() => expect(field('SKU', modal)).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(field('Calle')).toHaveValue('Costa Rica');
  });
});

test('the summary shows the charged weight, and is updated when the tariff changes meanwhile', async () => {
  const replies: Reply[] = [];
  const { user } = await openNewOrder({ replies });
  await fillOrder(user);
  await withFakeTimers(async () => {
    fillMeasures(1, ['40', '30', '50', '1000', '32500']);
    await waitFor(() => expect(summary()).toHaveTextContent('Se cobra por volumen: 12 kg (el paquete pesa 1 kg)'));
    expect(summary()?.querySelector('.total-amount')).toHaveTextContent('$ 4.350,50');
    write('Peso', '13000', shipment(1));
    await waitFor(() => expect(summary()).toHaveTextContent('Se cobra por peso: 13 kg'));
    const { results } = sampleReply(rate);
    replies.unshift(reply(rate, { results: { ...results, final_value: 77_777.5 } }));
    await vi.advanceTimersByTimeAsync(61_000);
    await waitFor(() => expect(summary()).toHaveTextContent('77.777,50'));
  });
});

test('a product is picked by scanning its bar code', async () => {
  const products = [product(1, 'PAVA'), product(2, 'RADIO', { description: 'Radio', barcode: '7790001001238' })];
  const { user } = await openNewOrder({ products });
  const picker = await addProduct(user, 1, 'PAVA');
  await user.click(field('Cantidad del ítem 1'));
  await user.tab({ shift: true });
  await user.keyboard('7790001001238{Enter}');
  expect(picker).toHaveValue('RADIO · Radio');
});

test('a scan in a catalogue of several pages picks nothing before the gateway answered, and then the product that has the code', async () => {
  const [pack, radio] = [product(1, '7790001001238-PACK'), product(2, 'RADIO', { barcode: '7790001001238' })];
  const catalogue = reply(listProducts, ({ query }) => {
    const results = query['filter[sku]'] || query['filter[description]'] ? [radio] : [pack];
    return { results, pagination: { page: 1, pages: 2, total: 2, limit: 1 } };
  });
  const { user } = await openNewOrder({ replies: [catalogue] });
  await user.click(button('Agregar Ítem', shipment(1)));
  const picker = field('Producto del ítem 1', shipment(1));
  await user.click(picker);
  await user.keyboard('7790001001238{Enter}');
  expect(picker).toHaveValue('7790001001238');
  await suggestion('RADIO');
  expect(picker.closest('span'), 'found by SKU and by name').toHaveTextContent('2 productos');
  await user.keyboard('{Enter}');
  expect(picker).toHaveValue('RADIO · Pava');
});

test('a selected product is replaced by typing another one, and restored if the text matches none', async () => {
  const products = [product(1, 'PAVA'), product(2, 'RADIO', { description: 'Radio', value: 200, weight: 200 })];
  const { user } = await openNewOrder({ products });
  const picker = await addProduct(user, 1, 'PAVA');
  expect(picker).toHaveValue('PAVA · Pava');
  await user.click(field('Cantidad del ítem 1'));
  await user.tab({ shift: true });
  expect(picker).toHaveFocus();
  await user.keyboard('RADIO');
  await suggestion('RADIO');
  await user.keyboard('{Enter}');
  expect(picker).toHaveValue('RADIO · Radio');
  expect(field('Peso')).toHaveValue('200');
  await user.clear(picker);
  await user.paste('nada que exista');
  await user.tab();
  expect(picker).toHaveValue('RADIO · Radio');
  await user.click(button('Quitar RADIO · Radio'));
  expect(field('Peso'), 'without items it is typed').not.toHaveAttribute('readonly');
});

test('an order keeps at least one shipment', async () => {
  const { user } = await openNewOrder();
  expect(buttons('Quitar el envío 1')).toEqual([]);
  await user.click(button('Agregar Envío'));
  await user.click(button('Quitar el envío 1'));
  expect(document.querySelectorAll('[data-shipment]')).toHaveLength(1);
  expect(buttons('Quitar el envío 1')).toEqual([]);
  await waitFor(() => expect(button('Agregar Envío'), 'the pressed button is gone').toHaveFocus());
});
