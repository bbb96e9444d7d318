import { expect, test } from 'vitest';
import { dottedPath, fieldNamed, flatErrors, nestedErrors } from './form-errors.ts';

const values = { order_id: '', receiver: { address: { city: '' } }, shipments: [{ weight: '' }, { weight: '' }] };

test('a path in brackets names the same field as a dotted path', () => {
  expect(dottedPath('receiver[address][city]')).toBe('receiver.address.city');
  expect(dottedPath('shipments[1].weight')).toBe('shipments.1.weight');
  expect(dottedPath("shipments[1]['weight']")).toBe('shipments.1.weight');
  expect(dottedPath('order_id')).toBe('order_id');
});

test('an error of the second shipment stays on the second shipment', () => {
  const list = [
    { field: 'receiver.address.city', message: 'Falta' },
    { field: 'shipments.1.weight', message: 'Debe ser mayor a 0' },
  ];
  const nested = nestedErrors(list, values);
  expect(Array.isArray(nested.shipments)).toBe(true);
  expect(flatErrors(nested)).toEqual(list);
});

test('an error of the list of shipments is kept beside the errors of its rows', () => {
  const list = [
    { field: 'shipments', message: 'Agregá al menos un envío' },
    { field: 'shipments.0.weight', message: 'Debe ser mayor a 0' },
  ];
  expect(flatErrors(nestedErrors(list, values)).toSorted((a, b) => a.field.localeCompare(b.field))).toEqual(list);
});

test('a field shows only its first error', () => {
  const nested = nestedErrors(
    [
      { field: 'order_id', message: 'Este dato es obligatorio' },
      { field: 'order_id', message: 'El número de orden es muy corto' },
    ],
    values,
  );
  expect(flatErrors(nested)).toEqual([{ field: 'order_id', message: 'Este dato es obligatorio' }]);
});

test('a field is found by the last part of a path if only one field ends in it', () => {
  expect(fieldNamed('city', values)).toBe('receiver.address.city');
  expect(fieldNamed('order_id', values)).toBe('order_id');
  expect(fieldNamed('weight', values), 'there are two').toBe('weight');
  expect(fieldNamed('nada', values)).toBe('nada');
  expect(fieldNamed('', values)).toBe('');
});
