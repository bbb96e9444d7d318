import { expect, test } from 'vitest';
import { shipmentHistory } from './shipment-history.ts';

const state = (desde: string, name: string, reason: string | null = null) => ({
  desde,
  state: name,
  reason: reason === null ? null : { description: reason },
});

const history = {
  shippings: [
    {
      shipment_id: 'A-1',
      steps: [
        { name: 'Ingreso', states: [state('30/12/2025 09:00', 'Registrado'), state('31/12/2025 23:50', 'Retirado')] },
        { name: 'Entrega', states: [state('02/01/2026 08:10', 'No Entregado', 'Destinatario ausente')] },
      ],
    },
    { shipment_id: 'A-2', steps: [{ name: 'Ingreso', states: [state('01/01/2026 10:00', 'Registrado')] }] },
  ],
};

test('The newest state comes first, even across the end of a year', () => {
  expect(shipmentHistory(history, 'A-1').map(({ state: name }) => name)).toEqual([
    'No Entregado',
    'Retirado',
    'Registrado',
  ]);
});

test('Two states within one minute are shown newest first', () => {
  const sameMinute = {
    shippings: [
      {
        shipment_id: 'A-1',
        steps: [
          {
            name: 'Ingreso',
            states: [state('01/01/2026 10:00', 'Retirado'), state('01/01/2026 10:00', 'Recibido en CD')],
          },
        ],
      },
    ],
  };
  expect(shipmentHistory(sameMinute, 'A-1').map(({ state: name }) => name)).toEqual(['Recibido en CD', 'Retirado']);
});

test('A shipment shows its own states, each with its reason', () => {
  expect(shipmentHistory(history, 'A-2').map(({ state: name }) => name)).toEqual(['Registrado']);
  expect(shipmentHistory(history, 'A-1')[0]?.reason).toBe('Destinatario ausente');
});

test('A shipment without history has no lines', () => {
  expect(shipmentHistory(history, 'A-9')).toEqual([]);
  expect(shipmentHistory(null, 'A-1')).toEqual([]);
});
