import { expect, test } from 'vitest';
import { describeStateChanges } from './state-changes.ts';

test.each([
  ['nothing', { order: 'Registrado', shipments: ['Registrado'] }, ''],
  ['both', { order: 'En Curso', shipments: ['Despachado'] }, 'El estado cambió a En Curso. Envío 1: Despachado.'],
  ['a shipment', { order: 'Registrado', shipments: ['Retirado'] }, 'Envío 1: Retirado.'],
  ['a shipment more', { order: 'Registrado', shipments: ['Registrado', 'Registrado'] }, 'Envío 2: Registrado.'],
  ['a shipment less', { order: null, shipments: [] }, ''],
])('when %s changes, that is told', (_what, now, told) => {
  expect(describeStateChanges({ order: 'Registrado', shipments: ['Registrado'] }, now)).toBe(told);
});
