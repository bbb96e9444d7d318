import { expect, test } from 'vitest';
import { emptyOrder, emptyShipment, type OrderValues, type ShipmentValues } from '#web/orders/form/order-values.ts';
import { estimateShipment } from './use-order-estimate.ts';

const packed: ShipmentValues = {
  items: [],
  length: '40',
  width: '35',
  height: '50',
  weight: '1.000',
  items_value: '32500',
};

function order(zip_code: string, state: string): OrderValues {
  const values = emptyOrder({ delivery_mode: '1', sender_name: '' });
  Object.assign(values.receiver.address, { zip_code, state });
  return values;
}

test('the price is requested in kilograms and pesos once no data is missing', () => {
  expect(estimateShipment(packed, order('1425', 'Córdoba'), new Map()).rate).toEqual({
    delivery_mode: 1,
    zip_code: '1425',
    province: 'Córdoba',
    packages: [{ length: 40, width: 35, height: 50, real_weight: 1, gross_price: 32_500 }],
  });
});

test('the estimate names the first missing value', () => {
  const missing = (shipment: ShipmentValues, values = order('1425', 'Córdoba')) =>
    estimateShipment(shipment, values, new Map()).missing;
  expect(missing(emptyShipment())).toBe('el largo');
  expect(missing({ ...packed, height: '' })).toBe('el alto');
  expect(missing({ ...packed, height: '10000' })).toBe('el alto');
  expect(missing({ ...packed, items: [{ product_id: '', quantity: '1' }] })).toBe('completar un ítem');
  expect(missing(packed, order('142', ''))).toBe('el código postal');
  expect(missing(packed, order('1425', ''))).toBe('la provincia');
});

test('a shipment without a side still has its weight and value', () => {
  expect(estimateShipment({ ...packed, height: '' }, order('', ''), new Map())).toMatchObject({
    weight: 1000,
    value: 32_500,
  });
});
