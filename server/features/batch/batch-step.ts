import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { type CreatedOrder, createOrders } from '#server/features/order/create-orders.ts';
import { type ExistingOrder, existingOrders } from '#server/features/order/existing-orders.ts';
import { type CheckedOrder, cellErrorAt } from '#shared/bulk/check-order.ts';
import type { BulkColumn } from '#shared/bulk/columns.ts';
import type { BulkRow } from '#shared/bulk/csv-reader.ts';
import type { CellError } from '#shared/bulk/errors.ts';
import { Failure } from '#shared/http/failure.ts';
import type { NewOrder } from '#shared/orders.ts';
import type { FileProducts } from './batch-products.ts';
import type { BatchJob } from './batch-queue.ts';
import { lockBatch, type RowResult, writeProgress } from './process-batch.store.ts';

/** An order of a file, checked by the rules that the browser uses too. */
export interface ParsedOrder extends CheckedOrder {
  rows: readonly BulkRow[];
}

/** The next orders of a batch. `doneBefore` and `doneAfter` are the last done rows before and after the step. */
export interface BatchStep {
  orders: readonly ParsedOrder[];
  doneBefore: number;
  doneAfter: number;
  headerOf: (column: BulkColumn) => string;
  products: FileProducts;
}

/** Thrown when another process has advanced the batch. This process must stop working on it. */
export class StaleBatch extends Error {}

/**
 * Creates the next orders of a batch and writes the outcome of each row, in one transaction: even if the process is
 * killed, each row is processed exactly once.
 *
 * @throws StaleBatch if the batch's last done row isn't `doneBefore`
 */
export async function processStep(
  deps: Deps,
  trx: Trx,
  { clientId, batchId }: BatchJob,
  step: BatchStep,
): Promise<void> {
  const locked = await lockBatch(trx, clientId, batchId);
  if (locked?.last_done_row !== step.doneBefore) throw new StaleBatch();
  const valid = step.orders.filter((parsed) => parsed.order !== null);
  const existing = await existingOrders(
    trx,
    clientId,
    valid.map(({ order }) => order as NewOrder),
  );
  const results = new Map<ParsedOrder, Result>();
  const toMake: { parsed: ParsedOrder; order: NewOrder }[] = [];
  for (const parsed of valid) {
    const order = parsed.order as NewOrder;
    const duplicate = existing(order);
    if (duplicate) results.set(parsed, { duplicate });
    else toMake.push({ parsed, order: withProducts(order, step.products) });
  }
  const made = await createOrders(
    deps,
    trx,
    { clientId, ...locked },
    toMake.map(({ order }) => order),
  );
  toMake.forEach(({ parsed }, index) => {
    results.set(parsed, toResult(parsed, made[index] as CreatedOrder | Failure));
  });
  const rows = step.orders.flatMap((parsed) =>
    toRowResults(parsed, results.get(parsed) ?? { problems: parsed.problems }, step.headerOf),
  );
  const count = (outcome: RowResult['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  writeProgress(trx, clientId, batchId, rows, {
    doneRow: step.doneAfter,
    made: made.filter((order) => !(order instanceof Failure)).length,
    failed: count('Error'),
    skipped: count('Omitido'),
  });
  deps.bus.publish(trx, clientId, { kind: 'batch', id: batchId });
}

/** Result of an order. */
type Result = { made: CreatedOrder } | { duplicate: ExistingOrder } | { problems: readonly CellError[] };

function toResult({ shipmentRows }: ParsedOrder, made: CreatedOrder | Failure): Result {
  if (!(made instanceof Failure)) return { made };
  return { problems: made.errors.map(({ field, message }) => cellErrorAt(shipmentRows, field, message)) };
}

/** Returns the order with the ids of its products. */
function withProducts(order: NewOrder, products: FileProducts): NewOrder {
  const shipments = order.shipments.map((shipment) => ({
    ...shipment,
    items: shipment.items.map((item) => ({ ...item, product_id: products.get(item.sku.toLowerCase())?.id ?? null })),
  }));
  return { ...order, shipments };
}

function toRowResults({ rows }: ParsedOrder, result: Result, headerOf: BatchStep['headerOf']): RowResult[] {
  if ('made' in result) {
    return rows.map(({ row }) => ({
      row,
      outcome: 'Procesado',
      orderId: result.made.id,
      problems: [],
      cells: null,
    }));
  }
  if ('duplicate' in result) {
    const { id, order_id } = result.duplicate;
    const problem = {
      column: 'nro_orden',
      header: headerOf('nro_orden'),
      value: order_id,
      reason: DUPLICATE_NUMBER,
    } as const;
    return rows.map(({ row }) => ({ row, outcome: 'Omitido', orderId: id, problems: [problem], cells: null }));
  }
  const [first] = result.problems;
  const problemsOf = new Map<number, RowResult['problems'][number][]>();
  for (const { row, column, value, reason } of result.problems) {
    const problems = problemsOf.get(row) ?? [];
    problems.push({ column, header: column && headerOf(column), value, reason });
    problemsOf.set(row, problems);
  }
  const siblingProblem = {
    column: null,
    header: null,
    value: '',
    reason: `No se creó por lo que dice la fila ${first?.row}`,
  };
  return rows.map(({ row, cells }) => ({
    row,
    outcome: 'Error',
    orderId: null,
    problems: problemsOf.get(row) ?? [siblingProblem],
    cells,
  }));
}

const DUPLICATE_NUMBER = 'Ya tenés una orden con ese número';
