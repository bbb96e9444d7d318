import { expect, test } from 'vitest';
import { describeStateChanges } from './state-changes.ts';

test.each([
  ['nothing', { order: 'Registrado', shipments: ['Registrado'] }, ''],
  ['both', { order: 'En Curso', shipments: ['Despachado'] }, 'El estado cambió a En Curso. Envío 1: Despachado.'],
  ['a shipment', { order: 'Registrado', shipments: ['Retirado'] }, 'Envío 1: Retirado.'],
  ['a new shipment', { order: 'Registrado', shipments: ['Registrado', 'Registrado'] }, 'Envío 2: Registrado.'],
  ['a removed shipment', { order: null, shipments: [] }, ''],
])('when %s changes, the change is announced', (_change, now, announcement) => {
  expect(describeStateChanges({ order: 'Registrado', shipments: ['Registrado'] }, now)).toBe(announcement);
});
