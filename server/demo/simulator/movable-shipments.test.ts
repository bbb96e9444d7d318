import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import type { StaffShipment } from '#shared/orders/staff-shipments.ts';
import { movableShipments } from './move-simulated.ts';
import { SIMULATED_TRANSITIONS } from './simulated-transitions.ts';

const SEEDED_AT = Date.parse('2026-07-15T00:00:00-03:00');
const simulatedAccount = { clientId: 1, seededAt: SEEDED_AT, hasStock: false, examplePercent: 0 };

/** Returns a shipment that was registered and last moved a number of hours before the seeding (negative: after it). */
const shipment = (shipment_id: string, state_code: string | null, { registered = 100, moved = 50 } = {}) =>
  ({
    shipment_id,
    state_code,
    registered: new Date(SEEDED_AT - registered * HOUR_MS).toISOString(),
    state_at: new Date(SEEDED_AT - moved * HOUR_MS).toISOString(),
  }) as StaffShipment;
const labels = (shipments: StaffShipment[]) => shipments.map(({ shipment_id }) => shipment_id).sort();

test('all shipments created since the seeding move', () => {
  const created = Array.from({ length: 20 }, (_, index) =>
    shipment(`OWN-${index}`, 'registrado', { registered: -1, moved: -1 }),
  );
  expect(movableShipments(created, simulatedAccount)).toHaveLength(20);
});

test('two seeded shipments move at a time, always the same ones', () => {
  const seeded = Array.from({ length: 10 }, (_, index) => shipment(`A-${index}`, 'en_transito'));
  const first = labels(movableShipments(seeded, simulatedAccount));
  expect(first).toHaveLength(2);
  expect(labels(movableShipments(seeded.toReversed(), simulatedAccount))).toEqual(first);
  const begun = seeded.map((item) =>
    item.shipment_id === first[0] ? shipment(item.shipment_id, 'descargado', { moved: -1 }) : item,
  );
  expect(labels(movableShipments(begun, simulatedAccount))).toEqual(first);
  const ended = seeded.filter(({ shipment_id }) => shipment_id !== first[0]);
  expect(labels(movableShipments(ended, simulatedAccount))).toEqual(expect.arrayContaining(first.slice(1)));
  expect(movableShipments(ended, simulatedAccount)).toHaveLength(2);
});

test('more seeded shipments move if their senders requested something', () => {
  const requested = Array.from({ length: 5 }, (_, index) =>
    shipment(`A-${index}`, 'devolucion_solicitada', { moved: -1 }),
  );
  expect(movableShipments([...requested, shipment('A-9', 'en_transito')], simulatedAccount)).toEqual(requested);
});

test('the showcase account keeps the shipment that is longest in each state', () => {
  const seeded = [
    shipment('NEW', 'en_transito', { moved: 20 }),
    shipment('OLD', 'en_transito', { moved: 90 }),
    shipment('ONE', 'visitado'),
  ];
  expect(labels(movableShipments(seeded, { ...simulatedAccount, examplePercent: 100 }))).toEqual(['NEW']);
});

test('another account keeps about half of these shipments, always the same ones', () => {
  const seeded = Array.from({ length: 40 }, (_, index) => {
    const state = Object.keys(SIMULATED_TRANSITIONS)[index % 20] ?? '';
    return shipment(`A-${index}`, state, { moved: 50 + index });
  });
  const kept = { ...simulatedAccount, examplePercent: 50 };
  let rest = seeded;
  for (let moving = movableShipments(rest, kept); moving.length > 0; moving = movableShipments(rest, kept))
    rest = rest.filter((item) => !moving.includes(item));
  expect(rest.length).toBeGreaterThan(4);
  expect(rest.length).toBeLessThan(16);
  expect(movableShipments(rest.toReversed(), kept)).toEqual([]);
});

test('shipments that are unpaid, final or in an unknown state don’t move', () => {
  const seeded = ['pendiente_pago', 'entregado', 'cancelado', null].map((code, index) => shipment(`A-${index}`, code));
  expect(movableShipments(seeded, simulatedAccount)).toEqual([]);
});
