import { expect, test } from 'vitest';
import { readContact } from './read-contact.ts';

/** Returns the parts of a message, with '?' after doubtful ones, and its observations. */
function read(text: string): Record<string, string> {
  const { parts, observations } = readContact(text);
  const values = Object.entries(parts).map(([part, { value, confidence }]) => [
    part,
    confidence === 'sure' ? value : `${value}?`,
  ]);
  return { ...Object.fromEntries(values), ...(observations && { observations }) };
}

test.each([
  'CUIT 20-30111222-8',
  'CUIT 20-30111222-3',
  'CUIL: 20-30111222-8',
  'CUIT 20-30.111.222-3',
  'C.U.I.T. N° 20 30111222 8',
  'CUIT/CUIL: 20.30111222.8',
  'CUIL 20-3011122-8',
  'CUIT 3415551234',
  'CUIT',
])('«%s» beside a DNI is an observation, no phone and no city', (cuit) => {
  const found = { document: '30111222', street_name: 'Mitre', street_number: '120' };
  for (const text of [`Mitre 120\nDNI 30111222\n${cuit}`, `Mitre 120\n${cuit}\nDNI 30111222`])
    expect(read(text)).toEqual({ ...found, observations: cuit });
});

test('a number after a document’s label that is no document is no phone', () => {
  expect(read('DNI 3011122233')).toEqual({ observations: 'DNI 3011122233' });
});

test.each(['int 5', 'int. 5', 'interno 12', '(int 5)', 'ext. 204'])(
  'a phone’s extension «%s» is an observation, no apartment',
  (extension) => {
    for (const phone of ['Tel: 341-4445566', '11 4321-5678']) {
      const found = read(`${phone} ${extension}\nMitre 120 2 B`);
      expect(found).toMatchObject({ floor: '2', apartment: 'B', observations: extension });
    }
    const second = read(`Tel 11 4321-5678 / 341-4445566 ${extension}, Mitre 120`);
    expect(second.apartment).toBeUndefined();
  },
);

test('an apartment inside a building is no extension', () => {
  expect(read('Mitre 120 int 5, tel 11 4321-5678').apartment).toBe('int 5');
});

test.each(['12OO', '12oo', '1O0', '12O', '1l5'])(
  'a house number with letters like digits, %s, is doubtful',
  (number) => {
    for (const text of [`Sarmiento ${number}`, `Sarmiento ${number}, Rosario`, `Sarmiento ${number}\nRosario 2000`])
      expect(read(text)).toMatchObject({ street_name: 'Sarmiento', street_number: `${number}?` });
  },
);

test.each([
  ['CP 1.408', '1408'],
  ['CP: 1408.0', '1408'],
  ['C.P. C-1408', '1408'],
  ['Código postal N° 1408', '1408'],
  ['cp es 1408', '1408'],
  ['CP 14.08', undefined],
])('%s is read like a postal code in a field', (text, zip) => {
  expect(read(`Mitre 120\n${text}`).zip_code).toBe(zip);
});

test.each([
  ['DNI: s/d', 'S/D'],
  ['DNI S/D', 'S/D'],
  ['DNI O8456789', 'O8456789?'],
  ['Pasaporte O8456789', 'O8456789?'],
])('the document of %s is %s', (text, document) => {
  expect(read(text)).toEqual({ document });
});

test('a person in whose care the shipment is sent is an observation', () => {
  const found = { first_name: 'Ana', last_name: 'Pérez', receiver_name: 'Ana Pérez' };
  for (const text of ['Ana Pérez c/o Gil\nMitre 120', 'Nombre: Ana Pérez c/o Gil\nMitre 120'])
    expect(read(text)).toEqual({ ...found, street_name: 'Mitre', street_number: '120', observations: 'c/o Gil' });
  expect(read('Apellido: Pérez c/o Gil')).toMatchObject({ last_name: 'Pérez', observations: 'c/o Gil' });
  expect(read('Ana Pérez c/o Gil Mitre 120').street_name).toBe('Gil Mitre?');
});
