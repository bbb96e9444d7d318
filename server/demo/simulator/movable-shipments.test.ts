import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import type { StaffShipment } from '#shared/orders/staff-shipments.ts';
import { movableParcels } from './move-simulated.ts';
import { SIMULATED_TRANSITIONS } from './simulated-transitions.ts';

const SEEDED_AT = Date.parse('2026-07-15T00:00:00-03:00');
const simulatedAccount = { clientId: 1, seededAt: SEEDED_AT, hasStock: false, examplePercent: 0 };

/** Returns a parcel that was registered and last moved a number of hours before the seeding (negative: after it). */
const parcel = (shipment_id: string, state_code: string | null, { registered = 100, moved = 50 } = {}) =>
  ({
    shipment_id,
    state_code,
    registered: new Date(SEEDED_AT - registered * HOUR_MS).toISOString(),
    state_at: new Date(SEEDED_AT - moved * HOUR_MS).toISOString(),
  }) as StaffShipment;
const labels = (parcels: StaffShipment[]) => parcels.map(({ shipment_id }) => shipment_id).sort();

test('all parcels created since the seeding move', () => {
  const created = Array.from({ length: 20 }, (_, index) =>
    parcel(`OWN-${index}`, 'registrado', { registered: -1, moved: -1 }),
  );
  expect(movableParcels(created, simulatedAccount)).toHaveLength(20);
});

test('two seeded parcels move at a time, always the same ones', () => {
  const seeded = Array.from({ length: 10 }, (_, index) => parcel(`A-${index}`, 'en_transito'));
  const first = labels(movableParcels(seeded, simulatedAccount));
  expect(first).toHaveLength(2);
  expect(labels(movableParcels(seeded.toReversed(), simulatedAccount))).toEqual(first);
  const begun = seeded.map((item) =>
    item.shipment_id === first[0] ? parcel(item.shipment_id, 'descargado', { moved: -1 }) : item,
  );
  expect(labels(movableParcels(begun, simulatedAccount))).toEqual(first);
  const ended = seeded.filter(({ shipment_id }) => shipment_id !== first[0]);
  expect(labels(movableParcels(ended, simulatedAccount))).toEqual(expect.arrayContaining(first.slice(1)));
  expect(movableParcels(ended, simulatedAccount)).toHaveLength(2);
});

test('more seeded parcels move if their senders requested something', () => {
  const requested = Array.from({ length: 5 }, (_, index) =>
    parcel(`A-${index}`, 'devolucion_solicitada', { moved: -1 }),
  );
  expect(movableParcels([...requested, parcel('A-9', 'en_transito')], simulatedAccount)).toEqual(requested);
});

test('the showcase account keeps the parcel that is longest in each state', () => {
  const seeded = [
    parcel('NEW', 'en_transito', { moved: 20 }),
    parcel('OLD', 'en_transito', { moved: 90 }),
    parcel('ONE', 'visitado'),
  ];
  expect(labels(movableParcels(seeded, { ...simulatedAccount, examplePercent: 100 }))).toEqual(['NEW']);
});

test('another account keeps about half of these parcels, always the same ones', () => {
  const seeded = Array.from({ length: 40 }, (_, index) => {
    const state = Object.keys(SIMULATED_TRANSITIONS)[index % 20] ?? '';
    return parcel(`A-${index}`, state, { moved: 50 + index });
  });
  const kept = { ...simulatedAccount, examplePercent: 50 };
  let rest = seeded;
  for (let moving = movableParcels(rest, kept); moving.length > 0; moving = movableParcels(rest, kept))
    rest = rest.filter((item) => !moving.includes(item));
  expect(rest.length).toBeGreaterThan(4);
  expect(rest.length).toBeLessThan(16);
  expect(movableParcels(rest.toReversed(), kept)).toEqual([]);
});

test('parcels that are unpaid, final or in an unknown state don’t move', () => {
  const seeded = ['pendiente_pago', 'entregado', 'cancelado', null].map((code, index) => parcel(`A-${index}`, code));
  expect(movableParcels(seeded, simulatedAccount)).toEqual([]);
});
