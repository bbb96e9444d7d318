import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContact } from './read-contact.ts';

/** Returns street, number, corner, city and postal code of a message, with '?' after doubtful ones. */
function addressOf(text: string): string {
  const { parts } = readContact(text);
  const shown = (['street_name', 'street_number', 'between_1', 'city', 'zip_code'] as const).map((part) => {
    const read = parts[part];
    return read ? read.value + (read.confidence === 'sure' ? '' : '?') : '';
  });
  return shown.join(' | ');
}

test.each([
  ['San Martín\nSalta 4400', 'San Martín? |  |  | Salta? | 4400'],
  ['Av. 44 y 12\nLa Plata 1900', 'Av. 44? |  | 12? | La Plata | 1900'],
  ['Country Abril, lote 45\nHudson 1885', ' | lote 45 |  | Hudson | 1885'],
  ['Barrio Los Sauces, Manzana 4, Lote 5\nCórdoba 5000', 'Manzana 4 | Lote 5? |  | Córdoba? | 5000'],
  ['Belgrano esq. Mitre\nCorrientes 3400', 'Belgrano? |  | Mitre? | Corrientes? | 3400'],
  ['Mitre esquina con Roca\nResistencia 3500', 'Mitre? |  | Roca? | Resistencia | 3500'],
  ['Lote 45 Nordelta\nTigre 1670', ' | Lote 45 |  | Tigre | 1670'],
  ['San Martín y Belgrano\nRosario 2000', 'San Martín? |  | Belgrano? | Rosario | 2000'],
  ['Ana Pérez\nGeneral Paz\npiso 3 B\nSalta 4400', 'General Paz? |  |  | Salta? | 4400'],
  ['San Martín S/N\nSalta 4400', 'San Martín | S/N |  | Salta? | 4400'],
  ['Calle: San Martín\nLocalidad: Salta 4400', 'San Martín |  |  | Salta? | 4400'],
  ['Calle: San Martín\nLos Cóndores 5823', 'San Martín |  |  | Los Cóndores? | 5823?'],
  ['Av. San Martín - La Plata 1900', 'Av. San Martín? |  |  | La Plata | 1900'],
  ['Av. 44 y 12\nLos Hornos 1900', 'Av. 44? |  | 12? | Los Hornos? | 1900?'],
])('a town with its postal code is no street: %j', (text, address) => {
  expect(addressOf(text)).toBe(address);
});

test.each([
  ['Salta 4400', 'Salta? | 4400? |  |  | '],
  ['Tigre 1670, Buenos Aires', 'Tigre? | 1670? |  |  | '],
  ['Tucumán 4000\nSan Miguel de Tucumán', 'Tucumán? | 4000? |  | San Miguel de Tucumán | '],
  ['San Martín Salta 4400', 'San Martín Salta? | 4400? |  |  | '],
  ['San Martín\nLos Cóndores 5823', 'Los Cóndores? | 5823? |  |  | '],
  ['Rosario 2000\nMitre 120', 'Mitre? | 120? |  | Rosario? | 2000'],
])('a street that may be a town with its postal code is doubtful: %j', (text, address) => {
  expect(addressOf(text)).toBe(address);
});

test.each([
  ['Corrientes 3400, CABA', 'Corrientes | 3400 |  | CABA | '],
  ['CABA\nCorrientes 3400', 'Corrientes | 3400 |  |  | '],
  ['Corrientes 3400\nCABA 1193', 'Corrientes | 3400 |  | CABA | 1193'],
  ['Corrientes 3400 2 B', 'Corrientes | 3400 |  |  | '],
  ['Corrientes 3400 e/ Roca y Alsina', 'Corrientes | 3400 | Roca |  | '],
  ['Moreno 1744, Quilmes', 'Moreno | 1744 |  | Quilmes | '],
  ['Dirección: Salta 4400', 'Salta | 4400 |  |  | '],
  ['Salta 4400\nCP 2000', 'Salta | 4400 |  |  | 2000'],
  ['Salta al 4400', 'Salta | 4400 |  |  | '],
  ['Av. Córdoba 5000', 'Av. Córdoba | 5000 |  |  | '],
])('a street with a town’s name is certain beside another place, a floor or a label: %j', (text, address) => {
  expect(addressOf(text)).toBe(address);
});

test('a name before a town with its postal code is doubtful, because it may be the street', () => {
  const { parts } = readContact('Manuel Belgrano\nSalta 4400');
  expect(parts.receiver_name?.confidence).toBe('doubtful');
});

const CAPITALS = [
  ['La Plata', '1900'],
  ['San Fernando del Valle de Catamarca', '4700'],
  ['Resistencia', '3500'],
  ['Rawson', '9103'],
  ['Córdoba', '5000'],
  ['Corrientes', '3400'],
  ['Paraná', '3100'],
  ['Formosa', '3600'],
  ['San Salvador de Jujuy', '4600'],
  ['Santa Rosa', '6300'],
  ['La Rioja', '5300'],
  ['Mendoza', '5500'],
  ['Posadas', '3300'],
  ['Neuquén', '8300'],
  ['Viedma', '8500'],
  ['Salta', '4400'],
  ['San Juan', '5400'],
  ['San Luis', '5700'],
  ['Río Gallegos', '9400'],
  ['Santa Fe', '3000'],
  ['Santiago del Estero', '4200'],
  ['Ushuaia', '9410'],
  ['San Miguel de Tucumán', '4000'],
  ['CABA', '1193'],
] as const;

const streetNames = [...CAPITALS.map(([city]) => city), 'Rosario', 'San Martín', 'Belgrano', 'Tucumán', 'Buenos Aires'];
const street = fc.constantFrom(...streetNames.filter((name) => name !== 'CABA'));
const capital = fc.constantFrom(...CAPITALS);
const number = fc.oneof(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom(...CAPITALS.map(([, zip]) => Number(zip))));

test('a street with a town’s name, its number and a capital are read, or are doubtful', () => {
  fc.assert(
    fc.property(street, number, capital, (name, door, [city, zip]) => {
      const { parts } = readContact(`${name} ${door}\n${city} ${zip}`);
      const wanted = { street_name: name, street_number: String(door), city, zip_code: zip };
      for (const [part, value] of Object.entries(wanted)) {
        const read = parts[part as keyof typeof wanted];
        if (read?.confidence === 'sure') expect(`${part} ${read.value}`).toBe(`${part} ${value}`);
      }
      if (name !== city) expect(parts.street_name?.value).toBe(name);
    }),
    { numRuns: 1_000 },
  );
});

test('a capital behind a street without number is never a certain street', () => {
  fc.assert(
    fc.property(street, capital, fc.constantFrom('', 'Av. ', 'Calle '), (name, [city, zip], type) => {
      const { parts } = readContact(`${type}${name}\n${city} ${zip}`);
      expect(parts.street_number?.confidence).not.toBe('sure');
      if (parts.street_name?.confidence === 'sure') expect(parts.street_name.value).toBe(type + name);
    }),
    { numRuns: 500 },
  );
});
