import {
  awaitsPayment,
  isLive,
  type OrderFacts,
  type Permission,
  paymentAgainstCancelling,
  type ShipmentFacts,
} from './order-actions.ts';
import { shipmentState } from './shipment-states.ts';

export type ShipmentAction = 'cancellable' | 'can_return' | 'printable' | 'reverse_logistics';

const yes: Permission = { allowed: true };
const no = (reason: string): Permission => ({ allowed: false, reason });

/** Why a shipment in some other state can't be cancelled, returned or sent back. */
const NOT_IN_THIS_SHIPMENT_STATE = 'Esta acción no está habilitada para envíos en este estado';

/**
 * What may be done with one shipment of an order (D1 §4), with a reason for what may not. `client.reverseLogistics` is
 * the client's logistica_inversa flag. A state that we don't know allows only the label.
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
  const payment = paymentAgainstCancelling(order);
  return payment === null ? yes : no(payment);
}

function canReturn({ stateCode, returnRequested }: ShipmentFacts): Permission {
  if (returnRequested) return no('La devolución de este envío ya fue solicitada');
  return stateCode !== null && shipmentState(stateCode).returnable ? yes : no(NOT_IN_THIS_SHIPMENT_STATE);
}

function printable(shipment: ShipmentFacts, order: OrderFacts): Permission {
  if (shipment.stateCode === 'cancelado') return no('No se puede imprimir: el envío está cancelado');
  if (!isLive(shipment)) return no('No se puede imprimir: el envío ya finalizó');
  return awaitsPayment(order) ? no('No se puede imprimir: falta pagar la orden') : yes;
}

function reverseLogistics({ stateCode }: ShipmentFacts, client: { reverseLogistics: boolean }): Permission {
  if (!client.reverseLogistics) return no('Tu cuenta no tiene habilitada la logística inversa');
  return stateCode !== null && shipmentState(stateCode).reversible ? yes : no(NOT_IN_THIS_SHIPMENT_STATE);
}
