import { expect, test } from 'vitest';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';

/** Returns postal code, province, street number and observations, with '?' after doubtful values. */
function read(text: string): Record<string, string | undefined> {
  const { parts, observations } = readContact(text);
  const value = (part: 'zip_code' | 'state' | 'street_number') =>
    parts[part] && parts[part].value + (parts[part].confidence === 'doubtful' ? '?' : '');
  return { zip: value('zip_code'), state: value('state'), number: value('street_number'), observations };
}

const ORDERS = [
  'pedido #4521',
  'Pedido 4521',
  'pedido nro 4521',
  'Pedido N° 4521',
  'pedido: 4521',
  'orden #4521',
  'Orden de compra 4521',
  'compra 4521',
  'venta #4521',
  'factura 0001-00004521',
  'Nº de pedido: 4521',
];

test.each([...ORDERS, '#4521'])('the order number «%s» is a remark, no postal code', (order) => {
  const written = { state: 'Santa Fe', number: '345', observations: order };
  expect(read(`Mitre 345\nRosario\nSanta Fe\n2000\n3415550188\n${order}`)).toMatchObject({ zip: '2000', ...written });
  expect(read(`Mitre 345, Rosario, Santa Fe\n${order}`)).toMatchObject({ zip: undefined, ...written });
});

test.each(ORDERS)('the order number «%s» before the address is no street', (order) => {
  expect(read(`${order}\nMitre 345\nRosario\nSanta Fe\n2000`)).toMatchObject({
    zip: '2000',
    state: 'Santa Fe',
    number: '345',
  });
});

test('lines without a street are a place, a postal code, a phone and an order number', () => {
  const { parts, observations } = readContact('Rosario\nSanta Fe\n2000\n3415550188\npedido #4521');
  expect(parts).toMatchObject({
    city: { value: 'Rosario' },
    state: { value: 'Santa Fe' },
    zip_code: { value: '2000', confidence: 'sure' },
    receiver_phone: { value: '341 555-0188' },
  });
  expect([parts.street_name, parts.first_name, observations]).toEqual([undefined, undefined, 'pedido #4521']);
});

test('a date and a street after such a word are no order number', () => {
  expect(readContact('Compra: 25 de Mayo 1200, Quilmes').parts.street_name?.value).toBe('25 de Mayo');
  expect(read('Mitre #450, Quilmes').number).toBe('450');
});

test('of several numbers the postal code is the one that fits the named place', () => {
  expect(read('Mitre 345, Rosario, Santa Fe, 2000, total 8900')).toMatchObject({ zip: '2000' });
  expect(read('Mitre 345, 2000 Rosario, Santa Fe, bulto 2400').zip).toBe('2000?');
  expect(read('Mitre 345, 2000 Rosario, Santa Fe, total 2400').zip, 'an amount').toBe('2000');
  expect(read('Mitre 345, Quilmes, Buenos Aires, abona con 5000, 1878').zip).toBe('1878');
});

test('a number is doubtful as a postal code if another one fits as well, or if it contradicts the named town', () => {
  expect(read('Mitre 345, Rosario, bulto 2400, 2000').zip).toMatch(/\?$/);
  expect(read('calle 7 e/ 61 y 62 1234 La Plata')).toMatchObject({ zip: '1234?', state: 'Buenos Aires?' });
});

const orderOf = (text: string) => readContact(`Ana Gómez\nMitre 345, Quilmes\n${text}, tocar timbre`).order;

test.each([
  ['pedido #4521', '4521', 'sure'],
  ['Nº de pedido: 4521', '4521', 'sure'],
  ['Nº Pedido: 4521', '4521', 'sure'],
  ['Nro pedido 4521', '4521', 'sure'],
  ['pedido #4521. Gracias', '4521', 'sure'],
  ['(pedido #4521)', '4521', 'sure'],
  ['pedido #4521!', '4521', 'sure'],
  ['pedido no° 4521', '4521', 'sure'],
  ['No. de pedido: 4521', '4521', 'doubtful'],
  ['orden nro 0001-00004521', '0001-00004521', 'sure'],
  ['Orden de compra 4521', '4521', 'doubtful'],
  ['pedido 4521', '4521', 'doubtful'],
  ['pedido 4521, orden #4521', '4521', 'sure'],
] as const)('«%s» is the number of the order, which the other observations don’t repeat', (text, value, confidence) => {
  expect(orderOf(text)).toEqual({ value, confidence, observations: 'tocar timbre' });
});

test.each([
  'pedido 2 remeras',
  'pedido nº 2 remeras',
  'pedido no 2',
  'pedido #4521 y #4522',
  'pedido #4521, orden #4522',
  'pedido #45A21',
  'pedido #4521-A',
  'pedido #4521/2',
  'Pedido Nº 0001 - 00004521',
  'pedido #4521.B',
  'pedido #4521,4522',
  'pedido #4521;2',
  'pedido #4521)2',
  'pedido #4521|2',
  'pedido #4.521',
  'pedido #4521,B',
  'pedido no 4521',
  'no pedido 4521',
  'pedido no 4521, sino 4522',
  'pedido #4521 y pedido #4522',
  'pedido #45A21, orden #4522',
  'pedido #4521, #4522',
  'pedidos #4521 y #4522',
  'factura 0001-00004521',
  'venta 4521',
  '#4521',
])('«%s» is no certain number of the order', (text) => {
  expect(orderOf(text)).toBeUndefined();
});

test.each([
  'pedido #4521 y #4522',
  'pedido 4521 y 4522',
  'pedido #4521 o 4522',
  'pedido nº 4521, nº 4522 y 4523',
  'pedido #4521 #4522',
  'pedido #4521 + #4522',
  'pedidos #4521 y #4522',
  'pedido #4521 y orden #4522',
  'Pedido Nº 0001 - 00004521',
  'Pedido Nº 0001 – 12345678',
  'pedido no 4521',
])('all numbers of «%s» are a remark, no postal code and no document', (order) => {
  const { parts, observations } = readContact(`Mitre 345\nRosario\nSanta Fe\n${order}`);
  expect([parts.zip_code, parts.document, observations]).toEqual([undefined, undefined, order]);
});

test('a postal code and a document after the number of the order are read', () => {
  expect(read('Mitre 345, pedido #4521, 2000 Rosario').zip).toBe('2000');
  expect(read('Mitre 345 - pedido 4521 - 2000 Rosario').zip).toBe('2000');
  expect(readContact('Mitre 345 - pedido 4521 - 28456789').parts.document?.value).toBe('28456789');
});
