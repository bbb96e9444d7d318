import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScannedId } from './scanned-id.ts';
import { generateTrackingId } from './tracking-id.ts';

const id = generateTrackingId((size) => new Uint8Array(size).map((_, index) => index * 7 + 10));

test('a tracking id or a label is accepted in every spelling', () => {
  expect(parseScannedId(` ${id.toLowerCase()} `)).toBe(id);
  expect(parseScannedId(`${id.toLowerCase()}-12`)).toBe(`${id}-12`);
});

test('the id is read from a scanned label code, which contains the address of the tracking page', () => {
  expect(parseScannedId(`https://envios.example.com/seguimiento/${id}-1`)).toBe(`${id}-1`);
  expect(parseScannedId(`HTTP://EXAMPLE.COM/T?ID=${id}&X=1#Y`)).toBe(id);
});

test('the id is read as a scanner set to a US keyboard types it on a Spanish one', () => {
  expect(parseScannedId(`${id}'3`)).toBe(`${id}-3`);
  expect(parseScannedId(`httpsÑ--envios.example.com-seguimiento-${id}'1_x¿2`)).toBe(`${id}-1`);
  expect(parseScannedId(`${id}''1`)).toBeNull();
});

test.each([
  ['a full stop', (one: string) => `${one}.`],
  ['quotes', (one: string) => `«${one}»`],
  ['brackets and a comma', (one: string) => `(${one}),`],
  ['asterisks of a bar code', (one: string) => `*${one}*`],
  ['a line break', (one: string) => `\r\n${one}\r\n`],
  ['a non-breaking space', (one: string) => `\u00a0${one}\u00a0`],
  ['a slash', (one: string) => `${one}/`],
  ['a label', (one: string) => `Seguimiento: ${one}`],
  ['another label', (one: string) => `Código de seguimiento ${one}.`],
  ['a number sign', (one: string) => `N° de envío: #${one}`],
  ['a soft hyphen', (one: string) => `${one.slice(0, 5)}\u00ad${one.slice(5)}`],
  ['a zero-width space', (one: string) => `${one.slice(0, 5)}\u200b${one.slice(5)}\ufeff`],
  ['its address', (one: string) => `https://envios.example.com/seguimiento/${one}`],
  ['its address in a sentence', (one: string) => `Hola, seguilo en https://envios.example.com/seguimiento/${one}.`],
  ['its address in brackets', (one: string) => `(https://envios.example.com/seguimiento/${one}?utm=x)`],
  ['its address without protocol', (one: string) => `envios.example.com/seguimiento/${one}`],
  ['its encoded address', (one: string) => `https://envios.example.com/seguimiento/${one}%20`],
  [
    'the address of a mail filter',
    (one: string) => `https://filtro.example/?url=https%3A%2F%2Fenvios.example.com%2Fseguimiento%2F${one}&data=05`,
  ],
  ['the version that a label prints', (one: string) => `${one} v2`],
  ['a scanner’s identifier of the code', (one: string) => `]C1${one}`],
  ['an escaped hyphen', (one: string) => one.replace('-', '%2D')],
  ['a sentence', (one: string) => `Tu envío es ${one}, gracias`],
  ['itself', (one: string) => `${one} ${one}`],
  ['its address beside it', (one: string) => `${one} (https://envios.example.com/seguimiento/${one})`],
  ['an address of another page', (one: string) => `${one} https://mapas.example.com/?q=casa`],
  [
    'full width',
    (one: string) => one.replace(/[0-9A-Z-]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ],
])('an id and a label are read with %s around or in them', (_name, write) => {
  expect([id, `${id}-3`].map((one) => parseScannedId(write(one)))).toEqual([id, `${id}-3`]);
  expect(parseScannedId(write(`${id}-3`).toLowerCase())).toBe(`${id}-3`);
});

test.each(['-', '–', '—', '‑', '−', ' - ', ' – ', '\u00ad-'])('a label is read with %j before its number', (dash) => {
  expect(parseScannedId(`${id}${dash}2`)).toBe(`${id}-2`);
});

test('an order’s address beside the label of its shipment is the shipment', () => {
  expect(parseScannedId(`${id}-2 https://envios.example.com/seguimiento/${id}`)).toBe(`${id}-2`);
});

test.each([
  ['a label and an address', (a: string, b: string) => `${a} http://x/${b}`],
  ['an address and a label', (a: string, b: string) => `http://x/${a} y ${b}`],
  ['two steps of an address', (a: string, b: string) => `http://x/${a}/${b}`],
  ['a step and a parameter of an address', (a: string, b: string) => `https://x.example/${a}?id=${b}`],
  ['two addresses', (a: string, b: string) => `http://x/${a} http://x/${b}`],
  ['addresses without a blank', (a: string, b: string) => `${a}http://x/${b}`],
  ['an address without protocol', (a: string, b: string) => `${a} envios.example.com/seguimiento/${b}`],
  ['two words', (a: string, b: string) => `${a} ${b}`],
  ['two lines', (a: string, b: string) => `${a}\n${b}`],
  ['a list', (a: string, b: string) => `${a}, ${b} y ${a}`],
  ['a comma', (a: string, b: string) => `${a},${b}`],
  ['a part of a word', (a: string, b: string) => `${a} x/${b}`],
  ['addresses with a comma between them', (a: string, b: string) => `http://x/${a},http://x/${b}`],
  ['an address and another path', (a: string, b: string) => `http://x/${a},y/${b}`],
  ['an escaped blank', (a: string, b: string) => `${a}%20${b}`],
  ['a scanner set to another keyboard', (a: string, b: string) => `${a.replace('-', "'")} ${b.replace('-', "'")}`],
])('a text with ids of two orders or shipments is read as neither: %s', (_name, write) => {
  const other = generateTrackingId((size) => new Uint8Array(size).map((_, index) => index * 5 + 3));
  for (const [a, b] of [
    [`${id}-1`, `${other}-1`],
    [id, other],
    [`${id}-1`, other],
    [`${id}-1`, `${id}-2`],
  ] as const) {
    expect(parseScannedId(write(a, b))).toBeNull();
    expect(parseScannedId(write(b, a), { inGroups: true })).toBeNull();
  }
});

test('a name of eleven letters in a sentence is no id', () => {
  expect(parseScannedId('GARCIAGOMEQ')).toBe('GARC1AG0MEQ');
  expect(parseScannedId('Ana GARCIAGOMEQ')).toBeNull();
});

test('a field for ids reads them in groups, a search doesn’t', () => {
  const groups = `${id.slice(0, 4)} ${id.slice(4, 8)}\n${id.slice(8)}`;
  expect([groups, `${groups} - 2`].map((text) => parseScannedId(text, { inGroups: true }))).toEqual([id, `${id}-2`]);
  // The number of another column isn't a part of the shipment's number.
  for (const text of [`${groups}-1 2`, `${groups} - 1\t2`, `${id}-1\n2`]) {
    expect(parseScannedId(text, { inGroups: true })).toBeNull();
  }
  expect(parseScannedId(groups)).toBeNull();
});

test('whatever surrounds an id, no other one is read', () => {
  const around = fc.string({ unit: fc.constantFrom(...' .,;:()[]"«»*#/\n\u00a0\u200b') });
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(bytes, around, around, fc.integer({ min: 0, max: 20 }), (random, before, after, n) => {
      const one = generateTrackingId(() => random.map((byte) => byte | 1));
      const typed = n === 0 ? one : `${one}-${n}`;
      expect(parseScannedId(`${before}${typed}${after}`)).toBe(typed);
    }),
  );
});

test('a long text is refused at once', () => {
  for (const unit of ['-', ' ', '.', 'https:', `${id} `, '7K3M-'])
    expect(parseScannedId(unit.repeat(100_000))).toBeNull();
});

test('any other text is not an id', () => {
  const wrong = id.slice(0, 10) + (id.endsWith('A') ? 'B' : 'A');
  for (const text of ['', 'García', wrong, `${id}-0`, 'https://example.com/', `x/${id}`]) {
    expect(parseScannedId(text), text).toBeNull();
  }
});
