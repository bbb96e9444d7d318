import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Product } from '#shared/orders/product/products.ts';
import { OUTGOING_ORDER, REVERSE, REVERSE_OF_ORDER } from './order-kind.ts';
import { orderSchema, wrongFields } from './order-schema.ts';
import { emptyOrder, emptyShipment, type OrderValues } from './order-values.ts';
import { orderPayload } from './use-save-order.ts';

const mate: Product = {
  id: 7,
  sku: 'MATE',
  description: 'Mate de algarrobo',
  category: { id: '1', name: 'Otros' },
  value: 1234.5,
  length: 10,
  height: 12,
  width: 8,
  weight: 300,
  active: true,
};
const schema = orderSchema(() => new Map([['7', mate]]), OUTGOING_ORDER);

function filledOrder(change: (order: OrderValues) => void = () => undefined): OrderValues {
  const order = emptyOrder({ delivery_mode: '1', sender_name: 'Almacén' });
  Object.assign(order, { order_id: 'AQ-1' });
  Object.assign(order.receiver, {
    first_name: 'Ana',
    last_name: 'Gómez',
    document: '20123456',
    receiver_name: 'Ana Gómez',
    email: 'ana@example.com',
    receiver_phone: '11 4444-5555',
  });
  Object.assign(order.receiver.address, {
    street_name: 'Av. Santa Fe',
    street_number: '1234',
    between_1: 'Libertad',
    zip_code: '1059',
    state: 'Ciudad Autónoma de Buenos Aires',
    city: 'CABA',
    neighborhood_name: 'Retiro',
  });
  order.shipments = [{ items: [], length: '30', width: '20', height: '10', weight: '1.500', items_value: '32.500,00' }];
  change(order);
  return order;
}

const payload = (order: OrderValues) => orderPayload(z.parse(schema, order), 5) as Record<string, unknown>;

test('an order is sent with the keys of the specification, and nothing else', () => {
  const body = payload(filledOrder());
  expect(Object.keys(body).sort()).toEqual(
    ['delivery_mode', 'order_id', 'pickup_address_id', 'receiver', 'sender_name', 'shipments'].sort(),
  );
  expect(body).toMatchObject({ order_id: 'AQ-1', delivery_mode: 1, pickup_address_id: 5, sender_name: 'Almacén' });
  const receiver = body.receiver as { address: object };
  expect(Object.keys(receiver).sort()).toEqual(
    ['address', 'document', 'email', 'first_name', 'last_name', 'receiver_name', 'receiver_phone'].sort(),
  );
  expect(Object.keys(receiver.address)).toHaveLength(11);
});

test('a shipment without items is sent with the placeholder item', () => {
  expect(payload(filledOrder()).shipments).toEqual([
    {
      width: 20,
      height: 10,
      length: 30,
      weight: 1500,
      items_value: 32_500,
      items: [{ sku: 'NO_INFORMADO', item: 'NO_INFORMADO', quantity: 1 }],
    },
  ]);
});

test('with items, weight and value are their sums, and each item has its index', () => {
  const body = payload(
    filledOrder(({ shipments: [shipment] }) => {
      shipment?.items.push({ product_id: '7', quantity: '2' }, { product_id: '7', quantity: '1' });
    }),
  );
  expect(body.shipments).toMatchObject([
    {
      weight: 900,
      items_value: 3704,
      items: [
        { product_id: 7, quantity: 2, index: 0 },
        { product_id: 7, quantity: 1, index: 1 },
      ],
    },
  ]);
});

test('an item without a product is invalid, and the sums are valid', () => {
  const order = filledOrder(({ shipments: [shipment] }) => shipment?.items.push({ product_id: '', quantity: '1' }));
  expect(wrongFields(schema, order)).toEqual(['shipments.0.items.0.product_id']);
  const [issue] = z.safeParse(schema, order).error?.issues ?? [];
  expect(issue?.message).toBe('Este campo es obligatorio');
});

test('sums above the limit of a shipment are reported on its weight and value', () => {
  const heavy = filledOrder(({ shipments: [shipment] }) => shipment?.items.push({ product_id: '7', quantity: '9999' }));
  expect(wrongFields(schema, heavy)).toEqual(['shipments.0.weight', 'shipments.0.items_value']);
});

test('missing fields are reported in the order of the page', () => {
  const order = { ...emptyOrder({ delivery_mode: '', sender_name: '' }), shipments: [emptyShipment()] };
  const invalid = wrongFields(schema, order);
  expect(invalid.slice(0, 4)).toEqual([
    'delivery_mode',
    'order_id',
    'receiver.address.street_name',
    'receiver.address.street_number',
  ]);
  expect(invalid.at(-1)).toBe('shipments.0.items_value');
  expect(invalid).toHaveLength(20);
});

test('reverse logistics requires a document unless it returns shipments of another order', () => {
  const order = filledOrder(({ receiver }) => {
    receiver.document = '';
  });
  for (const cuits of [true, false]) {
    const invalid = (kind: typeof REVERSE) =>
      wrongFields(
        orderSchema(() => new Map(), kind, { cuits }),
        order,
      );
    expect(invalid(REVERSE)).toEqual(['receiver.document']);
    expect(invalid(REVERSE_OF_ORDER)).toEqual([]);
  }
});

test('the message for a missing side ends with a full stop where D2 has one', () => {
  const order = filledOrder(({ shipments: [shipment] }) =>
    Object.assign(shipment ?? {}, { length: '', width: '', height: '' }),
  );
  const messagesOf = (kind: typeof REVERSE) =>
    z
      .safeParse(
        orderSchema(() => new Map(), kind),
        order,
      )
      .error?.issues.map(({ message }) => message);
  expect(messagesOf(REVERSE)).toEqual([
    'El largo es obligatorio.',
    'El ancho es obligatorio.',
    'El alto es obligatorio.',
  ]);
  expect(messagesOf(OUTGOING_ORDER)).toEqual([
    'El largo es obligatorio',
    'El ancho es obligatorio',
    'El alto es obligatorio',
  ]);
});
