import { expect, test } from 'vitest';
import { addressLabel, addressValues, formatLocality, formatStreet, formatUnit } from './address-form.ts';

const address = addressValues({
  street_name: 'Av. Rivadavia',
  street_number: '4500',
  floor: '3',
  apartment: 'B',
  neighborhood_name: 'Caballito',
  zip_code: '1424',
  city: 'CABA',
  state: 'Ciudad Autónoma de Buenos Aires',
});

test('an address is shown in the Argentine order: street and number, floor, postal code and place', () => {
  expect(formatStreet(address)).toBe('Av. Rivadavia 4500');
  expect(formatUnit(address)).toBe('Piso 3 · Dpto. B');
  expect(formatLocality(address)).toBe('1424 · Caballito, CABA');
  expect(formatLocality({ ...address, neighborhood_name: 'Rosario', city: 'Rosario', state: 'Santa Fe' })).toBe(
    '1424 · Rosario, Santa Fe',
  );
});

test('fields missing from a response are empty, and an address is active unless marked inactive', () => {
  const bare = addressValues({ street_name: 'Humboldt', zip_code: null } as never);
  expect(bare).toMatchObject({ zip_code: '', other_info: '', main_address: false, active: true });
  expect([formatStreet(bare), formatUnit(bare), formatLocality(bare)]).toEqual(['Humboldt', '', '']);
  expect(addressValues({ active: false }).active).toBe(false);
});

test('errors name a field by its label in the form', () => {
  expect(addressLabel('zip_code')).toBe('Código postal');
  expect(addressLabel('active')).toBe('Activa');
  expect(addressLabel('nothing')).toBe('nothing');
});
