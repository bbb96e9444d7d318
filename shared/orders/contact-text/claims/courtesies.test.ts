import { expect, test } from 'vitest';
import { readContact } from '#shared/orders/contact-text/read-contact.ts';

const ADDRESS = 'Mitre 345, Quilmes';

test.each([
  'Hola',
  'Hola!',
  'Hola buenas tardes',
  'Buen día, ¿cómo estás?',
  'Hola, te paso los datos',
  'Buenas! Te paso mis datos para el envío',
  'Ahí van los datos',
  'Estos son mis datos',
])('the greeting «%s» is no remark and changes nothing else', (greeting) => {
  const { parts } = readContact(ADDRESS);
  for (const text of [`${greeting}\n${ADDRESS}`, `${greeting}: ${ADDRESS}`, `${greeting}. ${ADDRESS}`])
    expect(readContact(text)).toEqual({ parts, observations: '' });
});

test.each([
  'Gracias',
  'Muchas gracias!',
  'Mil gracias 🙏',
  'Desde ya muchas gracias, saludos',
  'Saludos',
  'Por favor',
  'Quedo atenta, abrazo',
])('the end «%s» of a message is no remark and changes nothing else', (end) => {
  const { parts } = readContact(ADDRESS);
  for (const text of [`${ADDRESS}\n${end}`, `${ADDRESS}. ${end}`, `${ADDRESS}, ${end}`, `${ADDRESS} ${end}`])
    expect(readContact(text)).toEqual({ parts, observations: '' });
});

test('the name of a greeted person is no receiver', () => {
  expect(readContact('Hola Rosario, te paso mi dirección: Mitre 345, Quilmes').parts).toEqual(
    readContact(ADDRESS).parts,
  );
});

test('a place or a street is no courtesy', () => {
  expect(readContact('Barrio Virgen de las Gracias, Mitre 345').parts.neighborhood_name?.value).toBe(
    'Virgen de las Gracias',
  );
  expect(readContact('Buen Día 345, Quilmes').parts.street_name?.value).toBe('Buen Día');
});

test('a greeting before a name or an address without punctuation is no part of it', () => {
  expect(readContact('Hola soy Ana Gómez, vivo en Mitre 345').parts.receiver_name?.value).toBe('Ana Gómez');
  expect(readContact('Hola! 😊 Mitre 345').parts.street_name?.value).toBe('Mitre');
  expect(readContact('Hola te paso los datos Pedro Álvarez DNI 12.345.678').parts).toMatchObject({
    receiver_name: { value: 'Pedro Álvarez' },
    document: { value: '12345678' },
  });
  expect(readContact('Buenas tardes Mitre 345 Quilmes gracias').parts).toMatchObject({
    street_name: { value: 'Mitre', confidence: 'sure' },
    city: { value: 'Quilmes' },
  });
});

test('words of courtesy with information among them are a remark', () => {
  for (const remark of ['Tocar timbre por favor fuerte', 'Gracias por dejarlo con el portero', 'Saludos al encargado'])
    expect(readContact(`${ADDRESS}\n${remark}`).observations).toBe(remark);
});
