import { expect, test } from 'vitest';
import { changesBetween, editLabel, editValues } from './edit-values.ts';

test('receiver data missing from a response are empty', () => {
  const { receiver } = editValues({ receiver_name: 'Ana Paz', address_city: 'Rosario' });
  expect(receiver).toMatchObject({ receiver_name: 'Ana Paz', address_city: 'Rosario', email: '', address_floor: '' });
});

test('each changed field shows its old and new value, without leading or trailing spaces', () => {
  const before = editValues({ receiver_name: 'Ana Paz', address_floor: '2', address_city: 'Rosario' });
  const after = {
    ...before,
    receiver: { ...before.receiver, receiver_name: ' Ana Paz ', address_floor: '', address_city: 'Funes' },
  };
  expect(changesBetween(before, after)).toEqual([
    { field: 'address_floor', label: 'Piso', before: '2', after: '' },
    { field: 'address_city', label: 'Localidad', before: 'Rosario', after: 'Funes' },
  ]);
});

test('errors name a field by its label in the form', () => {
  expect(editLabel('receiver.address_zip_code')).toBe('Código postal');
  expect(editLabel('algo')).toBe('algo');
});
