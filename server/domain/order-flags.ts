import { isPrinted, type OrderFacts, orderActions, type ShipmentFacts } from '#shared/rules/order-actions.ts';
import { deriveOrderState, orderState } from '#shared/rules/order-state.ts';
import { shipmentActions } from '#shared/rules/shipment-actions.ts';
import { stateGroup } from '#shared/rules/state-group.ts';

/** Columns of an order that follow from its facts: SQL only ever reads them (readings C41). */
export interface OrderFlags {
  order_state: string;
  state_group: string;
  printed: boolean;
  printable: boolean;
  payable: boolean;
  can_generate_merchant_order: boolean;
  can_request_edit: boolean;
  cancellable: boolean;
}

/** Columns of a shipment that follow from its facts and its order's. */
export interface ShipmentFlags {
  printable: boolean;
  cancellable: boolean;
  can_return: boolean;
}

/** What the shared rules say of an order, as its columns. */
export function orderFlags(order: OrderFacts): OrderFlags {
  const actions = orderActions(order);
  return {
    order_state: orderState(deriveOrderState(order)).label,
    state_group: stateGroup(order),
    printed: isPrinted(order.shipments),
    printable: actions.printable.allowed,
    payable: actions.payable.allowed,
    can_generate_merchant_order: actions.can_generate_merchant_order.allowed,
    can_request_edit: actions.can_request_edit.allowed,
    cancellable: actions.cancellable.allowed,
  };
}

/** What the shared rules say of one shipment, as its columns. */
export function shipmentFlags(shipment: ShipmentFacts, order: OrderFacts): ShipmentFlags {
  // Reverse logistics hangs on the client's flag of the moment and is no column.
  const actions = shipmentActions(shipment, order, { reverseLogistics: false });
  return {
    printable: actions.printable.allowed,
    cancellable: actions.cancellable.allowed,
    can_return: actions.can_return.allowed,
  };
}
