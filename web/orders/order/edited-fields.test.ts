import { expect, test } from 'vitest';
import { editedTexts } from './edited-fields.ts';

test('the changes of a modification request are listed in the order of the form, without fields that no form shows', () => {
  const changes = [
    { field: 'address_latitude', before: '-34.6', after: '' },
    { field: 'address_street_number', before: '1234', after: '1300' },
    { field: 'receiver_phone', before: '', after: '1155556666' },
  ];
  expect(editedTexts(changes)).toEqual([
    { field: 'receiver_phone', label: 'Teléfono', before: '', after: '1155556666' },
    { field: 'address_street_number', label: 'Altura', before: '1234', after: '1300' },
  ]);
});
