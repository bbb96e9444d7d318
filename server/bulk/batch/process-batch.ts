import type { Deps } from '#server/integrations/deps.ts';
import { hasActiveProducts } from '#server/orders/product/product.ts';
import { createYield } from '#server/platform/concurrency/event-loop.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import { allListedZips } from '#server/provider/zip-code/listed-zips.ts';
import { type BulkFile, openBulkFile } from '#shared/bulk/file/open-bulk-file.ts';
import type { FileRow } from '#shared/bulk/layout/bulk-layout.ts';
import { type CheckedOrder, checkOrder } from '#shared/bulk/rows/check-order.ts';
import { LastRowIndex, OrderRowGrouper } from '#shared/bulk/rows/group-rows.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { type BatchJob, batchJobs } from './batch-queue.ts';
import { findRowProducts, type ParsedOrder, processStep, StaleBatch } from './batch-step.ts';
import { finishBatch, readPieces, type StartedBatch, startBatch } from './process-batch.store.ts';
import { bulkLimits } from './receive-file.ts';

/** Orders per transaction. The size adapts to `STEP_MS`. */
const STEP = { first: 200, min: 25, max: 1000 };

/** Target duration of a transaction in ms. Other writers of the client wait for its locks. */
const STEP_MS = 200;

/** Maximum number of consecutive starts without progress; then the batch ends with an error. */
const MAX_ATTEMPTS = 10;

/** Maximum tries of a step that fails with a transient error (`isTransientError`). */
const STEP_RETRY_LIMIT = 6;

/**
 * Processes a batch from its last done row (readings S12, D2 §2 Bulk upload). Reads the file twice, first to find the
 * last row of each order. When the node stops, processing ends after the current order, and a new job continues on
 * another node.
 *
 * @throws database errors; the job is then retried
 */
export async function processBatch(deps: Deps, work: BatchJob, stopping: AbortSignal): Promise<void> {
  const { clientId, batchId } = work;
  const started = await deps.db.withClient(clientId, (trx) => startBatch(trx, clientId, batchId));
  if (!started) return;
  if (started.attempts > MAX_ATTEMPTS) return end(deps, work, 'Error');
  try {
    const complete = await processRows(deps, work, started, stopping);
    if (complete) await end(deps, work, 'Procesado');
    else await deps.db.withClient(clientId, (trx) => deps.jobs.enqueue(trx, batchJobs, work));
  } catch (error) {
    if (!(error instanceof StaleBatch)) throw error;
  }
}

async function end(deps: Deps, { clientId, batchId }: BatchJob, state: 'Procesado' | 'Error'): Promise<void> {
  await deps.db.withClient(clientId, async (trx) => {
    await finishBatch(trx, clientId, batchId, state, deps.clock());
    deps.events.record(trx, clientId, 'batch.finished', { id: batchId });
  });
}

async function processRows(deps: Deps, work: BatchJob, started: StartedBatch, stopping: AbortSignal): Promise<boolean> {
  const yieldToEventLoop = createYield();
  const open = () =>
    openBulkFile(readPieces(deps.db, work.clientId, work.batchId), {
      limits: bulkLimits(deps.config),
      mappings: started.mapping ? [started.mapping] : [],
      pause: yieldToEventLoop,
    });
  const firstPass = await open();
  const lastRows = new LastRowIndex(firstPass.layout.keyOf);
  for await (const rows of firstPass.rows) lastRows.add(rows);
  const file = await open();
  const zips = await deps.db.withoutClient(allListedZips);
  const hasCatalogue = await deps.db.withClient(work.clientId, (trx) => hasActiveProducts(trx, work.clientId));
  const steps = createStepper(deps, work, file, started, { zips, hasCatalogue });
  const grouper = new OrderRowGrouper(lastRows);
  for await (const rows of file.rows) {
    for (const order of grouper.add(rows)) {
      await steps.add(order);
      await yieldToEventLoop();
      if (stopping.aborted) return false;
    }
  }
  await steps.finish();
  return true;
}

const lastRowOf = (rows: readonly FileRow[]) => rows.at(-1)?.row ?? 0;

/** Result of rows that are all left out. */
const NO_ORDER: CheckedOrder = { order: null, problems: [], doubts: [], shipmentRows: [] };

/** Groups orders into steps and adapts the step size to the duration. */
function createStepper(
  deps: Deps,
  work: BatchJob,
  { layout }: BulkFile,
  started: StartedBatch,
  { zips, hasCatalogue }: { zips: ListedZips; hasCatalogue: boolean },
) {
  // Flags for the Spanish reasons. `processStep` reads the client's flags again when it creates orders.
  const rules = {
    reverseLogistics: started.logistica_inversa,
    fulfillment: started.fulfillment,
    strict: deps.config.STRICT_CONTRACT,
    zips,
  };
  let done = started.last_done_row;
  let size = STEP.first;
  let waiting: (readonly FileRow[])[] = [];
  const yieldToEventLoop = createYield();

  /** Loads the products of some orders, converts their rows and checks the orders. */
  async function checkOrders(orders: readonly (readonly FileRow[])[]) {
    const products = await findRowProducts(deps, work.clientId, orders);
    const checked: ParsedOrder[] = [];
    for (const fileRows of orders) {
      const { rows, leftOut } = layout.ordersOf(fileRows, { products, hasCatalogue });
      const result = rows.length > 0 ? checkOrder(rows, { ...rules, products }) : NO_ORDER;
      checked.push({ fileRows, rows, leftOut, ...result });
      await yieldToEventLoop();
    }
    return { orders: checked, products };
  }

  /** Runs one transaction. @returns its duration in ms */
  async function step(orders: readonly (readonly FileRow[])[]): Promise<number> {
    const doneAfter = lastRowOf(orders.at(-1) ?? []);
    const next = { ...(await checkOrders(orders)), doneBefore: done, doneAfter, headerOf: layout.headerOf };
    const startedAt = performance.now();
    await deps.db.withClient(work.clientId, (trx) => processStep(deps, trx, work, next));
    done = doneAfter;
    deps.metrics.batchRows(orders.reduce((sum, rows) => sum + rows.length, 0));
    return performance.now() - startedAt;
  }

  async function flush(): Promise<void> {
    for (let tries = 1; waiting.length > 0; ) {
      const orders = waiting.slice(0, size);
      try {
        const ms = await step(orders);
        waiting = waiting.slice(orders.length);
        tries = 1;
        size = adaptStepSize(size, STEP_MS / ms);
      } catch (error) {
        if (!isTransientError(error) || tries === STEP_RETRY_LIMIT) throw error;
        tries += 1;
        size = adaptStepSize(size, 0);
      }
    }
  }

  return {
    async add(rows: readonly FileRow[]): Promise<void> {
      // A previous run has processed this order.
      if (lastRowOf(rows) <= started.last_done_row) return;
      waiting.push(rows);
      if (waiting.length >= size) await flush();
    },
    finish: flush,
  };
}

/** Scales the step size by at most ±50 %. */
const adaptStepSize = (size: number, factor: number) =>
  Math.round(Math.min(STEP.max, Math.max(STEP.min, size * Math.min(1.5, Math.max(0.5, factor)))));

/** Whether a retry may succeed: a concurrent order took a number or tracking id, or a lock or statement timed out. */
function isTransientError(error: unknown): boolean {
  const { code } = error as { code?: string };
  if (code === '57014' || code === '55P03') return true;
  const key = violatedUniqueKey(error);
  return key === 'one_order_number' || Boolean(key?.includes('tracking'));
}
