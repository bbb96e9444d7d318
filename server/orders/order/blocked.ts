import { type OrderFacts, orderActions, type Permission } from '#shared/orders/rules/order-actions.ts';
import { shipmentActions } from '#shared/orders/rules/parcel/shipment-actions.ts';

/** Reason for each blocked action, by the flag's key on the wire. */
type Reasons = Record<string, string>;

/** Returns the Spanish reason for each blocked action of an order and its shipments, shown beside a disabled button. */
export function blockedReasons(order: OrderFacts): { order: Reasons; shipments: Reasons[] } {
  const { pay_link, ...actions } = orderActions(order);
  return {
    order: deniedReasons({ ...actions, init_point: pay_link }),
    shipments: order.shipments.map((shipment) => {
      const { cancellable, can_return, printable } = shipmentActions(shipment, order, { reverseLogistics: false });
      return deniedReasons({ cancellable, can_return, printable });
    }),
  };
}

function deniedReasons(permissions: Record<string, Permission>): Reasons {
  return Object.fromEntries(
    Object.entries(permissions).flatMap(([key, permission]) => (permission.allowed ? [] : [[key, permission.reason]])),
  );
}
