import { expect, test } from 'vitest';
import { gatewayTracking } from './gateway-tracking.ts';

const states = [
  { desde: '09/06/2026 08:00', state: 'Registrado' },
  { desde: '10/06/2026 10:30', state: { name: 'Despachado' }, reason: 'Salió a reparto' },
];
const shippings = [{ shipment_id: 1234, steps: [{ states }] }];

test.each([
  ['below results', { results: { shippings } }],
  ['as the results', { results: shippings }],
  ['as the first result', { results: [{ shippings }] }],
  ['at the top level', { shippings }],
])('the tracking page shows a history %s', async (_where, body) => {
  const tracking = gatewayTracking(async () => ({ status: 200, body }), 'fijo');
  const parcels = (await tracking.read('ABC'))?.parcels.map(({ label, events }) => [
    label,
    ...events.map(({ at }) => at.toISOString()),
  ]);
  expect(parcels).toEqual([['1234', '2026-06-10T13:30:00.000Z', '2026-06-09T11:00:00.000Z']]);
});
