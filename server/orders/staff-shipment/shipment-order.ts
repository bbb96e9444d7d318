import type { Deps } from '#server/integrations/deps.ts';
import { orderFactsStatement, toStoredOrder } from '#server/orders/domain/flags/order-flags.store.ts';
import { findShipment } from '#server/orders/domain/staff-shipment.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { orderActions, type Permission } from '#shared/orders/rules/order-actions.ts';
import { shipmentActions } from '#shared/orders/rules/shipment/shipment-actions.ts';
import type { ShipmentOrder } from '#shared/orders/staff-shipment/staff-order.ts';
import { shipmentOrderByLabel } from './shipment-order.store.ts';

/** Returns the order around a shipment of any client, and what the sender sees of the shipment. @throws Failure 404 without such a shipment */
export async function readShipmentOrder({ db }: Pick<Deps, 'db'>, text: string): Promise<ShipmentOrder> {
  const { clientId, orderId, label } = await findShipment(db, text);
  const [[row], [facts]] = await db.read(clientId, [
    shipmentOrderByLabel(clientId, label),
    orderFactsStatement(clientId, { column: 'id', value: orderId }),
  ]);
  if (!row || !facts) throw new Failure(404, messages.notFound);
  const { labels, facts: order } = toStoredOrder(facts);
  const shipment = order.shipments[labels.indexOf(label)];
  if (!shipment) throw new Failure(404, messages.notFound);
  const { cancellable, can_request_edit, payable } = orderActions(order);
  const actions = shipmentActions(shipment, order, { reverseLogistics: false });
  const { company, blocked_reason, order_id, tracking_id, modification_id, reschedule_id, ...seen } = row;
  return {
    client_id: clientId,
    company,
    blocked_reason,
    order_id,
    tracking_id,
    modification_id,
    reschedule_id,
    parcels: order.shipments.map(({ stateText, stateCode }, index) => ({
      shipment_id: labels[index] ?? '',
      state: stateText,
      state_code: stateCode,
    })),
    sender_view: {
      ...seen,
      order: {
        cancellable: senderAction(cancellable),
        can_request_edit: senderAction(can_request_edit),
        payable: senderAction(payable),
      },
      parcel: {
        printable: senderAction(actions.printable),
        cancellable: senderAction(actions.cancellable),
        can_return: senderAction(actions.can_return),
      },
    },
  };
}

const senderAction = (permission: Permission) => ({
  allowed: permission.allowed,
  reason: permission.allowed ? null : permission.reason,
});
