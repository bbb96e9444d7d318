import { expect, test } from 'vitest';
import { readContact } from './read-contact.ts';

/** Returns the second between street and the city, with '?' after doubtful values. */
function read(text: string): (string | undefined)[] {
  const { parts } = readContact(text);
  return [parts.between_2, parts.city].map((part) => part && part.value + (part.confidence === 'doubtful' ? '?' : ''));
}

test.each([
  ['Calle 7 1234 e/ 61 y 62 La Plata, Buenos Aires', '62', 'La Plata'],
  ['Calle 7 Nº 1234 entre 61 y 62 La Plata', '62', 'La Plata'],
  ['calle 7 n° 1234 e/ 61 y 62 La Plata Buenos Aires', '62', 'La Plata'],
  ['Calle 7 1234 e/ calle 61 y calle 62 City Bell', 'calle 62', 'City Bell'],
  ['Calle 7 1234 e/ 61 y 62 bis La Plata', '62 bis', 'La Plata'],
  ['Calle 83 345 entre 61 y 62 Necochea CP 7630', '62', 'Necochea'],
])('the town after a numbered cross street is the city: %s', (text, street, city) => {
  expect(read(text)).toEqual([street, city]);
});

test('an unknown place after a numbered cross street makes the street doubtful', () => {
  expect(read('Calle 7 1234 e/ 61 y 62 Tolosa')).toEqual(['62?', 'Tolosa?']);
  expect(read('Mitre 345 entre Roca y 33 Orientales')[0]).toBe('33 Orientales?');
});

test('a cross street that may end with the town is doubtful while no city is known', () => {
  expect(read('Mitre 345 entre Moreno y Roca Quilmes')).toEqual(['Roca Quilmes?', undefined]);
  expect(read('Mitre 345 entre Moreno y Roca Quilmes, Buenos Aires')).toEqual(['Roca Quilmes?', undefined]);
  expect(read('Mitre 345 entre Moreno y General San Martín, Quilmes')).toEqual(['General San Martín', 'Quilmes']);
});

test('a date and the other words of a cross street belong to its name', () => {
  expect(read('Mitre 345 entre 9 de Julio y 25 de Mayo, Quilmes')).toEqual(['25 de Mayo', 'Quilmes']);
  expect(read('Mitre 345 e/ Rivadavia y San Juan, Quilmes')).toEqual(['San Juan', 'Quilmes']);
});

test('a remark after a numbered cross street is no part of its name', () => {
  expect(read('Calle 7 1234 e/ 61 y 62 timbre verde, La Plata')).toEqual(['62', 'La Plata']);
});
