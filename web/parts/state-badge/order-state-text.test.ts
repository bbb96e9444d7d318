import { expect, test } from 'vitest';
import { orderStateText } from './order-state-text.ts';

const order = (name: string, ...states: (string | null)[]) => ({
  order_state: { name },
  shippings: states.map((state) => ({ state })),
});

test('An order whose shipments are all in one state shows that state', () => {
  expect(orderStateText(order('En Curso', 'Despachado', 'Despachado'))).toBe('Despachado');
});

test('Case and accents do not make two states of one', () => {
  expect(orderStateText(order('En Curso', 'En Tránsito', 'EN TRANSITO'))).toBe('En Tránsito');
});

test('An order whose shipments differ shows its own state', () => {
  expect(orderStateText(order('Entrega Parcial', 'Entregado', 'No Entregado'))).toBe('Entrega Parcial');
});

test('An order without shipments, or of a gateway that leaves their states out, shows its own state', () => {
  expect(orderStateText(order('Registrado'))).toBe('Registrado');
  expect(orderStateText(order('Registrado', null, null))).toBe('Registrado');
  expect(orderStateText({ order_state: { name: 'Registrado' } })).toBe('Registrado');
});

test('An order that says no state at all shows none', () => {
  expect(orderStateText({})).toBeNull();
});
