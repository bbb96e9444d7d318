import { expect, test } from 'vitest';
import { fieldLabel } from './order-labels.ts';

test('a field has the label of the page, with its shipment and item', () => {
  expect(fieldLabel('order_id')).toBe('Nro. de Orden Interno');
  expect(fieldLabel('receiver.address.city')).toBe('Localidad');
  expect(fieldLabel('shipments.1.height')).toBe('Envío 2, Alto');
  expect(fieldLabel('shipments.0.items.2.quantity')).toBe('Envío 1, ítem 3, Cantidad');
  expect(fieldLabel('shipments.0')).toBe('Envío 1');
});

test('an unknown field keeps the server’s name', () => {
  expect(fieldLabel('horario_preferido')).toBe('horario_preferido');
});
