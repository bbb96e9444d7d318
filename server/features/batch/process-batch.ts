import type { Deps } from '#server/domain/deps.ts';
import { allListedZips } from '#server/features/zip-code/listed-zips.ts';
import { createYield } from '#server/platform/event-loop.ts';
import { checkOrder } from '#shared/bulk/check-order.ts';
import { type BulkFile, type BulkRow, openBulkFile } from '#shared/bulk/csv-reader.ts';
import { LastRowIndex, OrderRowGrouper } from '#shared/bulk/group-rows.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import { findRowProducts } from './batch-products.ts';
import { type BatchJob, batchJobs } from './batch-queue.ts';
import { type ParsedOrder, processStep, StaleBatch } from './batch-step.ts';
import { finishBatch, readPieces, type StartedBatch, startBatch } from './process-batch.store.ts';
import { bulkLimits } from './receive-file.ts';

/** Orders that one transaction makes: so many that it takes about as long as below, for others wait for its locks. */
const STEP = { first: 200, least: 25, most: 1000 };
const STEP_MS = 200;

/** How often work may begin without getting anything done before the batch is given up. */
const MAX_ATTEMPTS = 10;

/** How often a step is tried again that met somebody else: an order with one of its numbers, a lock, a slow moment. */
const STEP_RETRY_LIMIT = 6;

/**
 * Works off a batch, or what is left of it (readings S12, D2 §2 Bulk upload): its file is read twice, once to know where
 * each order ends. Ends at a resting place when the node stops; what is left is done by the next one.
 *
 * @throws what the database says; the job is tried again then
 */
export async function processBatch(deps: Deps, work: BatchJob, stopping: AbortSignal): Promise<void> {
  const { clientId, batchId } = work;
  const begun = await deps.db.withClient(clientId, (trx) => startBatch(trx, clientId, batchId));
  if (!begun) return;
  if (begun.attempts > MAX_ATTEMPTS) return end(deps, work, 'Error');
  try {
    const complete = await processRows(deps, work, begun, stopping);
    if (complete) await end(deps, work, 'Procesado');
    else await deps.db.withClient(clientId, (trx) => deps.jobs.enqueue(trx, batchJobs, work));
  } catch (error) {
    if (!(error instanceof StaleBatch)) throw error;
  }
}

async function end(deps: Deps, { clientId, batchId }: BatchJob, state: 'Procesado' | 'Error'): Promise<void> {
  await deps.db.withClient(clientId, async (trx) => {
    await finishBatch(trx, clientId, batchId, state, deps.clock());
    deps.bus.publish(trx, clientId, { kind: 'batch', id: batchId });
  });
}

async function processRows(deps: Deps, work: BatchJob, begun: StartedBatch, stopping: AbortSignal): Promise<boolean> {
  const open = () =>
    openBulkFile(readPieces(deps.db, work.clientId, work.batchId), {
      limits: bulkLimits(deps.config),
      mappings: begun.mapping ? [begun.mapping] : [],
    });
  const yieldToEventLoop = createYield();
  const last = new LastRowIndex();
  for await (const rows of (await open()).rows) {
    last.add(rows);
    await yieldToEventLoop();
  }
  const file = await open();
  const zips = await deps.db.withoutClient(allListedZips);
  const steps = createStepper(deps, work, file, begun, zips);
  const gatherer = new OrderRowGrouper(last);
  for await (const rows of file.rows) {
    for (const order of gatherer.add(rows)) {
      await steps.add(order);
      await yieldToEventLoop();
      if (stopping.aborted) return false;
    }
    await yieldToEventLoop();
  }
  await steps.finish();
  return true;
}

const lastRowOf = (rows: readonly BulkRow[]) => rows.at(-1)?.row ?? 0;

/** Gathers orders into steps, whose size follows how long they take. */
function createStepper(deps: Deps, work: BatchJob, { layout }: BulkFile, begun: StartedBatch, zips: ListedZips) {
  // Orders are made by what the client may do at that moment; this is for the reasons.
  const rules = {
    reverseLogistics: begun.logistica_inversa,
    fulfillment: begun.fulfillment,
    strict: deps.config.STRICT_CONTRACT,
    zips,
  };
  let done = begun.last_done_row;
  let size = STEP.first;
  let waiting: (readonly BulkRow[])[] = [];
  const yieldToEventLoop = createYield();

  /** Checks orders with the products that they name. */
  async function checkOrders(orders: readonly (readonly BulkRow[])[]) {
    const products = await findRowProducts(deps, work.clientId, orders);
    const checked: ParsedOrder[] = [];
    for (const rows of orders) {
      checked.push({ rows, ...checkOrder(rows, { ...rules, products }) });
      await yieldToEventLoop();
    }
    return { orders: checked, products };
  }

  /** One transaction. @returns ms that it took */
  async function step(orders: readonly (readonly BulkRow[])[]): Promise<number> {
    const doneAfter = lastRowOf(orders.at(-1) ?? []);
    const next = { ...(await checkOrders(orders)), doneBefore: done, doneAfter, headerOf: layout.headerOf };
    const began = performance.now();
    await deps.db.withClient(work.clientId, (trx) => processStep(deps, trx, work, next));
    done = doneAfter;
    deps.metrics.batchRows(orders.reduce((sum, rows) => sum + rows.length, 0));
    return performance.now() - began;
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
    async add(rows: readonly BulkRow[]): Promise<void> {
      // Done before the process was stopped.
      if (lastRowOf(rows) <= begun.last_done_row) return;
      waiting.push(rows);
      if (waiting.length >= size) await flush();
    },
    finish: flush,
  };
}

/** Half as many or half as many again at most. */
const adaptStepSize = (size: number, factor: number) =>
  Math.round(Math.min(STEP.most, Math.max(STEP.least, size * Math.min(1.5, Math.max(0.5, factor)))));

/** Somebody was faster with a number or a tracking id; a lock or a statement took too long. */
function isTransientError(error: unknown): boolean {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code === '57014' || code === '55P03') return true;
  return code === '23505' && (constraint === 'one_order_number' || constraint.includes('tracking'));
}
