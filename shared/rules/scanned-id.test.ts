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

test('a field for ids reads them in groups, a search doesn’t', () => {
  const groups = `${id.slice(0, 4)} ${id.slice(4, 8)}\n${id.slice(8)}`;
  expect([groups, `${groups} - 2`].map((text) => parseScannedId(text, { inGroups: true }))).toEqual([id, `${id}-2`]);
  // The number of another column isn't a part of the parcel's number.
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
  for (const text of ['', 'García', wrong, `${id}-0`, `${id} ${id}`, 'https://example.com/', `x/${id}`]) {
    expect(parseScannedId(text), text).toBeNull();
  }
});
