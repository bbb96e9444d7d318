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

test.each<[text: string, parts: Record<string, string>]>([
  [
    '🏠 Mitre 845 piso segundo depto B\n📍 Quilmes, Bs As\n📞 1155551234\nCP 1878',
    { street_name: 'Mitre', floor: '2', apartment: 'B', city: 'Quilmes', receiver_phone: '11 5555-1234' },
  ],
  [
    'Juan Pérez\n2000 Rosario\nSan Lorenzo 1234 primer piso dpto 2\nPedido #4521 total $15.500',
    { street_name: 'San Lorenzo', street_number: '1234', city: 'Rosario?', zip_code: '2000' },
  ],
  [
    'Pago 5000 en efectivo\nCorrientes 1234 4to piso\nCABA',
    { street_name: 'Corrientes', street_number: '1234', floor: '4', observations: 'Pago 5000 en efectivo' },
  ],
  [
    'Hola quería el combo 2x1 $4500\nEnvio a Salta capital, Caseros 820, 4400',
    { street_name: 'Caseros', street_number: '820', zip_code: '4400?' },
  ],
  ['Mitre 120, Paraná\nson 3100 pesos', { city: 'Paraná', observations: 'son 3100 pesos' }],
  ['Mitre 120, Paraná\nTotal: $ 3100', { city: 'Paraná', observations: 'Total: $ 3100' }],
  ['Güemes 3450 piso tercero "A"\nMar del Plata (7600)', { street_number: '3450', floor: '3', apartment: 'A' }],
  ['Entregar de 9 a 13hs en Moreno 1800, Morón 1708', { street_name: 'Morón?', street_number: '1708?' }],
  ['Julieta 🌸\nAlem 230 dto 4', { first_name: 'Julieta?', street_name: 'Alem' }],
  ['Pago Largo 300, Rosario', { street_name: 'Pago Largo', street_number: '300' }],
])('%j is read as a person reads it, or doubtful', (text, parts) => {
  expect(read(text)).toMatchObject(parts);
});

test.each(['son 3100 pesos', 'Total: $ 3100', 'el total es 3100', 'transferí 3100'])(
  'the amount of «%s» is no postal code',
  (amount) => {
    expect(read(`Mitre 120, Paraná\n${amount}`).zip_code).toBeUndefined();
  },
);
