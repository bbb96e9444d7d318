import type { Account } from '#server/demo/accounts.ts';
import { daysBefore, lastMonthsEnd, lastYearsEnd } from '#server/demo/seed/seed-dates.ts';
import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import { capitals, frequentTowns } from '#server/demo/towns.ts';
import type { Day } from '#shared/kit/days.ts';
import { startOfDay } from '#shared/kit/days.ts';
import { isAwaited } from '#shared/orders/rules/due/promise.ts';
import { SHIPMENT_STATES, type ShipmentStateCode, shipmentState } from '#shared/orders/rules/parcel/shipment-states.ts';
import { edgeCaseOrders } from './edge-case-orders.ts';
import { type PlannedOrder, planOrder } from './planned-orders.ts';
import { warehouseOrders, warehouseParcels } from './warehouse-orders.ts';

/** Days since which the company is prepaid. Its older orders aren't prepaid. */
const PREPAID_DAYS = 30;

/** Adds an order that was created `days` ago and whose parcels are in these states. */
export type AddOrder = (
  days: number,
  codes: readonly ShipmentStateCode[],
  changes?: Parameters<typeof planOrder>[1],
) => void;

const journeys: readonly (readonly ShipmentStateCode[])[] = [
  ['entregado'],
  ['entregado', 'entregado'],
  ['en_curso'],
  ['entregado', 'no_entregado'],
  ['entregado', 'entregado', 'entregado'],
  ['despachado'],
  ['en_transito', 'descargado'],
  ['entregado'],
  ['devuelto', 'entregado'],
  ['recibido_cd', 'recibido_cd', 'procesado'],
];

/** Days since the creation of an order that is still on its way, so that few of them are late. */
const ON_THE_WAY_DAYS = [3, 7] as const;

/** Days since the creation of an order that is late. */
const LATE_DAYS = [10, 20] as const;

/** States of parcels that are late in the demonstration. */
const LATE: ReadonlySet<ShipmentStateCode | undefined> = new Set([
  'demorado',
  'en_revision',
  'direccion_corregir',
  'visitado',
]);

const isOnTheWay = (codes: readonly ShipmentStateCode[]) =>
  codes.some((code) => isAwaited(code, 'entrega') && !shipmentState(code).final);

/** Plans the orders of the showcase account: at least one for each state, mode, province and special case. */
export function demoOrders(account: Account, today: Day): PlannedOrder[] {
  const orders: PlannedOrder[] = [];
  const add: AddOrder = (days, codes, changes = {}) => {
    const number = `W-${1001 + orders.length}`;
    const random = seededRandom(`order ${account.username} ${number}`);
    const draft = { number, random, account, codes, created: daysBefore(today, days, random), end: startOfDay(today) };
    orders.push(planOrder(draft, { prepaid: days <= PREPAID_DAYS, ...changes }));
  };
  const random = seededRandom(`days ${account.username}`);
  const age = (codes: readonly ShipmentStateCode[], from: number, to: number) =>
    random.int(...(LATE.has(codes[0]) ? LATE_DAYS : isOnTheWay(codes) ? ON_THE_WAY_DAYS : ([from, to] as const)));
  for (const { code } of SHIPMENT_STATES) {
    if (code === 'li_registrada') add(4, [code], { mode: 4, legacy: true });
    else if (code !== 'pendiente_pago') add(code === 'registrado' ? 3 : age([code], 9, 96), [code]);
  }
  capitals.forEach((town, index) => {
    const codes = journeys[index % journeys.length] ?? [];
    add(age(codes, 10, 99), codes, { town, mode: index % 3 === 1 ? 2 : 1 });
  });
  frequentTowns.forEach((town, index) => {
    const codes = journeys[(index + 3) % journeys.length] ?? [];
    add(age(codes, 8, 60), codes, { town, mode: index % 4 === 3 ? 2 : 1 });
  });
  edgeCaseOrders(add, account, { monthsEnd: lastMonthsEnd(today), yearsEnd: lastYearsEnd(today) });
  for (const [days, mode, codes] of [...warehouseOrders, [3, 3, ['pendiente_pago']] as const]) {
    add(days, codes, { mode, legacy: true, parcels: warehouseParcels(account, codes, `${days}`) });
  }
  return orders;
}
