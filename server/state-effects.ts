import { deliveryResult } from '#shared/orders/rules/due/delivery-result.ts';
import { deriveOrderState, hasIncident, orderState } from '#shared/orders/rules/order-state.ts';
import { isCollected } from '#shared/orders/rules/parcel/collection.ts';
import {
  isDelivered,
  isReturnRequest,
  SHIPMENT_STATES,
  type ShipmentStateCode,
  shipmentState,
} from '#shared/orders/rules/parcel/shipment-states.ts';
import { NATIONAL_CALENDAR } from '#shared/provider/working-days.ts';
import { goodsLocation } from '#shared/warehouse/rules/fulfillment-status.ts';

/** States that the sender's actions cause. */
const BY_SENDER: ReadonlySet<ShipmentStateCode> = new Set(['cancelado', 'devolucion_solicitada']);

/** States in which an order and its payment put a parcel. */
const BY_ORDER: ReadonlySet<ShipmentStateCode> = new Set(['pendiente_pago', 'registrado', 'li_registrada']);

/** Returns who reports a state. */
export function reportersOf(code: ShipmentStateCode): string[] {
  return [
    ...(BY_ORDER.has(code) ? [code === 'pendiente_pago' ? 'the new order' : 'the new order or its payment'] : []),
    ...(BY_SENDER.has(code) ? ['the sender'] : []),
    // The provider reports all other states, and none leads to an unpaid order.
    ...(code === 'pendiente_pago' ? [] : ['the provider']),
  ];
}

/** Returns the text of the state of an order with one parcel. */
export const orderStateWith = (code: ShipmentStateCode): string =>
  orderState(deriveOrderState({ prepaid: code === 'pendiente_pago', paid: false, shipments: [statusOf(code)] })).label;

const statusOf = (code: ShipmentStateCode) => ({ stateCode: code, stateText: shipmentState(code).label });

/** Returns what a sender may do in a state, if payment and account allow it. */
export function actionsIn(code: ShipmentStateCode): string[] {
  const { cancellable, returnable, reversible } = shipmentState(code);
  return [
    ...(cancellable ? ['cancel'] : []),
    ...(returnable ? ['ask for the return'] : []),
    ...(reversible ? ['create a return by reverse logistics'] : []),
  ];
}

/** Returns what a state causes, besides the state of the order. */
export function effectsOf(code: ShipmentStateCode): string[] {
  const entry = { code, day: '2026-01-01', reason: null };
  const result = deliveryResult([entry], { promisedMax: null, returnRequested: false, calendar: NATIONAL_CALENDAR });
  const goods = goodsLocation(code);
  return [
    ...(isCollected([code]) ? ['collected'] : []),
    ...(isReturnRequest(code) ? ['the return is requested'] : []),
    ...(isDelivered(code) ? ['sets the day of delivery'] : []),
    ...(result?.ended === 'delivered' ? ['counts as delivered'] : []),
    ...(result?.ended === 'undelivered' ? ['counts as ended without delivery'] : []),
    ...(result && result.failed_visits > 0 ? ['counts as a failed visit with its `reason`'] : []),
    ...(hasIncident(statusOf(code)) ? ['incident'] : []),
    ...(code === 'cancelado' ? ['its cost becomes 0'] : []),
    ...(goods === 'released' ? ['units return to the stock'] : []),
    ...(shipmentState(code).final ? ['may end the order, and its open payment'] : []),
  ];
}

/** Returns the states in which units of the provider's warehouse are still in its stock. */
export const statesInStock = (): ShipmentStateCode[] =>
  SHIPMENT_STATES.map(({ code }) => code).filter((code) => ['unpaid', 'in_warehouse'].includes(goodsLocation(code)));
