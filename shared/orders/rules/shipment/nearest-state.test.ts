import { expect, test } from 'vitest';
import { unknownStateSentence } from './nearest-state.ts';

test.each([
  ['Entregdo', 'Entregado'],
  ['No Entergado', 'No Entregado'],
  ['Retirdo', 'Retirado'],
  ['rescate', 'Rescate Solicitado'],
  ['entregada', 'Entregado'],
  ['entrega reprogramda', 'Entrega Reprogramada'],
  ['en transitto', 'En Tránsito'],
  ['direccion a coregir', 'Dirección a Corregir'],
])('%s is taken for the misspelt state %s', (text, label) => {
  expect(unknownStateSentence(text)).toBe(`El estado «${text}» no existe. ¿Quisiste decir «${label}»?`);
});

test.each(['entrega', 'recibido', 'Perdido por el chofer', 'No', 'xyz', ''])('no state is nearest to «%s»', (text) => {
  expect(unknownStateSentence(text)).toBe(`El estado «${text}» no existe`);
});
