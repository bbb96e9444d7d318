import { importLegacyBatch, type LegacyBatchRow } from '#server/demo/legacy-import/legacy-batches.ts';
import type { PlannedOrder } from '#server/demo/orders/planned-orders.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { type BulkCells, emptyCells } from '#shared/bulk/layout/columns.ts';
import { localDay } from '#shared/kit/days.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';

/** Files that the orders of the fullest days are attributed to. */
const FILES = ['ventas-tienda.csv', 'pedidos-mayoristas.csv', 'ventas-fin-de-semana.csv'] as const;

/**
 * Imports three bulk uploads with the orders of the fullest days: without errors, with errors, and with a skipped row.
 */
export async function seedBatches(
  deps: Deps,
  caller: Caller,
  plans: readonly PlannedOrder[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const days = [...Map.groupBy(plans.filter(fromFile), ({ created }) => localDay(new Date(created))).values()]
    .sort((a, b) => b.length - a.length || created(b) - created(a))
    .slice(0, FILES.length);
  for (const [index, orders] of days.entries()) {
    const fileName = FILES[index] as string;
    const idOf = ({ number }: PlannedOrder) => ids.get(number) ?? 0;
    const made: LegacyBatchRow[] = orders.map((order) => ({ made: idOf(order) }));
    const [first] = orders;
    if (!first) continue;
    const others = [
      [],
      invalidRows(first),
      [...invalidRows(first).slice(0, 1), { skipped: idOf(first), number: first.number }],
    ];
    const batch = { fileName, at: new Date(created(orders) - MINUTE_MS), rows: [...made, ...(others[index] ?? [])] };
    await importLegacyBatch(deps, caller, batch, `demonstration ${fileName}`);
  }
}

const fromFile = ({ mode }: PlannedOrder) => mode < 3 && mode !== REVERSE_MODE;

/** Returns the creation time of the first order, in ms. */
const created = (orders: readonly PlannedOrder[]) => Math.min(...orders.map((order) => order.created));

/** Returns rows with typical errors. */
function invalidRows(like: PlannedOrder): LegacyBatchRow[] {
  return [
    { cells: bulkCells(like, '-B', { email: 'sin-correo' }), column: 'email', reason: 'El email es inválido' },
    { cells: bulkCells(like, '-C', { cp: '12' }), column: 'cp', reason: 'El código postal no es válido' },
    { cells: bulkCells(like, '-D', { peso_g: '' }), column: 'peso_g', reason: 'Este dato es obligatorio' },
  ];
}

function bulkCells({ number, mode, receiver }: PlannedOrder, suffix: string, changes: Partial<BulkCells>): BulkCells {
  const { address } = receiver;
  return {
    ...emptyCells(),
    nro_orden: `${number.slice(0, 18)}${suffix}`,
    modo_entrega: String(mode),
    nombre: receiver.first_name,
    apellido: receiver.last_name,
    documento: receiver.document,
    email: receiver.email,
    telefono: receiver.receiver_phone,
    calle: address.street_name,
    altura: address.street_number,
    entre_calle_1: address.between_1,
    cp: address.zip_code,
    localidad: address.city,
    provincia: address.state,
    barrio: address.neighborhood_name,
    largo_cm: '30',
    ancho_cm: '20',
    alto_cm: '10',
    peso_g: '900',
    valor: '25000',
    ...changes,
  };
}
