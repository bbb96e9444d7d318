import type { Account } from '#server/demo/accounts.ts';
import { randomReceiver } from '#server/demo/receivers.ts';
import { daysBefore, lastMonthsEnd, lastYearsEnd } from '#server/demo/seed/seed-dates.ts';
import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import { capitals, frequentTowns, type Town } from '#server/demo/towns.ts';
import { type Day, startOfDay } from '#shared/kit/days.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { isAwaited } from '#shared/orders/rules/due/promise.ts';
import {
  SHIPMENT_STATES,
  type ShipmentStateCode,
  shipmentState,
} from '#shared/orders/rules/shipment/shipment-states.ts';
import { type PlannedOrder, type PlannedShipment, planOrder, planShipment } from './planned-orders.ts';
import { warehouseOrders, warehouseShipments } from './warehouse-orders.ts';

/** Days since which the company is prepaid. Its older orders aren't prepaid. */
const PREPAID_DAYS = 30;

/** Adds an order that was created `days` ago and whose shipments are in these states. */
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

/** States of shipments that are late in the demonstration. */
const LATE: ReadonlySet<ShipmentStateCode | undefined> = new Set([
  'demorado',
  'en_revision',
  'direccion_corregir',
  'visitado',
]);

const isOnTheWay = (codes: readonly ShipmentStateCode[]) =>
  codes.some((code) => isAwaited(code, 'entrega') && !shipmentState(code).final);

const REMARK =
  'El edificio tiene dos entradas y ninguna está señalizada: la de la avenida abre de 8 a 12 y la del pasaje de 15 a 20. ' +
  'El encargado recibe paquetes, pero pide el nombre completo y el número de orden. ';

/** Remarks of exactly 600 characters, the longest in legacy rows. */
const LONG_REMARK = `${REMARK.repeat(4)}`.slice(0, 599).trimEnd().padEnd(599, '.').concat('.');

/** Adds one order per special case: payments, amounts, long texts, turns of the month and year, and legacy rows. */
function edgeCaseOrders(
  add: AddOrder,
  account: Account,
  { monthsEnd, yearsEnd }: { monthsEnd: number; yearsEnd: number },
): void {
  const random = seededRandom(`special ${account.username}`);
  const shipment = (changes: Partial<PlannedShipment>) => ({
    ...planShipment(random, account, 'registrado'),
    ...changes,
  });
  const town = frequentTowns[0] as Town;
  const unpaid = { prepaid: false, payment: 'none' } as const;

  payments(add);

  // State texts of other systems.
  add(5, ['en_transito'], { shipments: [shipment({ code: 'en_transito', text: 'En Corresponsal' })], printed: true });
  add(41, ['entregado'], { shipments: [shipment({ code: 'entregado', text: 'ENTREGADO' })], printed: true });
  add(44, ['devolucion'], { shipments: [shipment({ code: 'devolucion', text: 'DEVOLUCIÓN' })], printed: true });

  // Turns of the month and of the year.
  add(0, ['entregado', 'devuelto'], { created: yearsEnd, end: yearsEnd + 7 * DAY_MS, prepaid: false, payment: 'none' });
  add(0, ['no_entregado', 'devolucion'], {
    created: monthsEnd,
    end: monthsEnd + 7 * DAY_MS,
    prepaid: false,
    payment: 'none',
  });

  // Not prepaid, most of them with unprinted labels.
  for (const codes of [['registrado'], ['registrado', 'registrado'], ['registrado']] as const) add(31, codes);
  add(4, ['registrado', 'registrado', 'registrado'], { printed: true, ...unpaid });
  add(34, ['cancelado', 'registrado']);
  add(35, ['cancelado', 'cancelado']);
  add(5, ['entregado', 'registrado'], unpaid);

  // Modification requests after the collection, and a return.
  add(5, ['en_transito'], { modification: 'Pendiente' });
  add(4, ['recibido_cd'], { modification: 'Aprobado' });
  add(6, ['en_curso'], { modification: 'Rechazado' });
  add(40, ['devolucion_solicitada']);

  // Legacy rows that no service creates.
  const legacy = { legacy: true } as const;
  add(62, [], legacy);
  add(20, [], { ...legacy, payment: 'none' });
  add(58, ['entregado'], {
    ...legacy,
    shipments: [shipment({ code: 'entregado', items: [{ sku: 'DISC-0471', quantity: 2 }] })],
  });
  const receiver = randomReceiver(random, town);
  add(6, ['en_curso'], {
    ...legacy,
    ...unpaid,
    receiver: { ...receiver, address: { ...receiver.address, other_info: LONG_REMARK } },
  });
  add(52, ['entregado'], {
    ...legacy,
    shipments: [shipment({ code: 'entregado', items: [], costCents: 123_450, pesos: 1234.5 })],
  });
  add(49, ['entregado'], {
    ...legacy,
    shipments: [shipment({ code: 'entregado', items: [], costCents: 100_000_000, pesos: 1_000_000 })],
  });
  for (const [days, code] of [
    [66, 'entregado'],
    [7, 'transito_remitente'],
    [5, 'retirado'],
    [4, 'planificado'],
    [6, 'li_registrada'],
    [45, 'cancelado'],
  ] as const) {
    add(days, [code], { ...legacy, mode: 4 });
  }
  add(5, ['pendiente_pago'], { ...legacy, mode: 4 });
}

/** Adds prepaid orders in every payment status. */
function payments(add: AddOrder): void {
  add(1, ['pendiente_pago']);
  add(2, ['pendiente_pago', 'pendiente_pago']);
  add(3, ['pendiente_pago', 'pendiente_pago', 'pendiente_pago']);
  add(4, ['cancelado', 'pendiente_pago'], { payment: 'none' });
  add(2, ['pendiente_pago'], { payment: 'open' });
  add(1, ['pendiente_pago'], { payment: 'open' });
  add(6, ['cancelado', 'pendiente_pago'], { payment: 'open' });
  add(5, ['pendiente_pago'], { payment: 'cancelled' });
  add(9, ['cancelado'], { payment: 'cancelled' });
  add(22, ['expirado'], { payment: 'none' });
  add(1, ['registrado']);
  add(1, ['registrado', 'registrado']);
  add(2, ['registrado'], { printed: true });
  add(3, ['registrado'], { mode: 2 });
  add(4, ['registrado', 'registrado'], { printed: true });
  add(12, ['entregado']);
  add(6, ['en_curso', 'en_curso']);
}

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
    add(days, codes, { mode, legacy: true, shipments: warehouseShipments(account, codes, `${days}`) });
  }
  return orders;
}
