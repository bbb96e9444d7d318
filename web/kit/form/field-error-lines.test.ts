import { expect, test } from 'vitest';
import { ApiError } from '#web/kit/call/api-error.ts';
import { fieldErrorLines } from './field-error-lines.ts';

const lines = (message: string, errors: { field: string; message: string }[]) =>
  fieldErrorLines(new ApiError({ status: 422, message, errors }), (field) => `<${field}>`);

test('each invalid field is a line with its name; an error without a field is a separate line', () => {
  const errors = [
    { field: 'address[city]', message: 'Falta' },
    { field: '', message: 'Probá más tarde' },
  ];
  expect(lines('Revisá los datos', errors)).toEqual(['<address.city>: Falta', 'Probá más tarde']);
});

test('an error that repeats the title is left out', () => {
  expect(
    lines('La contraseña actual no es correcta', [
      { field: 'currentPassword', message: 'La contraseña actual no es correcta' },
    ]),
  ).toEqual([]);
});
