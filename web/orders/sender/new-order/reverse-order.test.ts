import { expect, test } from 'vitest';
import type { OrderDetail } from '#shared/orders/orders.ts';
import type { Product } from '#shared/orders/product/products.ts';
import type { Shipping } from '#shared/orders/shipments.ts';
import { reverseOrder } from './reverse-order.ts';
import { reverseSource } from './reverse-source.ts';

const product = (id: number, sku: string) => ({ id, sku }) as Product;

const shipment = (label: string, items: { sku: string; item?: string; quantity?: number }[]): Shipping =>
  ({
    id: Number(label.split('-')[1]),
    shipment_id: label,
    length: 10,
    width: 20,
    height: 30,
    weight: 1500,
    value: 2500.5,
    items: items.map(({ sku, item = sku, quantity = 1 }) => ({ sku, item, quantity, product_id: null })),
    receiver: { receiver_name: 'Ana Paz', first_name: 'Ana', address_city: 'Rosario' },
  }) as unknown as Shipping;

const order = (...shippings: Shipping[]) =>
  ({ order_id: 'AQ-1', tracking_id: 'T', shippings }) as unknown as OrderDetail;

test('the URL names the order and the shipments to return', () => {
  const read = (query: string) => reverseSource(new URLSearchParams(query));
  expect(read('type=reverse-logistic&fromOrder=T&fromShippings=T-1,%20T-2,')).toEqual({
    order: 'T',
    shipments: ['T-1', 'T-2'],
  });
  expect(read('type=reverse-logistic&fromOrder=T')).toEqual({ order: 'T', shipments: [] });
  expect(read('fromOrder=T&fromShippings=T-1')).toBeNull();
  expect(read('type=reverse-logistic')).toBeNull();
});

test('the packages return unchanged and are collected at the receiver’s address', () => {
  const from = order(shipment('T-1', [{ sku: 'a', quantity: 3 }]), shipment('T-2', [{ sku: 'B' }]));
  const { values, missing } = reverseOrder(from, { order: 'T', shipments: ['T-1'] }, [product(7, 'A')], 'Aquiles');
  expect(values).toMatchObject({
    delivery_mode: '4',
    order_id: 'AQ-1',
    sender_name: 'Aquiles',
    receiver: { receiver_name: 'Ana Paz', first_name: 'Ana', address: { city: 'Rosario', street_name: '' } },
    shipments: [
      { length: '10', width: '20', height: '30', weight: '1500', items: [{ product_id: '7', quantity: '3' }] },
    ],
  });
  expect(values.shipments).toHaveLength(1);
  expect(missing).toEqual([]);
});

test('items whose SKU has no product are left out and reported; content that was not declared is not reported', () => {
  const from = order(
    shipment('T-1', [{ sku: 'A' }, { sku: 'ZZ', item: 'Mate' }]),
    shipment('T-2', [{ sku: 'NO_INFORMADO' }]),
  );
  const { values, missing } = reverseOrder(from, { order: 'T', shipments: [] }, [product(7, 'A')], '');
  expect(values.shipments.map(({ items }) => items.length)).toEqual([1, 0]);
  expect(values.shipments[1]).toMatchObject({ weight: '1500', items_value: '2501' });
  expect(missing).toEqual([{ shipment: 'T-1', sku: 'ZZ', name: 'Mate' }]);
});

test('packages and items for which the form has no place are named instead of being dropped', () => {
  const items = Array.from({ length: 203 }, (_, index) => ({ sku: `S-${index + 1}` }));
  const shipments = Array.from({ length: 102 }, (_, index) => shipment(`T-${index + 1}`, index === 0 ? items : []));
  const products = [...items.entries()].flatMap(([index, { sku }]) => (index === 202 ? [] : [product(index + 1, sku)]));
  const copied = reverseOrder(order(...shipments), { order: 'T', shipments: [] }, products, '');
  expect(copied.values.shipments).toHaveLength(100);
  expect(copied.values.shipments[0]?.items).toHaveLength(200);
  expect(copied.leftOut).toEqual(['T-101', 'T-102']);
  expect(copied.excess.map(({ sku }) => sku)).toEqual(['S-201', 'S-202']);
  expect(copied.missing.map(({ sku }) => sku)).toEqual(['S-203']);
});
