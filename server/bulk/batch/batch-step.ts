import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { type CreatedOrder, createOrders } from '#server/orders/order/create/create-orders.ts';
import { type ExistingOrder, existingOrders } from '#server/orders/order/create/existing-orders.ts';
import { activeProducts } from '#server/orders/product/product.ts';
import type { FileOrders, FileRow } from '#shared/bulk/layout/bulk-layout.ts';
import { catalogueOf } from '#shared/bulk/layout/catalogue.ts';
import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import { type BulkProduct, type CheckedOrder, cellErrorAt } from '#shared/bulk/rows/check-order.ts';
import { type CellError, shortened } from '#shared/bulk/rows/errors.ts';
import { leftOutReason } from '#shared/bulk/shops/left-out-reason.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type { NewOrder } from '#shared/orders/new-order.ts';
import type { BatchJob } from './batch-queue.ts';
import { lockBatch, type RowResult, writeProgress } from './process-batch.store.ts';

/** An order of a file, checked by the rules that the browser uses too. */
export interface ParsedOrder extends CheckedOrder, FileOrders {
  /** All rows of its number in the file; `rows` are those of the template that they became. */
  fileRows: readonly FileRow[];
}

/** The client's active products in some rows, by SKU (`foldedKey`). */
type FileProducts = ReadonlyMap<string, BulkProduct & { id: number }>;

/** Reads the products in the rows of some orders: weight in grams, value in pesos, as in the browser's catalogue. */
export async function findRowProducts(
  deps: Deps,
  clientId: number,
  orders: readonly (readonly FileRow[])[],
): Promise<FileProducts> {
  const skus = orders.flatMap((rows) => rows.map(({ cells: { sku = '' } }) => sku)).filter((sku) => sku !== '');
  if (skus.length === 0) return new Map();
  const keys = [...new Set(skus.map(foldedKey))];
  const found = await deps.db.withClient(clientId, (trx) => activeProducts(trx, clientId, keys));
  return catalogueOf(
    found.map(({ id, sku, weight_g, value_cents }) => ({ id, sku, weight: weight_g, value: value_cents / 100 })),
  );
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
    batchId,
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
    doubtful: rows.filter(({ doubts }) => doubts.length > 0).length,
  });
  deps.events.record(trx, clientId, 'batch.advanced', { id: batchId });
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
    items: shipment.items.map((item) => ({ ...item, product_id: products.get(foldedKey(item.sku))?.id ?? null })),
  }));
  return { ...order, shipments };
}

/** Returns the outcome of each row of the file: those of an order share it, whatever rows of the template they became. */
function toRowResults(parsed: ParsedOrder, result: Result, headerOf: BatchStep['headerOf']): RowResult[] {
  const reasons = new Map(parsed.leftOut.map(({ row, reason }) => [row, reason]));
  const converted = new Map(parsed.rows.map((row) => [row.row, row]));
  const outcomeOf = rowOutcomes(parsed, result, headerOf);
  return parsed.fileRows.map(({ row }) => {
    const reason = reasons.get(row);
    const outcome = reason
      ? { outcome: 'Omitido' as const, orderId: null, problems: [rowProblem(leftOutReason(reason))] }
      : outcomeOf(row);
    const cells = outcome.outcome === 'Error' ? (converted.get(row)?.cells ?? null) : null;
    return { row, doubts: [], ...outcome, cells };
  });
}

type RowOutcomeOf = (row: number) => Omit<RowResult, 'row' | 'cells' | 'doubts'> & Partial<Pick<RowResult, 'doubts'>>;

function rowOutcomes({ doubts, fileRows }: ParsedOrder, result: Result, headerOf: BatchStep['headerOf']): RowOutcomeOf {
  if ('made' in result) {
    return (row) => ({
      outcome: 'Procesado',
      orderId: result.made.id,
      problems: [],
      doubts: [
        ...new Set(doubts.flatMap((doubt) => (doubt.row === row && doubt.column ? [headerOf(doubt.column)] : []))),
      ],
    });
  }
  if ('duplicate' in result) {
    const { id, order_id } = result.duplicate;
    const header = headerOf('nro_orden');
    const problem = { column: 'nro_orden', header, value: order_id, reason: DUPLICATE_NUMBER } as const;
    return () => ({ outcome: 'Omitido', orderId: id, problems: [problem] });
  }
  const [first] = result.problems;
  const typedOf = new Map(fileRows.map((row) => [row.row, row.typed]));
  const problemsOf = new Map<number, RowResult['problems'][number][]>();
  for (const { row, column, value, reason } of result.problems) {
    const problems = problemsOf.get(row) ?? [];
    const typed = column && typedOf.get(row)?.[column];
    problems.push({ column, header: column && headerOf(column), value: typed ? shortened(typed) : value, reason });
    problemsOf.set(row, problems);
  }
  const sibling = rowProblem(`No se creó por lo que dice la fila ${first?.row}`);
  return (row) => ({ outcome: 'Error', orderId: null, problems: problemsOf.get(row) ?? [sibling] });
}

/** A reason that concerns a row as a whole. */
const rowProblem = (reason: string) => ({ column: null, header: null, value: '', reason });

const DUPLICATE_NUMBER = 'Ya tenés una orden con ese número';
