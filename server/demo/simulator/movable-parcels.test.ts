import { expect, test } from 'vitest';
import type { OperatorShipment } from '#shared/ops/shipments.ts';
import { movableParcels } from './movable-parcels.ts';
import { SIMULATED_TRANSITIONS } from './simulated-transitions.ts';

const MADE = Date.parse('2026-07-15T00:00:00-03:00');
const simulatedAccount = { clientId: 1, seededAt: MADE, hasStock: false, examplePercent: 0 };

/** A parcel that was registered and last moved so many hours before the first start (after it where negative). */
const parcel = (shipment_id: string, state_code: string | null, { registered = 100, moved = 50 } = {}) =>
  ({
    shipment_id,
    state_code,
    registered: new Date(MADE - registered * 3_600_000).toISOString(),
    state_at: new Date(MADE - moved * 3_600_000).toISOString(),
  }) as OperatorShipment;
const labels = (parcels: OperatorShipment[]) => parcels.map(({ shipment_id }) => shipment_id).sort();

test('what somebody made since the first start moves at any rate', () => {
  const own = Array.from({ length: 20 }, (_, index) =>
    parcel(`OWN-${index}`, 'registrado', { registered: -1, moved: -1 }),
  );
  expect(movableParcels(own, simulatedAccount)).toHaveLength(20);
});

test('of what was made at the first start two move at a time, always the same', () => {
  const made = Array.from({ length: 10 }, (_, index) => parcel(`A-${index}`, 'en_transito'));
  const first = labels(movableParcels(made, simulatedAccount));
  expect(first).toHaveLength(2);
  expect(labels(movableParcels(made.toReversed(), simulatedAccount))).toEqual(first);
  const begun = made.map((one) =>
    one.shipment_id === first[0] ? parcel(one.shipment_id, 'descargado', { moved: -1 }) : one,
  );
  expect(labels(movableParcels(begun, simulatedAccount))).toEqual(first);
  const ended = made.filter(({ shipment_id }) => shipment_id !== first[0]);
  expect(labels(movableParcels(ended, simulatedAccount))).toEqual(expect.arrayContaining(first.slice(1)));
  expect(movableParcels(ended, simulatedAccount)).toHaveLength(2);
});

test('more move where the sender asked for something meanwhile', () => {
  const asked = Array.from({ length: 5 }, (_, index) => parcel(`A-${index}`, 'devolucion_solicitada', { moved: -1 }));
  expect(movableParcels([...asked, parcel('A-9', 'en_transito')], simulatedAccount)).toEqual(asked);
});

test('an account that shows everything keeps the parcel that is longest in its state', () => {
  const made = [
    parcel('NEW', 'en_transito', { moved: 20 }),
    parcel('OLD', 'en_transito', { moved: 90 }),
    parcel('ONE', 'visitado'),
  ];
  expect(labels(movableParcels(made, { ...simulatedAccount, examplePercent: 100 }))).toEqual(['NEW']);
});

test('another account keeps about every second of them, always the same', () => {
  const made = Array.from({ length: 40 }, (_, index) => {
    const state = Object.keys(SIMULATED_TRANSITIONS)[index % 20] ?? '';
    return parcel(`A-${index}`, state, { moved: 50 + index });
  });
  const kept = { ...simulatedAccount, examplePercent: 50 };
  let rest = made;
  for (let moving = movableParcels(rest, kept); moving.length > 0; moving = movableParcels(rest, kept))
    rest = rest.filter((one) => !moving.includes(one));
  expect(rest.length).toBeGreaterThan(4);
  expect(rest.length).toBeLessThan(16);
  expect(movableParcels(rest.toReversed(), kept)).toEqual([]);
});

test('what is unpaid, has ended or is in a state that nobody knows takes nobody’s turn', () => {
  const made = ['pendiente_pago', 'entregado', 'cancelado', null].map((code, index) => parcel(`A-${index}`, code));
  expect(movableParcels(made, simulatedAccount)).toEqual([]);
});
