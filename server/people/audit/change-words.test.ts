import { expect, test } from 'vitest';
import { changeText } from './change-words.ts';

test.each([
  [{ after: 'en_transito', before: 'extraviado' }, 'Antes: Extraviado. Después: En Tránsito'],
  [{ kind: ['document', 'phone'], found: 0 }, 'Tipo: Documento, Teléfono. Encontrados: 0'],
  [{ by: 'email', digest: 'a1b2' }, 'Buscado por: email. Huella de lo buscado: a1b2'],
  [{ client: 7, role: 'billing' }, 'Rol: Facturación'],
])('what an act changed is read in words: %j', (details, words) => {
  expect(changeText({ fields: [], details })).toBe(words);
});
