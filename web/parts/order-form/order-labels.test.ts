import { expect, test } from 'vitest';
import { fieldLabel } from './order-labels.ts';

test('a field is named as the page names it, with the shipment and item that it belongs to', () => {
  expect(fieldLabel('order_id')).toBe('Nro. de Orden Interno');
  expect(fieldLabel('receiver.address.city')).toBe('Localidad');
  expect(fieldLabel('shipments.1.height')).toBe('Envío 2, Alto');
  expect(fieldLabel('shipments.0.items.2.quantity')).toBe('Envío 1, ítem 3, Cantidad');
  expect(fieldLabel('shipments.0')).toBe('Envío 1');
});

test('a field that the page does not know keeps the name that the server gave it', () => {
  expect(fieldLabel('horario_preferido')).toBe('horario_preferido');
});
