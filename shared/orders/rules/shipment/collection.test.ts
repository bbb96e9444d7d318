import { expect, test } from 'vitest';
import { isCollected } from './collection.ts';
import { SHIPMENT_STATES } from './shipment-states.ts';
import { isTransitionAllowed } from './shipment-transitions.ts';

test('a shipment that waits for its first or its next collection is not collected', () => {
  expect(isCollected([])).toBe(false);
  expect(isCollected(['pendiente_pago', 'registrado', 'planificado', 'no_retirado', 'pendiente_retiro'])).toBe(false);
  expect(isCollected(['li_registrada', 'demorado'])).toBe(false);
  expect(isCollected(['registrado', 'cancelado'])).toBe(false);
});

test('a shipment that was collected once stays collected in every later state', () => {
  expect(isCollected(['registrado', 'retirado'])).toBe(true);
  expect(isCollected(['registrado', 'admitido_sucursal', 'en_revision'])).toBe(true);
  expect(isCollected(['registrado', 'recibido_cd', 'demorado'])).toBe(true);
});

test('an unknown state counts as collected', () => {
  expect(isCollected(['registrado', null])).toBe(true);
});

test('every state that may precede the last mile counts as collected, except neutral states', () => {
  const held = SHIPMENT_STATES.filter(
    ({ code }) => isTransitionAllowed(code, 'en_curso') || isTransitionAllowed(code, 'en_transito'),
  );
  const silent = ['demorado', 'en_revision'];
  for (const { code } of held) expect([code, isCollected([code])]).toEqual([code, !silent.includes(code)]);
});
