import {
  awaitsPayment,
  isActiveShipment,
  type OrderFacts,
  type Permission,
  paymentBlockingCancellation,
  type ShipmentFacts,
} from '#shared/orders/rules/order-actions.ts';
import { shipmentState, stateByText } from './shipment-states.ts';

export type ShipmentAction = 'cancellable' | 'can_return' | 'printable' | 'reverse_logistics';

const yes: Permission = { allowed: true };
const no = (reason: string): Permission => ({ allowed: false, reason });

/** Reason of a shipment whose state doesn't allow a cancellation, a return or reverse logistics. */
const NOT_IN_THIS_SHIPMENT_STATE = 'Esta acción no está habilitada para envíos en este estado';

/**
 * Decides the actions of one shipment of an order (D1 §4), with a reason for each refusal. `client.reverseLogistics` is
 * the client's logistica_inversa flag. An unknown state allows only the label.
 */
export function shipmentActions(
  shipment: ShipmentFacts,
  order: OrderFacts,
  client: { reverseLogistics: boolean },
): Record<ShipmentAction, Permission> {
  return {
    cancellable: cancellable(shipment, order),
    can_return: canReturn(shipment),
    printable: printable(shipment, order),
    reverse_logistics: reverseLogistics(shipment, client),
  };
}

function cancellable({ stateCode }: ShipmentFacts, order: OrderFacts): Permission {
  if (stateCode === null || !shipmentState(stateCode).cancellable) return no(NOT_IN_THIS_SHIPMENT_STATE);
  const payment = paymentBlockingCancellation(order);
  return payment === null ? yes : no(payment);
}

function canReturn({ stateCode, returnRequested }: ShipmentFacts): Permission {
  if (returnRequested) return no('La devolución de este envío ya fue solicitada');
  return stateCode !== null && shipmentState(stateCode).returnable ? yes : no(NOT_IN_THIS_SHIPMENT_STATE);
}

const CANCELLED = 'No se puede imprimir: el envío está cancelado';
const ENDED = 'No se puede imprimir: el envío ya finalizó';
const UNPAID = 'No se puede imprimir: falta pagar la orden';

function printable(shipment: ShipmentFacts, order: OrderFacts): Permission {
  if (shipment.stateCode === 'cancelado') return no(CANCELLED);
  if (!isActiveShipment(shipment)) return no(ENDED);
  return awaitsPayment(order) ? no(UNPAID) : yes;
}

/** Returns why a label can't be printed, from the text of the shipment's state. For responses without a reason. */
export function shipmentNotPrintableReason(stateText: string): string {
  const code = stateByText(stateText);
  if (code === 'cancelado') return CANCELLED;
  if (code === 'pendiente_pago') return UNPAID;
  return code !== null && shipmentState(code).final ? ENDED : 'Este envío no se puede imprimir';
}

function reverseLogistics({ stateCode }: ShipmentFacts, client: { reverseLogistics: boolean }): Permission {
  if (!client.reverseLogistics) return no('Tu cuenta no tiene habilitada la logística inversa');
  return stateCode !== null && shipmentState(stateCode).reversible ? yes : no(NOT_IN_THIS_SHIPMENT_STATE);
}
