import { fold } from '#shared/kit/text/fold.ts';
import { EDIT_PENDING, NOT_IN_THIS_STATE } from './order-actions.ts';
import { shipmentState, stateByText } from './shipment/shipment-states.ts';

/** Fields of an order that its buttons depend on, as any gateway returns them. */
export type OrderOnScreen = {
  /** `order_state.name` */
  stateName: string;
  cancellable: boolean;
  printable: boolean;
  /** Why the order can't be cancelled, when the gateway returns a reason. */
  cancellableReason?: string | undefined;
  shipments: readonly ShipmentOnScreen[];
};

/** A displayed shipment, by the text of its state. */
export type ShipmentOnScreen = { state: string };

/** Conditions of the screen: the query flag `devolucion` and the client's reverse-logistics flag. */
export type DetailScreen = { returnFlag: boolean; reverseLogistics: boolean };

/** State of a button: enabled, disabled with a reason, or hidden. */
export type ActionButton = { show: 'enabled' } | { show: 'disabled'; tooltip: string } | { show: 'hidden' };

export type OrderHeaderActions = {
  print: boolean;
  cancel: ActionButton;
  return: boolean;
  reverseLogistics: boolean;
};

/** Returns the buttons in the header of the order detail (D1 §2, §4). order-payment.ts decides the payment buttons. */
export function orderHeaderActions(order: OrderOnScreen, screen: DetailScreen): OrderHeaderActions {
  const all = (rule: (shipment: ShipmentOnScreen) => boolean) =>
    order.shipments.length > 0 && order.shipments.every(rule);
  return {
    print: order.printable,
    cancel: cancelButton(order),
    return: screen.returnFlag && all((shipment) => allows(shipment, 'returnable')),
    reverseLogistics: screen.reverseLogistics && all((shipment) => allows(shipment, 'reversible')),
  };
}

/** Returns the buttons of one shipment's card on the order detail (D1 §4). */
export function shipmentCardActions(
  shipment: ShipmentOnScreen,
  screen: DetailScreen,
): { cancel: boolean; return: boolean; reverseLogistics: boolean } {
  return {
    cancel: allows(shipment, 'cancellable'),
    return: screen.returnFlag && allows(shipment, 'returnable'),
    reverseLogistics: screen.reverseLogistics && allows(shipment, 'reversible'),
  };
}

/**
 * Returns the state of the button 'Editar' (D1 §2) from keys that every gateway returns. The button is disabled with a
 * reason while a request is pending, and hidden once the order has ended.
 */
export function editButton(order: {
  can_request_edit: boolean;
  last_modification_incidence_state?: string | null;
  blocked?: { can_request_edit?: string | undefined };
}): ActionButton {
  if (order.can_request_edit) return { show: 'enabled' };
  const reason = order.blocked?.can_request_edit ?? EDIT_PENDING;
  const waits = fold(order.last_modification_incidence_state ?? '') === 'pendiente';
  return waits && reason === EDIT_PENDING ? { show: 'disabled', tooltip: EDIT_PENDING } : { show: 'hidden' };
}

/** Returns whether the query of the order detail has the flag `devolucion` with any value except `0` and `false`. */
export function hasReturnFlag(query: URLSearchParams): boolean {
  const value = query.get('devolucion');
  return value !== null && value !== '0' && value !== 'false';
}

function cancelButton(order: OrderOnScreen): ActionButton {
  const cancelled = [order.stateName, ...order.shipments.map((shipment) => shipment.state)].some(
    (text) => stateByText(text) === 'cancelado',
  );
  if (cancelled) return { show: 'disabled', tooltip: NOT_IN_THIS_STATE };
  if (order.cancellable) return { show: 'enabled' };
  // In an early state only a payment can prevent the cancellation, and the sender can cancel the payment.
  const early = order.shipments.length > 0 && order.shipments.every((shipment) => allows(shipment, 'cancellable'));
  return early ? { show: 'disabled', tooltip: order.cancellableReason ?? NOT_IN_THIS_STATE } : { show: 'hidden' };
}

function allows(shipment: ShipmentOnScreen, mark: 'cancellable' | 'returnable' | 'reversible'): boolean {
  const code = stateByText(shipment.state);
  return code !== null && shipmentState(code)[mark];
}
