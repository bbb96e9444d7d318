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
  const shipments = (await tracking.read('ABC'))?.shipments.map(({ label, events }) => [
    label,
    ...events.map(({ at }) => at.toISOString()),
  ]);
  expect(shipments).toEqual([['1234', '2026-06-10T13:30:00.000Z', '2026-06-09T11:00:00.000Z']]);
});

test('a reason in the gateway’s own words isn’t shown to the buyer, a reason of Remito is', async () => {
  const reasons = ['Destinatario ausente', 'Lo atendió Ana Paz, 11 4555-1234'].map((reason, day) => ({
    desde: `1${day}/06/2026 10:30`,
    state: 'No entregado',
    reason,
  }));
  const body = { results: { shippings: [{ shipment_id: 1234, steps: [{ states: reasons }] }] } };
  const order = await gatewayTracking(async () => ({ status: 200, body }), 'fijo').read('ABC');
  expect(order?.shipments.flatMap(({ events }) => events.map(({ reason }) => reason))).toEqual([
    null,
    'Destinatario ausente',
  ]);
  expect(JSON.stringify(order)).not.toContain('Ana Paz');
});
