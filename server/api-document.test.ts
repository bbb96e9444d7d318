import { expect, test } from 'vitest';
import { apiDocument, operatorDocument } from './api-document.ts';

test('the documents of the calls have the provider’s name', () => {
  expect(apiDocument({}, 'Correo del Sur')).toMatchObject({ info: { title: 'Correo del Sur gateway' } });
  expect(operatorDocument({}, 'Correo del Sur')).toMatchObject({ info: { title: 'Correo del Sur operator API' } });
});
