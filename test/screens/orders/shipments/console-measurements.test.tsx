// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as queues from '#shared/orders/staff-queues.ts';
import { confirmMeasured, readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { type Reply, reply } from '#test/screens/fake-gateway.ts';
import { loggedIn } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button } from '#test/screens/typing.ts';
import { item, open } from './console-queue.ts';

test('a measurement far above what was declared is confirmed as it was seen', async () => {
  const LABEL = '7K3MQ9XW2R0-1';
  const measured = { weight: 900, length: 300, width: 200, height: 100 };
  const cost = {
    total: 8000,
    measured: { ...measured, adjustment: 0 },
    measured_waits: true,
    waiting_adjustment: 1936,
  };
  const shipment = {
    shipment_id: LABEL,
    order_id: 'W-1',
    tracking_id: '7K3MQ9XW2R0',
    history: [],
    relabel: false,
    weight: 900,
    length: 30,
    width: 20,
    height: 10,
    delivery_mode: { id: 1, name: 'A domicilio' },
    receiver: { receiver_name: 'Marta', address: {} },
  };
  const waiting = [item(1, { queue: 'measurements', name: LABEL })];
  const list = reply(queues.listQueue, () => ({
    results: waiting,
    pagination: { page: 1, pages: 1, total: waiting.length, limit: 50 },
  }));
  const confirm: Reply = {
    endpoint: confirmMeasured,
    respond: () => {
      waiting.pop();
      return Response.json({ message: 'Las medidas se confirmaron', results: { ...cost, measured_waits: false } });
    },
  };
  const { container, user, received, stop } = await open(
    '/consola/colas/medidas/7/1',
    [
      list,
      reply(readShipmentCost, { results: cost } as never),
      reply(readStaffShipment, { results: shipment } as never),
      confirm,
    ],
    loggedIn('operations'),
  );
  await screen.findByText('300 × 200 × 100 cm, 0,9 kg');
  screen.getByText('30 × 20 × 10 cm, 0,9 kg');
  screen.getByText('$ 9.936,00, con un ajuste de $ 1.936,00');
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Confirmar las medidas'));
  await alertAppears('Las medidas se confirmaron');
  expect(bodiesOf(received, confirmMeasured)).toEqual([measured]);
  stop();
});
