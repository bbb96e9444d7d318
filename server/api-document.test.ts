import { expect, test } from 'vitest';
import { apiDocument, providerDocument } from './api-document.ts';

test('the documents of the calls have the provider’s name', () => {
  expect(apiDocument({}, 'Correo del Sur')).toMatchObject({ info: { title: 'Correo del Sur gateway' } });
  expect(providerDocument({}, 'Correo del Sur')).toMatchObject({ info: { title: 'Correo del Sur provider API' } });
});
