import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { registration } from '#shared/people/registration.ts';
import { addressErrors, emptyValues, payloadOf, STEPS, schemas, stepOf } from './steps.ts';

const typed = {
  contact: { nombre: 'Sofía', apellido: 'Ferreyra', telefono: '+54 (11) 4902-7715', email: 'sofia@quebracho.example' },
  company: { cuit: '30-70835592-3', razon_social: 'Almacén Quebracho S.R.L.', nombre_empresa: 'Almacén Quebracho' },
  address: {
    ...emptyValues.address,
    sender_address_street_name: 'Gorriti',
    sender_address_street_number: '4820',
    sender_address_zip_code: '1414',
    sender_address_state: 'Ciudad Autónoma de Buenos Aires',
    sender_address_city: 'CABA',
    sender_address_neighborhood_name: 'Palermo',
  },
  user: { username: 'sofia', password: 'quebracho', passwordConfirm: 'quebracho' },
};

test('each step of the form has exactly the fields of the contract', () => {
  for (const step of STEPS) {
    const extra = step === 'user' ? ['passwordConfirm'] : [];
    expect(Object.keys(emptyValues[step]).toSorted()).toEqual(
      [...Object.keys(schemas[step].shape), ...extra].toSorted(),
    );
  }
});

test('a complete registration is valid, with telephone and CUIT as digits', () => {
  const payload = payloadOf(typed);
  expect(payload).toMatchObject({ telefono: '541149027715', cuit: '30708355923', cuit_cliente: '30708355923' });
  expect(payload).not.toHaveProperty('passwordConfirm');
  expect(z.safeParse(registration, payload).error?.issues ?? []).toEqual([]);
});

test('a refused field opens its step, under our name or a foreign gateway’s name', () => {
  expect(stepOf('sender_address_zip_code')).toBe('address');
  expect(stepOf('cp')).toBe('address');
  expect(stepOf('cuit_cliente')).toBe('company');
  expect(stepOf('username')).toBe('user');
  expect(stepOf('nothing')).toBeNull();
});

test('a province that contradicts the postal code is refused before it is sent', () => {
  const listed = new Map([['9410', ['V'] as const]]);
  const errors = (zip: string, state: string) =>
    addressErrors({ ...typed.address, sender_address_zip_code: zip, sender_address_state: state }, listed);
  expect(errors('C1047AAA', 'Córdoba')).toEqual([
    { field: 'sender_address_state', message: 'El código postal C1047AAA es de Ciudad Autónoma de Buenos Aires' },
  ]);
  expect(errors('9410', 'Chubut')).toEqual([
    { field: 'sender_address_state', message: 'El código postal 9410 es de Tierra del Fuego' },
  ]);
  expect(errors('1414', 'Ciudad Autónoma de Buenos Aires')).toEqual([]);
  expect(errors('141', 'Córdoba')).toEqual([]);
});
