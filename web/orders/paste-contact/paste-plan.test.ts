import { expect, test } from 'vitest';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';
import { planPaste } from './paste-plan.ts';

/** Fields of the edit form, which has no document and no between streets. */
const EDIT = ['receiver_name', 'email', 'receiver_phone'].concat(
  [
    'street_name',
    'street_number',
    'floor',
    'apartment',
    'zip_code',
    'city',
    'state',
    'neighborhood_name',
    'other_info',
  ].map((part) => `address_${part}`),
);

function planEdit(text: string, present: Readonly<Record<string, string>> = {}) {
  const values = Object.fromEntries(EDIT.map((field) => [`receiver.${field}`, present[field] ?? '']));
  const plan = planPaste(readContact(text), 'receiver.address_', (name) => values[name] ?? null);
  return Object.fromEntries(plan.map(({ name, value }) => [name.replace('receiver.', ''), value]));
}

test('parts without a field are added to the observations', () => {
  expect(planEdit('Ana Gómez, DNI 28.456.789, Mitre 845 entre Roca y Alsina, tocar timbre')).toEqual({
    receiver_name: 'Ana Gómez',
    address_street_name: 'Mitre',
    address_street_number: '845',
    address_other_info: 'tocar timbre\nDocumento: 28456789\nEntre calle 1: Roca\nEntre calle 2: Alsina',
  });
});

test('a new street empties the floor of the previous one', () => {
  expect(planEdit('Mitre 845', { address_floor: '3', address_apartment: 'B', address_city: 'Quilmes' })).toEqual({
    address_street_name: 'Mitre',
    address_street_number: '845',
    address_floor: '',
    address_apartment: '',
  });
});

test('a new city empties the postal code of the previous one', () => {
  expect(planEdit('Mitre 845, Rosario, Santa Fe', { address_zip_code: '1878' })).toMatchObject({
    address_city: 'Rosario',
    address_zip_code: '',
  });
});

test('another person empties the document, the e-mail and the phone of the previous one', () => {
  const present = { email: 'luis@example.com', receiver_phone: '11 5555-1234' };
  expect(planEdit('Ana Gómez, Mitre 845', { ...present, receiver_name: 'Luis Paz' })).toMatchObject({
    receiver_name: 'Ana Gómez',
    email: '',
    receiver_phone: '',
  });
  expect(planEdit('Ana Gómez, Mitre 845', present), 'typed before the name').not.toHaveProperty('email');
});

test('a phone alone changes nothing else, and observations are kept', () => {
  const present = { address_street_name: 'Mitre', address_other_info: 'Portón verde' };
  expect(planEdit('tel 11 5555-1234, llamar antes', present)).toEqual({
    receiver_phone: '11 5555-1234',
    address_other_info: 'Portón verde\nllamar antes',
  });
  expect(planEdit('tel 11 5555-1234, Portón verde', present)).toEqual({ receiver_phone: '11 5555-1234' });
});

test('a neighbourhood that a text with a city lacks has to be checked', () => {
  const planned = (text: string, before: string | null) =>
    planPaste(readContact(text), 'receiver.address_', (name) => (name.endsWith('neighborhood_name') ? before : ''))
      .filter(({ name }) => name.endsWith('neighborhood_name'))
      .map(({ value, doubtful }) => [value, doubtful]);
  expect(planned('Mitre 845, Rosario, Santa Fe', '')).toEqual([['', true]]);
  expect(planned('Mitre 845, Rosario, Santa Fe', 'Centro')).toEqual([['', true]]);
  expect(planned('Mitre 845, Barrio Alberdi, Rosario, Santa Fe', '')).toEqual([['Alberdi', false]]);
  expect(planned('Mitre 845', ''), 'no other place').toEqual([]);
  expect(planned('Mitre 845, Rosario, Santa Fe', null), 'no such field').toEqual([]);
});

test('an order’s number fills its empty field, and is an observation where the form has none or another number', () => {
  const planned = (before: string | null, text = 'Mitre 845\npedido #4521, tocar timbre') =>
    planPaste(readContact(text), 'receiver.address_', (name) => (name === 'order_id' ? before : ''))
      .filter(({ name }) => /order_id|other_info/.test(name))
      .map(({ name, value, doubtful }) => [name, value, doubtful]);
  const number = (doubtful: boolean) => ['order_id', '4521', doubtful];
  const remarks = (text: string) => ['receiver.address_other_info', text, false];
  expect(planned('')).toEqual([number(false), remarks('tocar timbre')]);
  expect(planned('4521')).toEqual([remarks('tocar timbre')]);
  expect(planned('A-7')).toEqual([remarks('pedido #4521, tocar timbre')]);
  expect(planned(null)).toEqual([remarks('pedido #4521, tocar timbre')]);
  expect(planned('', 'Mitre 845\npedido 4521')).toEqual([number(true)]);
  for (const number of ['1', '1'.repeat(21)])
    expect(planned('', `Mitre 845\npedido #${number}`)).toEqual([remarks(`pedido #${number}`)]);
});
