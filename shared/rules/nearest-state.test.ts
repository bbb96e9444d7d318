import { expect, test } from 'vitest';
import { unknownStateSentence } from './nearest-state.ts';

test.each([
  ['Entregdo', 'Entregado'],
  ['No Entergado', 'No Entregado'],
  ['Retirdo', 'Retirado'],
  ['recibido', 'Recibido en CD'],
  ['en transitto', 'En Tránsito'],
  ['direccion a coregir', 'Dirección a Corregir'],
])('%s is taken for the misspelt state %s', (text, label) => {
  expect(unknownStateSentence(text)).toBe(`El estado «${text}» no existe. ¿Quisiste decir «${label}»?`);
});

test.each(['Perdido por el chofer', 'No', 'xyz', ''])('no state is near «%s»', (text) => {
  expect(unknownStateSentence(text)).toBe(`El estado «${text}» no existe.`);
});
