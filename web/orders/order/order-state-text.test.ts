import { expect, test } from 'vitest';
import { orderStateText } from './order-state-text.ts';

const order = (name: string, ...states: (string | null)[]) => ({
  order_state: { name },
  shippings: states.map((state) => ({ state })),
});

test('an order whose shipments all have the same state shows that state', () => {
  expect(orderStateText(order('En Curso', 'Despachado', 'Despachado'))).toBe('Despachado');
});

test('states that differ only in case or accents count as one', () => {
  expect(orderStateText(order('En Curso', 'En Tránsito', 'EN TRANSITO'))).toBe('En Tránsito');
});

test('an order whose shipments differ shows its own state', () => {
  expect(orderStateText(order('Entrega Parcial', 'Entregado', 'No Entregado'))).toBe('Entrega Parcial');
});

test('an order without shipments, or of a gateway that omits their states, shows its own state', () => {
  expect(orderStateText(order('Registrado'))).toBe('Registrado');
  expect(orderStateText(order('Registrado', null, null))).toBe('Registrado');
  expect(orderStateText({ order_state: { name: 'Registrado' } })).toBe('Registrado');
});

test('an order without any state shows no state', () => {
  expect(orderStateText({})).toBeNull();
});
