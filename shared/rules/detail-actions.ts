import { fold } from './fold.ts';
import { EDIT_PENDING, NOT_IN_THIS_STATE } from './order-actions.ts';
import { shipmentState, stateByText } from './shipment-states.ts';

/** What the answers of the calls say of an order, whichever gateway gave them. */
export type OrderOnScreen = {
  /** `order_state.name` */
  stateName: string;
  cancellable: boolean;
  printable: boolean;
  /** Why the order can't be cancelled, where the gateway says so. */
  cancellableReason?: string | undefined;
  shipments: readonly ShipmentOnScreen[];
};

/** A shipment as shown: its state's text. */
export type ShipmentOnScreen = { state: string };

/** What the screen itself adds: the query flag `devolucion` and the client's reverse-logistics flag. */
export type DetailScreen = { returnFlag: boolean; reverseLogistics: boolean };

/** A button that may be off: it then stays with its reason, or isn't there at all. */
export type ActionButton = { show: 'enabled' } | { show: 'disabled'; tooltip: string } | { show: 'hidden' };

export type OrderHeaderActions = {
  print: boolean;
  cancel: ActionButton;
  return: boolean;
  reverseLogistics: boolean;
};

/** The buttons in the header of the order detail (D1 §2, §4); those about its payment are decided in order-payment.ts. */
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

/** The buttons of one shipment's card on the order detail (D1 §4). */
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
 * The button 'Editar' (D1 §2), by the keys that any gateway's answer has: while a request waits for the provider it is
 * off with its reason, for an order that has ended it isn't there.
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

/** Whether the query of the order detail carries the flag `devolucion`: its presence counts, but `0` and `false` don't. */
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
  // In an early state only a payment stands in the way, and the sender can do something about that.
  const early = order.shipments.length > 0 && order.shipments.every((shipment) => allows(shipment, 'cancellable'));
  return early ? { show: 'disabled', tooltip: order.cancellableReason ?? NOT_IN_THIS_STATE } : { show: 'hidden' };
}

function allows(shipment: ShipmentOnScreen, mark: 'cancellable' | 'returnable' | 'reversible'): boolean {
  const code = stateByText(shipment.state);
  return code !== null && shipmentState(code)[mark];
}
