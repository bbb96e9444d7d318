import { expect, test } from 'vitest';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';

/** Returns the receiver's name, with '?' if it is doubtful, and the observations. */
function read(text: string): [name: string | undefined, observations: string] {
  const { parts, observations } = readContact(text);
  const { receiver_name: name } = parts;
  return [name && name.value + (name.confidence === 'doubtful' ? '?' : ''), observations];
}

test.each([
  'Pedro Álvarez DNI 12.345.678',
  'Mitre 345, Quilmes\nPedro Álvarez DNI 12.345.678',
  'Hola, te paso los datos: Pedro Álvarez DNI 12.345.678, Mitre 345, Quilmes',
])('the words before a document are a name: %s', (text) => {
  expect(read(text)).toEqual(['Pedro Álvarez', '']);
});

test('behind the address, a name before a document on the same line is doubtful: it may be a town', () => {
  expect(read('Mitre 345, Quilmes, Pedro Álvarez DNI 12.345.678')).toEqual(['Pedro Álvarez?', '']);
  expect(read('Mitre 345, Quilmes. Pedro Álvarez, DNI: 12345678')).toEqual(['Pedro Álvarez?', '']);
});

test.each([
  ['para mi vieja Norma Quiroga', 'para mi vieja'],
  ['Es para mi vieja Norma Quiroga, Mitre 345, Quilmes', 'Es para mi vieja'],
  ['Mitre 345, Quilmes. Es para mi vieja, Norma Quiroga', 'Es para mi vieja'],
  ['Mitre 345, Quilmes\nLo recibe mi hermana Norma Quiroga', 'Lo recibe mi hermana'],
])('the name after a relative is the receiver: %s', (text, observations) => {
  expect(read(text)).toEqual(['Norma Quiroga', observations]);
});

test('a relative is the receiver after a label, but not in a remark', () => {
  expect(read('Mitre 345, Quilmes\nRecibe: mi hermana Norma Quiroga')[0]).toBe('Norma Quiroga');
  for (const remark of ['Avisar a mi hijo Lucas Pérez', 'Timbre para Lucas Pérez']) {
    expect(read(`Norma Quiroga\nMitre 345, Quilmes\n${remark}`)).toEqual(['Norma Quiroga', remark]);
    expect(read(`Mitre 345, Quilmes\n${remark}`)).toEqual([undefined, remark]);
  }
});

test('the name after «para» alone is the receiver, sure only with a document or phone', () => {
  expect(read('Es para Norma Quiroga, Mitre 345, Quilmes')).toEqual(['Norma Quiroga?', '']);
  expect(read('Hola! es para Norma Quiroga DNI 12345678, Mitre 345, Quilmes')).toEqual(['Norma Quiroga', '']);
});

test('the receiver is the named relative, not the sender of the message', () => {
  expect(read('Soy Ana Gómez\nes para mi vieja Norma Quiroga\nMitre 345, Quilmes')).toEqual([
    'Norma Quiroga?',
    'Ana Gómez, es para mi vieja',
  ]);
});

test('a place or a remark after such words is no name', () => {
  for (const text of [
    'Es para Rosario, Santa Fe',
    'Envío para Rosario Santa Fe',
    'Es para Francisco Álvarez, Buenos Aires',
    'Mitre 345, Quilmes. Es para mi hija que cumple años',
    'Mitre 345, Quilmes. Para mi vieja tocar timbre',
    'Mitre 345, Rosario Santa Fe DNI 12.345.678',
  ])
    expect(read(text)[0]).toBeUndefined();
});
