import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';

test('the encoded name of a file takes precedence over the plain name', () => {
  expect(fileNameOf(`attachment; filename="envios.csv"; filename*=UTF-8''env%C3%ADos.csv`)).toBe('envíos.csv');
});

test('a plain name is read with and without quotes', () => {
  expect(fileNameOf('inline; filename="etiquetas 7.pdf"')).toBe('etiquetas 7.pdf');
  expect(fileNameOf('attachment; filename=etiqueta.pdf')).toBe('etiqueta.pdf');
});

test('a broken escape falls back to the plain name; without a name there is none', () => {
  expect(fileNameOf(`attachment; filename="a.pdf"; filename*=UTF-8''%E0%A4%A`)).toBe('a.pdf');
  expect(fileNameOf(null)).toBeNull();
  expect(fileNameOf('inline')).toBeNull();
});
