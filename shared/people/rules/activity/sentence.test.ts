import { expect, test } from 'vitest';
import type { ActivityRow } from '#shared/people/activity.ts';
import { activitySentence } from './sentence.ts';

const PEOPLE = [
  { id: 1, username: 'ana', name: 'Ana Pérez' },
  { id: 2, username: 'beto', name: 'Beto Sosa' },
];

const row = (action: string, changes: Partial<ActivityRow> = {}): ActivityRow => ({
  id: 9,
  at: '2026-11-20T10:00:00-03:00',
  actor: { kind: 'user', id: 1, name: 'ana' },
  action,
  target: null,
  target_name: null,
  fields: [],
  details: null,
  network: '127.0.0.1',
  request_id: 'r',
  times: 1,
  ...changes,
});

const sentence = (action: string, changes?: Partial<ActivityRow>) => activitySentence(row(action, changes), PEOPLE);

test('a sentence names who acted, what was done, and what with', () => {
  expect(sentence('order.cancel', { target: '8RTB4K2N0PX' })).toBe('Ana Pérez canceló una orden: 8RTB4K2N0PX');
  expect(sentence('session.begin')).toBe('Ana Pérez ingresó');
  expect(sentence('user.invite', { target: '12345', details: { role: 'billing' } })).toBe(
    'Ana Pérez invitó a una persona (Facturación)',
  );
  expect(sentence('user.resend', { target: '12345', target_name: 'nueva@example.com' })).toBe(
    'Ana Pérez reenvió una invitación: nueva@example.com',
  );
});

test('equal acts of a minute are one sentence with their number', () => {
  expect(sentence('label.print', { times: 3 })).toBe('Ana Pérez imprimió etiquetas, 3 veces');
  expect(sentence('user.resume', { target: '2', times: 2 })).toBe('Ana Pérez reactivó a Beto Sosa, 2 veces');
});

test('an action upon a person names the person, also one who left', () => {
  expect(sentence('user.suspend', { target: '2' })).toBe('Ana Pérez suspendió a Beto Sosa');
  expect(sentence('user.role', { target: '2', details: { role: 'viewer' } })).toBe(
    'Ana Pérez cambió el rol de Beto Sosa (Lectura)',
  );
  expect(sentence('user.remove', { target: '3' })).toBe('Ana Pérez quitó a una persona que ya no está');
  expect(sentence('session.begin', { actor: { kind: 'user', id: 3, name: 'carla' } })).toBe('carla ingresó');
  // Somebody who left had the user name that Ana has now.
  expect(sentence('session.begin', { actor: { kind: 'user', id: 4, name: 'ana' } })).toBe('ana ingresó');
});

test('the provider acts without the names of its people and keys, and somebody without a session has no name', () => {
  expect(sentence('ops.user.block', { actor: { kind: 'staff', id: null, name: 'Marta' }, target: '1' })).toBe(
    'Tu proveedor bloqueó a Ana Pérez',
  );
  expect(sentence('ops.client.change', { actor: { kind: 'key', id: null, name: 'clave' }, target: '77' })).toBe(
    'Tu proveedor cambió los permisos de la cuenta de tu empresa',
  );
  expect(sentence('session.refused', { actor: { kind: 'anonymous', id: null, name: '' }, times: 3 })).toBe(
    'Alguien sin sesión: 3 ingresos rechazados',
  );
});

test('an action of a later version is shown by its name', () => {
  expect(sentence('order.teleport')).toBe('Ana Pérez: order.teleport');
});
