import type { Account } from '#server/demo/accounts.ts';
import { randomReceiver } from '#server/demo/receivers.ts';
import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import { frequentTowns, type Town } from '#server/demo/towns.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import type { AddOrder } from './demo-orders.ts';
import { type PlannedParcel, planParcel } from './planned-orders.ts';

const REMARK =
  'El edificio tiene dos entradas y ninguna está señalizada: la de la avenida abre de 8 a 12 y la del pasaje de 15 a 20. ' +
  'El encargado recibe paquetes, pero pide el nombre completo y el número de orden. ';

/** Remarks of exactly 600 characters, the longest in legacy rows. */
const LONG_REMARK = `${REMARK.repeat(4)}`.slice(0, 599).trimEnd().padEnd(599, '.').concat('.');

/** Adds one order per special case: payments, amounts, long texts, turns of the month and year, and legacy rows. */
export function edgeCaseOrders(
  add: AddOrder,
  account: Account,
  { monthsEnd, yearsEnd }: { monthsEnd: number; yearsEnd: number },
): void {
  const random = seededRandom(`special ${account.username}`);
  const parcel = (changes: Partial<PlannedParcel>) => ({ ...planParcel(random, account, 'registrado'), ...changes });
  const town = frequentTowns[0] as Town;
  const unpaid = { prepaid: false, payment: 'none' } as const;

  payments(add);

  // State texts of other systems.
  add(5, ['en_transito'], { parcels: [parcel({ code: 'en_transito', text: 'En Corresponsal' })], printed: true });
  add(41, ['entregado'], { parcels: [parcel({ code: 'entregado', text: 'ENTREGADO' })], printed: true });
  add(44, ['devolucion'], { parcels: [parcel({ code: 'devolucion', text: 'DEVOLUCIÓN' })], printed: true });

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
    parcels: [parcel({ code: 'entregado', items: [{ sku: 'DISC-0471', quantity: 2 }] })],
  });
  const receiver = randomReceiver(random, town);
  add(6, ['en_curso'], {
    ...legacy,
    ...unpaid,
    receiver: { ...receiver, address: { ...receiver.address, other_info: LONG_REMARK } },
  });
  add(52, ['entregado'], {
    ...legacy,
    parcels: [parcel({ code: 'entregado', items: [], costCents: 123_450, pesos: 1234.5 })],
  });
  add(49, ['entregado'], {
    ...legacy,
    parcels: [parcel({ code: 'entregado', items: [], costCents: 100_000_000, pesos: 1_000_000 })],
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
