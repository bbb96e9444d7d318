import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { type ExistingOrder, existingOrders } from '#server/features/order/existing-orders.ts';
import { type MadeOrder, makeOrders } from '#server/features/order/make-orders.ts';
import { type CheckedOrder, cellProblem } from '#shared/bulk/check-order.ts';
import type { BulkColumn } from '#shared/bulk/columns.ts';
import type { CellProblem } from '#shared/bulk/problems.ts';
import type { BulkRow } from '#shared/bulk/read-file.ts';
import { Failure } from '#shared/http/failure.ts';
import type { NewOrder } from '#shared/orders.ts';
import type { FileProducts } from './batch-products.ts';
import type { BatchWork } from './batch-queue.ts';
import { type DoneRow, holdBatch, writeProgress } from './batch-work.store.ts';

/** An order of a file, checked as the browser checks it. */
export interface GatheredOrder extends CheckedOrder {
  rows: readonly BulkRow[];
}

/** Orders that come next, and what was done before them. */
export interface Step {
  orders: readonly GatheredOrder[];
  doneBefore: number;
  doneAfter: number;
  headerOf: (column: BulkColumn) => string;
  products: FileProducts;
}

/** Another process works on the same batch and is ahead: this one leaves it to it. */
export class Overtaken extends Error {}

/**
 * Makes the next orders of a batch and writes what came of each of their rows, in one transaction: whatever is killed
 * when, a row is done once or not at all.
 *
 * @throws Overtaken when the batch isn't where the step begins any more
 */
export async function doStep(deps: Deps, trx: Trx, { clientId, batchId }: BatchWork, step: Step): Promise<void> {
  const held = await holdBatch(trx, clientId, batchId);
  if (held?.done_row !== step.doneBefore) throw new Overtaken();
  const right = step.orders.filter((gathered) => gathered.order !== null);
  const existing = await existingOrders(
    trx,
    clientId,
    right.map(({ order }) => order as NewOrder),
  );
  const results = new Map<GatheredOrder, Result>();
  const toMake: { gathered: GatheredOrder; order: NewOrder }[] = [];
  for (const gathered of right) {
    const order = gathered.order as NewOrder;
    const there = existing(order);
    if (there) results.set(gathered, { there });
    else toMake.push({ gathered, order: withProducts(order, step.products) });
  }
  const made = await makeOrders(
    deps,
    trx,
    { clientId, ...held },
    toMake.map(({ order }) => order),
  );
  toMake.forEach(({ gathered }, index) => {
    results.set(gathered, resultOf(gathered, made[index] as MadeOrder | Failure));
  });
  const rows = step.orders.flatMap((gathered) =>
    doneRows(gathered, results.get(gathered) ?? { problems: gathered.problems }, step.headerOf),
  );
  const count = (outcome: DoneRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  writeProgress(trx, clientId, batchId, rows, {
    doneRow: step.doneAfter,
    made: made.filter((order) => !(order instanceof Failure)).length,
    failed: count('Error'),
    skipped: count('Omitido'),
  });
  deps.bus.tell(trx, clientId, { kind: 'batch', id: batchId });
}

/** What came of an order. */
type Result = { made: MadeOrder } | { there: ExistingOrder } | { problems: readonly CellProblem[] };

function resultOf({ places }: GatheredOrder, made: MadeOrder | Failure): Result {
  if (!(made instanceof Failure)) return { made };
  return { problems: made.errors.map(({ field, message }) => cellProblem(places, field, message)) };
}

/** The order with its products named by id. */
function withProducts(order: NewOrder, products: FileProducts): NewOrder {
  const shipments = order.shipments.map((shipment) => ({
    ...shipment,
    items: shipment.items.map((item) => ({ ...item, product_id: products.get(item.sku.toLowerCase())?.id ?? null })),
  }));
  return { ...order, shipments };
}

function doneRows({ rows }: GatheredOrder, result: Result, headerOf: Step['headerOf']): DoneRow[] {
  if ('made' in result) {
    return rows.map(({ row }) => ({
      row,
      outcome: 'Procesado',
      orderId: result.made.id,
      problems: [],
      cells: null,
    }));
  }
  if ('there' in result) {
    const { id, order_id } = result.there;
    const problem = { column: 'nro_orden', header: headerOf('nro_orden'), value: order_id, reason: ALREADY } as const;
    return rows.map(({ row }) => ({ row, outcome: 'Omitido', orderId: id, problems: [problem], cells: null }));
  }
  const [first] = result.problems;
  const beside = { column: null, header: null, value: '', reason: `No se creó por lo que dice la fila ${first?.row}` };
  return rows.map(({ row, cells }) => {
    const own = result.problems.filter((problem) => problem.row === row);
    const problems = own.map(({ column, value, reason }) => ({
      column,
      header: column && headerOf(column),
      value,
      reason,
    }));
    return { row, outcome: 'Error', orderId: null, problems: own.length > 0 ? problems : [beside], cells };
  });
}

const ALREADY = 'Ya tenés una orden con ese número';
