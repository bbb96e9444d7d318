import { expect, test } from 'vitest';
import { SHIPMENT_STATES, type ShipmentStateCode, shipmentState } from './shipment-states.ts';
import { type Direction, isTransitionAllowed, nextStates } from './shipment-transitions.ts';

const codes = SHIPMENT_STATES.map((state) => state.code);

function reachable(from: ShipmentStateCode, direction: Direction): Set<ShipmentStateCode> {
  const seen = new Set<ShipmentStateCode>([from]);
  for (const code of seen) for (const follower of nextStates(code, direction)) seen.add(follower);
  return seen;
}

function walk(direction: Direction, ...path: ShipmentStateCode[]) {
  for (const [index, code] of path.slice(1).entries()) {
    const before = path[index] as ShipmentStateCode;
    expect(isTransitionAllowed(before, code, direction), `${before} → ${code}`).toBe(true);
  }
}

test('a shipment moves from registration to delivery', () => {
  const way = ['registrado', 'planificado', 'retirado', 'recibido_cd', 'controlado', 'procesado'] as const;
  const end = ['despachado', 'en_transito', 'descargado', 'en_curso'] as const;
  for (const outcome of ['entregado', 'entrega_parcial', 'no_entregado'] as const) {
    walk('entrega', ...way, ...end, outcome);
  }
});

test('after a failed visit the delivery is attempted again or the shipment returns to its sender', () => {
  walk('entrega', 'no_entregado', 'reprogramado', 'en_curso', 'entregado');
  walk('entrega', 'no_entregado', 'devolucion', 'en_guarda', 'transito_remitente', 'devuelto');
});

test('reverse logistics ends with the delivery to the sender, and a return ends as returned', () => {
  walk('inversa', 'li_registrada', 'planificado', 'retirado', 'recibido_cd', 'transito_remitente', 'entregado');
  expect(isTransitionAllowed('recibido_cd', 'transito_remitente', 'entrega')).toBe(false);
  expect(isTransitionAllowed('transito_remitente', 'entregado', 'entrega')).toBe(false);
  expect(isTransitionAllowed('transito_remitente', 'devuelto', 'inversa')).toBe(false);
});

test('a paid shipment gets the first state of its direction', () => {
  expect(isTransitionAllowed('pendiente_pago', 'registrado', 'entrega')).toBe(true);
  expect(isTransitionAllowed('pendiente_pago', 'li_registrada', 'entrega')).toBe(false);
  expect(isTransitionAllowed('pendiente_pago', 'li_registrada', 'inversa')).toBe(true);
  expect(isTransitionAllowed('pendiente_pago', 'registrado', 'inversa')).toBe(false);
  expect(isTransitionAllowed('pendiente_pago', 'retirado')).toBe(false);
});

test('a shipment that was never collected can’t travel or be delivered', () => {
  for (const first of ['registrado', 'li_registrada', 'planificado'] as const) {
    for (const later of ['en_curso', 'entregado', 'en_transito', 'devuelto'] as const) {
      expect(isTransitionAllowed(first, later), `${first} → ${later}`).toBe(false);
    }
  }
});

test('only the three first states and an order in preparation lead to Cancelado', () => {
  expect(codes.filter((code) => isTransitionAllowed(code, 'cancelado'))).toEqual([
    'pendiente_pago',
    'registrado',
    'li_registrada',
    'en_preparacion',
  ]);
});

test('a return can only start in states in which the client may request it', () => {
  for (const state of SHIPMENT_STATES.filter((candidate) => candidate.returnable)) {
    expect(isTransitionAllowed(state.code, 'devolucion_solicitada')).toBe(true);
  }
});

test('a shipment with a requested return may still be scanned on its way or delivered', () => {
  for (const request of ['devolucion_solicitada', 'rescate_solicitado'] as const) {
    for (const scan of ['recibido_cd', 'en_transito', 'en_curso', 'no_entregado', 'entregado', 'devolucion'] as const) {
      expect(isTransitionAllowed(request, scan), `${request} → ${scan}`).toBe(true);
    }
    for (const early of ['registrado', 'planificado', 'cancelado', 'expirado'] as const) {
      expect(isTransitionAllowed(request, early), `${request} → ${early}`).toBe(false);
    }
  }
});

test('loss, damage and revision may occur at any time between the payment and the final state', () => {
  for (const state of SHIPMENT_STATES.filter((candidate) => !candidate.final && candidate.code !== 'pendiente_pago')) {
    for (const trouble of ['siniestrado', 'extraviado', 'en_revision'] as const) {
      if (state.code !== trouble) expect(isTransitionAllowed(state.code, trouble), state.code).toBe(true);
    }
  }
  expect(nextStates('pendiente_pago')).toEqual(['registrado', 'expirado', 'cancelado']);
});

test('no state follows a final state, every state may follow an unknown state, and no state follows itself', () => {
  for (const state of SHIPMENT_STATES.filter((candidate) => candidate.final))
    expect(nextStates(state.code)).toEqual([]);
  expect(nextStates(null)).toEqual(codes);
  for (const code of codes) expect(nextStates(code)).not.toContain(code);
});

test('every state is reachable, and every state leads to a final one', () => {
  const all = new Set([...reachable('pendiente_pago', 'entrega'), ...reachable('pendiente_pago', 'inversa')]);
  expect(codes.filter((code) => !all.has(code))).toEqual([]);
  for (const direction of ['entrega', 'inversa'] as const) {
    for (const code of codes) {
      const ends = [...reachable(code, direction)].some((candidate) => shipmentState(candidate).final);
      expect(ends, `${code} (${direction})`).toBe(true);
    }
  }
});
