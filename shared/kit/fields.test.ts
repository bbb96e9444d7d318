import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { orderEdit } from '#shared/orders/modifications.ts';
import { productForm } from '#shared/orders/product/new-product.ts';
import { search } from '#shared/orders/search.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import { login } from '#shared/people/access.ts';
import { registrationSteps } from '#shared/people/registration.ts';
import { orderEdit as orderEditBody } from '#test/fixtures/order-factory.ts';
import { filterText, listQuery } from './http/pagination.ts';

const MARKED = '\u200e\u202aA\u00adna\u200d \u2060Paz\ufeff\u202c';

test('names, addresses, products and searches lose their invisible characters', () => {
  const { receiver } = orderEditBody();
  const edited = z.parse(orderEdit, { receiver: { ...receiver, receiver_name: MARKED, address_city: MARKED } });
  expect(edited.receiver).toMatchObject({ receiver_name: 'Ana Paz', address_city: 'Ana Paz' });
  const sizes = { category: 1, value: 1, length: 1, height: 1, width: 1, weight: '\u200e250', active: true };
  expect(z.parse(productForm, { sku: MARKED, description: `${MARKED}\n👩\u200d👧`, ...sizes })).toMatchObject({
    sku: 'Ana Paz',
    description: 'Ana Paz\n👩👧',
    weight: 250,
  });
  expect(z.parse(registrationSteps.company.shape.razon_social, MARKED)).toBe('Ana Paz');
  expect(search.query && z.parse(search.query, { q: MARKED })).toEqual({ q: 'Ana Paz' });
  expect(z.parse(listQuery({ client: filterText }), { filter: { client: MARKED } }).filter).toEqual({
    client: 'Ana Paz',
  });
});

const BLANKS = ['\u00a0', '\u202f', '\u2003', '\u3000', '\u2800', '  ', ' \u00a0 ', '\u200b \u200b '];

test.each(BLANKS)('%j between words is stored and searched as one blank', (blank) => {
  const typed = `${blank}Ana${blank}Paz${blank}`;
  expect(z.parse(registrationSteps.company.shape.razon_social, typed)).toBe('Ana Paz');
  expect(z.parse(listQuery({ client: filterText }), { filter: { client: typed } }).filter).toEqual({
    client: 'Ana Paz',
  });
});

test('a multi-line text keeps its lines and as many blanks as typed', () => {
  const sizes = { category: 1, value: 1, length: 1, height: 1, width: 1, weight: 1, active: true };
  expect(z.parse(productForm, { sku: 'A  1', description: 'Mate\u00a0 de\n  madera', ...sizes })).toMatchObject({
    sku: 'A  1',
    description: 'Mate  de\n  madera',
  });
});

test('passwords keep every character', () => {
  expect(z.parse(registrationSteps.user.shape.password, ' clave \u00a0 \u200b')).toBe(' clave \u00a0 \u200b');
});

test('a text of invisible characters alone is empty', () => {
  const { receiver } = orderEditBody();
  const { error } = z.safeParse(orderEdit, { receiver: { ...receiver, receiver_name: ' \u200b\u202e ' } });
  expect(error?.issues.map(({ message }) => message)).toEqual(['Este dato es obligatorio']);
});

test('a user name keeps them: a new one is refused, and an old account still logs in', () => {
  expect(z.safeParse(registrationSteps.user.shape.username, 'de\u200Bmo').error?.issues).toHaveLength(1);
  expect(login.body && z.parse(login.body, { _username: 'de\u200Bmo', _password: 'secreta' })).toMatchObject({
    _username: 'de\u200Bmo',
  });
});

test('a letter that a program lost is refused in an address, and keeps no event of a shipment away', () => {
  const { receiver } = orderEditBody();
  const { error } = z.safeParse(orderEdit, { receiver: { ...receiver, address_city: 'C\ufffdrdoba' } });
  expect(error?.issues.map(({ message }) => message)).toEqual(['Tiene caracteres que no se pueden guardar']);
  const event = { label: 'A1', state: 'entregado', at: '2026-11-25T10:00:00-03:00', reason: 'Atendi\ufffd Marta' };
  expect(recordEvents.body && z.parse(recordEvents.body, { events: [event] })).toMatchObject({ events: [event] });
});

test.each([
  ['Planta Baja', '1127.0', '12,00'],
  ['P.B.', '1127', '12'],
  ['pb', '1127,0', '12.0'],
])('a floor, a street number and an apartment are stored alike in all spellings: %s, %s, %s', (floor, number, unit) => {
  const { receiver } = orderEditBody();
  const address = { address_floor: floor, address_street_number: number, address_apartment: unit };
  expect(z.parse(orderEdit, { receiver: { ...receiver, ...address } }).receiver).toMatchObject({
    address_floor: 'PB',
    address_street_number: '1127',
    address_apartment: '12',
  });
});
