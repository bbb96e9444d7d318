import { expect, test } from 'vitest';
import { modificationState } from './modification-state.ts';

test('the state of a modification request is shown in Spanish', () => {
  expect(['pending', 'Accepted', 'REJECTED'].map(modificationState)).toEqual(['Pendiente', 'Aprobado', 'Rechazado']);
  expect(['Pendiente', 'Aprobado', 'En revisión'].map(modificationState)).toEqual([
    'Pendiente',
    'Aprobado',
    'En revisión',
  ]);
});
