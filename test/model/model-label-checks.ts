import { expect } from 'vitest';
import { NOT_SUPERSEDED } from '#server/orders/domain/movement/event-corrections.store.ts';
import { batchOrderZpl } from '#shared/orders/labels.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { isActiveShipment } from '#shared/orders/rules/order-actions.ts';
import { isCollected } from '#shared/orders/rules/shipment/collection.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { readZpl } from '#test/callers/read-zpl.ts';
import type { ModelWorld } from './model-world.ts';

/** Prints an order if allowed, and stores the text of each label in `printedLabels`. */
export async function printLabels({ gateway, orders, printedLabels }: ModelWorld, pick: number): Promise<void> {
  const order = orders[pick % orders.length];
  if (!order) return;
  const { status, bytes } = await gateway.call(batchOrderZpl, { by: order.by, body: { orders_id: [order.id] } });
  expect([200, 422]).toContain(status);
  if (status !== 200) return;
  for (const { fields } of readZpl(new TextDecoder().decode(bytes))) {
    const label = fields.find(({ command }) => command === '^BC')?.text ?? '';
    printedLabels.set(label, fields.map(({ text }) => text).join(' '));
  }
}

interface Shipment {
  label: string;
  state: string;
  state_code: ShipmentStateCode | null;
  printed: boolean;
  label_outdated: boolean;
  codes: (ShipmentStateCode | null)[];
}

/**
 * Lists label errors: a shipment's last printed label matches its order, or the label is marked as outdated. Before
 * collection an outdated label counts as not printed; after it the provider must relabel the shipment.
 */
export async function wrongLabels({ gateway, orders, printedLabels }: ModelWorld): Promise<object[]> {
  const shipments = await gateway.owner<Shipment>(
    `SELECT s.label, s.state, s.state_code, s.printed, s.label_outdated,
       array(SELECT e.state_code FROM shipment_events e WHERE e.client_id = s.client_id AND e.shipment_id = s.id
         AND ${NOT_SUPERSEDED}) AS codes
     FROM shipments s WHERE s.label = ANY($1)`,
    [[...printedLabels.keys()]],
  );
  const stored = new Map(shipments.map((shipment) => [shipment.label, shipment]));
  const wrong: object[] = [];
  for (const { by, id } of orders) {
    const { results } = (await gateway.call(readOrder, { by, params: { id } })).body;
    const { pickup_point, shippings } = results;
    const travelling = shippings.filter(({ state }) => state !== 'Cancelado').map((one) => one.shipment_id);
    for (const { shipment_id: label, receiver, label_outdated, printed_by_client } of shippings) {
      const [paper, shipment] = [printedLabels.get(label), stored.get(label)];
      if (paper === undefined || !shipment) {
        if (printed_by_client || label_outdated) wrong.push({ label, printed_by_client, label_outdated });
        continue;
      }
      if (!isActiveShipment({ stateText: shipment.state, stateCode: shipment.state_code })) continue;
      const wanted = [
        receiver.receiver_name,
        receiver.receiver_phone,
        `${receiver.address_street_name} ${receiver.address_street_number}`,
        `${receiver.address_zip_code} ${receiver.address_city}`,
        ...(pickup_point ? [pickup_point.name] : []),
        `BULTO ${travelling.indexOf(label) + 1}/${travelling.length}`,
      ];
      const differs = !wanted.every((words) => containsWords(paper, words));
      const atSender = !isCollected(shipment.codes);
      const right =
        shipment.label_outdated === differs &&
        shipment.printed === !(differs && atSender) &&
        label_outdated === (differs && atSender) &&
        printed_by_client === shipment.printed;
      if (!right) wrong.push({ ...shipment, differs, wanted, paper, label_outdated, printed_by_client });
    }
  }
  return wrong;
}

/** Returns whether a label contains these words as whole words: '1234' doesn't contain '12'. */
function containsWords(paper: string, words: string): boolean {
  for (let at = paper.indexOf(words); at >= 0; at = paper.indexOf(words, at + 1)) {
    if (!/^[\p{L}\d]/u.test(paper.slice(at + words.length))) return true;
  }
  return false;
}
