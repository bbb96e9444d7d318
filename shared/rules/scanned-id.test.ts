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

test('any other text is not an id', () => {
  const wrong = id.slice(0, 10) + (id.endsWith('A') ? 'B' : 'A');
  for (const text of ['', 'García', wrong, `${id}-0`, `${id} ${id}`, 'https://example.com/', `x/${id}`]) {
    expect(parseScannedId(text), text).toBeNull();
  }
});
