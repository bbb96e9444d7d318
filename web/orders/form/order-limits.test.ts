import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { OUTGOING_ORDER } from './order-kind.ts';
import { orderSchema } from './order-schema.ts';
import { emptyOrder } from './order-values.ts';

const x = (length: number) => 'x'.repeat(length);

/** A text on either side of a limit, and the message about the wrong one (D1 §5, D2 §5). */
const LIMITS: readonly [path: string, right: string, wrong: string, message: string][] = [
  ['order_id', 'AQ', 'A', 'El número de orden es muy corto'],
  ['order_id', x(20), x(21), 'Ingrese hasta 20 caracteres'],
  ['order_id', '📦'.repeat(20), '📦'.repeat(21), 'Ingrese hasta 20 caracteres'],
  ['sender_name', x(30), x(31), 'Ingrese hasta 30 caracteres'],
  ['receiver.address.street_name', x(60), x(61), 'Ingrese hasta 60 caracteres'],
  ['receiver.address.street_number', '1', '0', 'El número es inválido'],
  ['receiver.address.street_number', 'S/N', '-1', 'El número es inválido'],
  ['receiver.address.street_number', x(20), x(21), 'Ingrese hasta 20 caracteres'],
  ['receiver.address.floor', x(10), x(11), 'Ingrese hasta 10 caracteres'],
  ['receiver.address.apartment', x(10), x(11), 'Ingrese hasta 10 caracteres'],
  ['receiver.address.between_1', x(60), x(61), 'Ingrese hasta 60 caracteres'],
  ['receiver.address.between_2', x(60), x(61), 'Ingrese hasta 60 caracteres'],
  ['receiver.address.zip_code', '1425', 'abc', 'El código postal no es válido'],
  ['receiver.address.zip_code', 'C1425ABC', '-1', 'El código postal no es válido'],
  ['receiver.address.city', x(40), x(41), 'Ingrese hasta 40 caracteres'],
  ['receiver.address.neighborhood_name', x(40), x(41), 'Ingrese hasta 40 caracteres'],
  ['receiver.address.other_info', x(250), x(251), 'Ingrese hasta 250 caracteres'],
  ['receiver.first_name', x(30), x(31), 'Ingrese hasta 30 caracteres'],
  ['receiver.last_name', x(30), x(31), 'Ingrese hasta 30 caracteres'],
  ['receiver.document', '12345678', '123456789', 'Ingrese hasta 8 caracteres'],
  ['receiver.document', '28.456.789', 'malo', 'El documento debe tener números'],
  ['receiver.receiver_name', x(60), x(61), 'Ingrese hasta 60 caracteres'],
  ['receiver.email', 'ana@example.com', 'ana@', 'El email es inválido'],
  ['receiver.email', 'ana+tienda@example.com', 'x?bcc=y&body=z@example.com', 'El email es inválido'],
  ['receiver.email', `${x(64)}@${x(31)}.com`, `${x(64)}@${x(32)}.com`, 'El máximo es de 100 caracteres'],
  ['receiver.receiver_phone', '1234567', '123456', 'El número es muy corto'],
  ['receiver.receiver_phone', '1'.repeat(60), '1'.repeat(61), 'Ingrese hasta 60 caracteres'],
  ['shipments.0.length', '1', '0', 'El mínimo debe ser 1'],
  ['shipments.0.length', '9999', '10000', 'Debe ser menor o igual a 9999'],
  ['shipments.0.width', '1', '0', 'El mínimo debe ser 1'],
  ['shipments.0.width', '9.999', '10.000', 'Debe ser menor o igual a 9999'],
  ['shipments.0.height', '1', '0', 'El mínimo debe ser 1'],
  ['shipments.0.height', '9999', '10000', 'Debe ser menor o igual a 9999'],
  ['shipments.0.length', '30', '2,5', 'Ingresá centímetros enteros, sin decimales'],
  ['shipments.0.weight', '1', '0', 'Debe ser mayor a 0'],
  ['shipments.0.weight', '2.500', '2,5', 'Ingresá gramos enteros, sin decimales'],
  ['shipments.0.weight', '900', 'mucho', 'Ingresá un número'],
  ['shipments.0.weight', '999999', '1000000', 'Debe ser menor o igual a 999999'],
  ['shipments.0.items_value', '1', '0', 'Debe ser mayor a 0'],
  ['shipments.0.items_value', '32.500,00', '32.500,50', 'Ingresá pesos enteros, sin centavos'],
  ['shipments.0.items_value', '1', 'abc', 'Ingresá un número'],
  ['shipments.0.items_value', '9999999', '10000000', 'Debe ser menor o igual a 9999999'],
];

const schema = orderSchema(() => new Map(), OUTGOING_ORDER);

/** Messages about one field of an order that has nothing else. */
function messagesOf(path: string, text: string): string[] {
  const order = emptyOrder({ delivery_mode: '1', sender_name: '' });
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const group = keys.reduce<object>((value, key) => Reflect.get(value, key) as object, order);
  Reflect.set(group, last, text);
  const issues = z.safeParse(schema, order).error?.issues ?? [];
  return issues.filter((issue) => issue.path.join('.') === path).map(({ message }) => message);
}

test.each(LIMITS)('%s accepts «%s» and refuses «%s»: %s', (path, right, wrong, message) => {
  expect(messagesOf(path, right)).toEqual([]);
  expect(messagesOf(path, wrong)).toContain(message);
});
