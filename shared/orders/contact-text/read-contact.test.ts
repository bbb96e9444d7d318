import { expect, test } from 'vitest';
import { fold } from '#shared/kit/text/fold.ts';
import { type CorpusText, contactCorpus } from '#test/texts/contact-corpus.ts';
import type { ContactPart } from './claims/contact-parts.ts';
import { provinceOfKey } from './claims/province-name.ts';
import { readContact } from './read-contact.ts';

/** Returns the values of a text, with '?' after doubtful ones. */
function read(text: string): Record<string, string> {
  const { parts, observations } = readContact(text);
  const values = Object.entries(parts).map(([part, { value, confidence }]) => [
    part,
    confidence === 'sure' ? value : `${value}?`,
  ]);
  return { ...Object.fromEntries(values), ...(observations && { observations }) };
}

const provinceOf = (value: string) => provinceOfKey(fold(value.replaceAll('.', '')))?.letter;

/** Whether a value is the one that the corpus names: without regard to case, a phone's form and a province's spelling. */
function isSame(part: ContactPart, value: string, wanted: string): boolean {
  if (part === 'state') return provinceOf(value) === provinceOf(wanted);
  if (part === 'receiver_phone') return value.replace(/\D/g, '') === wanted;
  return fold(value) === fold(wanted);
}

function judge(texts: readonly CorpusText[]) {
  const wrongAndSure: string[] = [];
  let [total, right] = [0, 0];
  for (const { text, parts } of texts) {
    const found = readContact(text).parts;
    for (const [part, wanted] of Object.entries(parts) as [ContactPart, string][]) {
      total++;
      const value = found[part];
      if (value && isSame(part, value.value, wanted)) right++;
      else if (value?.confidence === 'sure') wrongAndSure.push(`${part} ${value.value} in ${text}`);
    }
  }
  return { rate: right / total, wrongAndSure };
}

test.each(['addresses', 'addresses-set-aside', 'people', 'people-set-aside'] as const)(
  'of the texts in %s 98 % of the parts are right, and no wrong part is sure',
  (file) => {
    const { rate, wrongAndSure } = judge(contactCorpus(file));
    expect(wrongAndSure).toEqual([]);
    expect(rate).toBeGreaterThanOrEqual(0.98);
  },
);

test('remarks of the corpus are in the observations', () => {
  for (const { text, observations } of contactCorpus('addresses-set-aside')) {
    for (const remark of observations) expect(readContact(text).observations).toContain(remark);
  }
});

test('a message with greeting, address and phone is read', () => {
  expect(
    read('Hola! Juana Manso 1555 piso 4 dpto 402, Puerto Madero. CABA. CP 1107. Mi tel es 1155667788. Gracias!'),
  ).toEqual({
    street_name: 'Juana Manso',
    street_number: '1555',
    floor: '4',
    apartment: '402',
    neighborhood_name: 'Puerto Madero',
    city: 'Puerto Madero',
    state: 'Ciudad Autónoma de Buenos Aires',
    zip_code: '1107',
    receiver_phone: '11 5566-7788',
  });
});

test('a mobile number loses +54, 9, 0 and 15', () => {
  const forms = ['+54 9 11 5555-1234', '011 15 5555 1234', '15 5555 1234', '5491155551234', 'tel 5555-1234'];
  for (const form of forms) expect(read(form)).toEqual({ receiver_phone: '11 5555-1234' });
  expect(read('(0223) 155-123456')).toEqual({ receiver_phone: '223 512-3456' });
  expect(read('tel 0343-154123456')).toEqual({ receiver_phone: '343 412-3456' });
});

test('a phone without area code is doubtful, and a second phone is an observation', () => {
  expect(read('tel 425-1234')).toEqual({ receiver_phone: '425-1234?' });
  expect(read('11 5555-1234\n+54 9 341 555-9876')).toEqual({
    receiver_phone: '11 5555-1234',
    observations: '+54 9 341 555-9876',
  });
});

test('a CUIT with a wrong check digit is doubtful', () => {
  expect(read('20-26756539-3')).toEqual({ document: '20267565393' });
  expect(read('20-26756539-2')).toEqual({ document: '20267565392?' });
});

test('a postal code that contradicts the province makes both doubtful', () => {
  expect(read('Colón 1200, Ushuaia, Tierra del Fuego, 5000')).toMatchObject({
    zip_code: '5000?',
    state: 'Tierra del Fuego?',
    city: 'Ushuaia',
  });
});

test('a letter that contradicts the province is kept', () => {
  expect(read('Mitre 845, Salta, H3500')).toMatchObject({ state: 'Salta?', zip_code: '3500?', observations: 'H' });
});

test('the only locality of a postal code is its city', () => {
  const localities = () => [{ city: 'Palermo', province: 'Ciudad Autónoma de Buenos Aires' }];
  const { parts } = readContact('Gorriti 5678, 1414', { localities });
  expect(parts.city?.value).toBe('Palermo');
  expect(parts.neighborhood_name?.value).toBe('Palermo');
});

test('of several localities of a postal code, the one that the text names is the neighbourhood', () => {
  const province = 'Ciudad Autónoma de Buenos Aires';
  const localities = () => ['Palermo', 'Villa Crespo'].map((city) => ({ city, province }));
  const placeOf = (text: string) => {
    const { city, neighborhood_name } = readContact(text, { localities }).parts;
    return [city?.value, neighborhood_name?.value];
  };
  expect(placeOf('Calle: Gorriti 5678\nLocalidad: villa crespo\nCP: 1414\nProvincia: CABA')).toEqual([
    'villa crespo',
    'Villa Crespo',
  ]);
  expect(placeOf('Gorriti 5678, 1414 CABA')).toEqual(['CABA', undefined]);
  expect(placeOf('Calle: Gorriti 5678\nLocalidad: Núñez\nCP: 1414\nProvincia: CABA')).toEqual(['Núñez', undefined]);
});

test('outside the City of Buenos Aires a locality of a postal code is no neighbourhood', () => {
  const localities = () => ['Villa Nueva', 'Villa María'].map((city) => ({ city, province: 'Córdoba' }));
  const { parts } = readContact('Colón 1200, Villa Nueva, Córdoba, 5903', { localities });
  expect([parts.city?.value, parts.neighborhood_name]).toEqual(['Villa Nueva', undefined]);
});

test('the table of postal codes confirms or contradicts the province', () => {
  const text = 'Colón 1200, Villa Nueva, Córdoba, 5903';
  const stateWith = (province: string) =>
    readContact(text, { localities: () => [{ city: 'Villa Nueva', province }] }).parts.state?.confidence;
  expect(stateWith('Córdoba')).toBe('sure');
  expect(stateWith('Santa Fe')).toBe('doubtful');
});

test('Buenos Aires with a postal code or a neighbourhood of the city is the city', () => {
  const city = 'Ciudad Autónoma de Buenos Aires';
  expect(read('Gorriti 5678, 1425 Buenos Aires').state).toContain(city);
  expect(read('Gorriti 5678, Villa Crespo, Buenos Aires').state).toContain(city);
});

test('a street that may begin with a person’s name or with a message is doubtful', () => {
  expect(read('Luis Pérez Mitre 345, Quilmes').street_name).toBe('Luis Pérez Mitre?');
  expect(read('Ana Gómez\nLuis María Campos 345').street_name).toBe('Luis María Campos');
  expect(read('te mando a Mitre 345').street_name).toBe('te mando a Mitre?');
  expect(read('Mi dirección es Las Heras 234, Mendoza').street_name).toBe('Las Heras');
  expect(read('Calle y altura: Salguero 1234').street_name).toBe('Salguero');
});

test('a phrase after a kind of unit is a remark', () => {
  const { apartment, observations } = read('Mosconi 2550 local a la calle, Villa Pueyrredón, CABA');
  expect([apartment, observations]).toEqual([undefined, 'local a la calle']);
});

test('a guessed part is doubtful', () => {
  expect(read('Rossi Paola')).toMatchObject({ first_name: 'Paola?', last_name: 'Rossi?' });
  expect(read('Mitre y Roca, Cipolletti, Río Negro')).toMatchObject({ street_name: 'Mitre?', between_1: 'Roca?' });
  expect(read('Rivadavia 4500 3, Almagro, CABA').floor).toBe('3?');
});

test.each(['constructor', 'toString', 'valueOf'])('«%s» is a word like any other', (word) => {
  for (const text of [`Mitre 100, piso ${word}`, `Mitre 100, planta ${word}`, `Mitre 100, provincia de ${word}`]) {
    expect(JSON.stringify(read(text))).toContain(word);
  }
});
