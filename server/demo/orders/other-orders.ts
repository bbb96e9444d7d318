import type { Account } from '#server/demo/accounts.ts';
import { daysBefore } from '#server/demo/seed/seed-dates.ts';
import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import type { Day } from '#shared/kit/days.ts';
import { startOfDay } from '#shared/kit/days.ts';
import { type DeliveryModeId, isFulfillmentMode } from '#shared/orders/rules/delivery-modes.ts';
import type { ShipmentStateCode } from '#shared/orders/rules/shipment/shipment-states.ts';
import { type PlannedOrder, type PlannedPayment, planOrder } from './planned-orders.ts';
import { warehouseOrders, warehouseShipments } from './warehouse-orders.ts';

/** Days ago, mode, states of the shipments, payment of a prepaid order, whether the sender printed its labels. */
type Line = readonly [number, DeliveryModeId, readonly ShipmentStateCode[], PlannedPayment?, boolean?];

const usual: readonly Line[] = [
  [1, 1, ['registrado']],
  [2, 1, ['registrado', 'registrado']],
  [4, 2, ['planificado']],
  [8, 1, ['en_curso']],
  [13, 1, ['no_entregado']],
  [21, 1, ['entregado']],
  [37, 2, ['disponible_retiro']],
  [58, 1, ['entregado', 'entregado']],
];

/** Orders that wait for their collection. */
const printed: readonly Line[] = [
  [1, 1, ['registrado', 'registrado'], undefined, true],
  [1, 1, ['registrado'], undefined, true],
  [1, 2, ['registrado'], undefined, true],
  [2, 1, ['registrado', 'registrado', 'registrado'], undefined, true],
  [2, 1, ['registrado'], undefined, true],
];

const unpaid: readonly Line[] = [
  [1, 1, ['pendiente_pago'], 'none'],
  [1, 2, ['pendiente_pago', 'pendiente_pago'], 'none'],
  [2, 1, ['pendiente_pago'], 'open'],
  [3, 1, ['pendiente_pago'], 'cancelled'],
  [5, 1, ['pendiente_pago', 'pendiente_pago'], 'open'],
];

const reverse: readonly Line[] = [
  [1, 4, ['li_registrada']],
  [3, 4, ['planificado']],
  [7, 4, ['retirado', 'retirado']],
  [15, 4, ['transito_remitente']],
  [34, 4, ['entregado']],
];

/** Orders by username. An account without an entry has no orders, such as one that hasn't accepted the terms. */
const lines: Readonly<Record<string, readonly Line[]>> = {
  basico: usual,
  prepago: [...unpaid, ...usual],
  inversa: [...reverse, ...usual],
  fulfil: [...warehouseOrders, ...usual, ...printed],
  zebra: [...usual, ...printed],
  otra: [...unpaid, ...reverse, ...warehouseOrders, ...usual, ...printed],
};

/** Plans the orders of the other accounts. Their numbers repeat those of `demo`, which is another client. */
export function otherOrders(account: Account, today: Day): PlannedOrder[] {
  return (lines[account.username] ?? []).map(([days, mode, codes, payment, isPrinted], index) => {
    const number = `W-${1001 + index}`;
    const random = seededRandom(`order ${account.username} ${number}`);
    const draft = { number, random, account, codes, created: daysBefore(today, days, random), end: startOfDay(today) };
    return planOrder(draft, {
      mode,
      prepaid: account.flags.prepago,
      legacy: mode > 2,
      ...(isFulfillmentMode(mode) && { shipments: warehouseShipments(account, codes, number) }),
      ...(payment && { payment }),
      ...(isPrinted && { printed: true }),
    });
  });
}
