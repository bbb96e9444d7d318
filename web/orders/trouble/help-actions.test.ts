import { expect, test } from 'vitest';
import { helpActions } from './help-actions.ts';

test.each([
  ['Dirección a Corregir', '', 'edit'],
  ['No Entregado', 'dirección incorrecta', 'edit'],
  ['No Entregado', 'Destinatario ausente', 'reschedule'],
  ['No Entregado', 'El perro no deja pasar', 'contact'],
  ['Rechazado por Destinatario', '', 'contact'],
  ['Demorado', 'Corte de ruta', 'contact'],
  ['Extraviado', '', 'contact'],
])('for %s with reason %j the first help is %s', (state, reason, first) => {
  expect(helpActions(state, reason)[0]).toBe(first);
});

test('each action is offered once, and none for a shipment without trouble', () => {
  const actions = helpActions('No Entregado', 'Dirección incorrecta');
  expect([...actions].sort()).toEqual(['contact', 'edit', 'reschedule', 'return']);
  expect([helpActions('En Curso', ''), helpActions('No Retirado', '')]).toEqual([[], []]);
});
