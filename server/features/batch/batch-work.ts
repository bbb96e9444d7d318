import type { Deps } from '#server/domain/deps.ts';
import { allListedZips } from '#server/features/place/listed-zips.ts';
import { createRest } from '#server/platform/long-work.ts';
import { checkOrder } from '#shared/bulk/check-order.ts';
import { LastRows, OrderGatherer } from '#shared/bulk/group-rows.ts';
import { type BulkFile, type BulkRow, openBulkFile } from '#shared/bulk/read-file.ts';
import type { ListedZips } from '#shared/rules/zip-province.ts';
import { productsOfRows } from './batch-products.ts';
import { type BatchWork, batchWork } from './batch-queue.ts';
import { doStep, type GatheredOrder, Overtaken } from './batch-step.ts';
import { type BegunBatch, beginWork, endWork, readPieces } from './batch-work.store.ts';
import { limitsOf } from './receive-file.ts';

/** Orders that one transaction makes: so many that it takes about as long as below, for others wait for its locks. */
const STEP = { first: 200, least: 25, most: 1000 };
const STEP_MS = 200;

/** How often work may begin without getting anything done before the batch is given up. */
const MAX_ATTEMPTS = 10;

/** How often a step is tried again that met somebody else: an order with one of its numbers, a lock, a slow moment. */
const STEP_TRIES = 6;

/**
 * Works off a batch, or what is left of it (readings S12, D2 §2 Bulk upload): its file is read twice, once to know where
 * each order ends. Ends at a resting place when the node stops; what is left is done by the next one.
 *
 * @throws what the database says; the job is tried again then
 */
export async function workBatch(deps: Deps, work: BatchWork, stopping: AbortSignal): Promise<void> {
  const { clientId, batchId } = work;
  const begun = await deps.db.withClient(clientId, (trx) => beginWork(trx, clientId, batchId));
  if (!begun) return;
  if (begun.attempts > MAX_ATTEMPTS) return end(deps, work, 'Error');
  try {
    const complete = await doAll(deps, work, begun, stopping);
    if (complete) await end(deps, work, 'Procesado');
    else await deps.db.withClient(clientId, (trx) => deps.jobs.enqueue(trx, batchWork, work));
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
}

async function end(deps: Deps, { clientId, batchId }: BatchWork, state: 'Procesado' | 'Error'): Promise<void> {
  await deps.db.withClient(clientId, async (trx) => {
    await endWork(trx, clientId, batchId, state, deps.clock());
    deps.bus.tell(trx, clientId, { kind: 'batch', id: batchId });
  });
}

async function doAll(deps: Deps, work: BatchWork, begun: BegunBatch, stopping: AbortSignal): Promise<boolean> {
  const open = () =>
    openBulkFile(readPieces(deps.db, work.clientId, work.batchId), {
      limits: limitsOf(deps.config),
      mappings: begun.mapping ? [begun.mapping] : [],
    });
  const rest = createRest();
  const last = new LastRows();
  for await (const rows of (await open()).rows) {
    last.add(rows);
    await rest();
  }
  const file = await open();
  const zips = await deps.db.withoutClient(allListedZips);
  const steps = createSteps(deps, work, file, begun, zips);
  const gatherer = new OrderGatherer(last);
  for await (const rows of file.rows) {
    for (const order of gatherer.add(rows)) {
      await steps.add(order);
      await rest();
      if (stopping.aborted) return false;
    }
    await rest();
  }
  await steps.finish();
  return true;
}

const lastRowOf = (rows: readonly BulkRow[]) => rows.at(-1)?.row ?? 0;

/** Gathers orders into steps, whose size follows how long they take. */
function createSteps(deps: Deps, work: BatchWork, { layout }: BulkFile, begun: BegunBatch, zips: ListedZips) {
  // Orders are made by what the client may do at that moment; this is for the reasons.
  const rules = {
    reverseLogistics: begun.logistica_inversa,
    fulfillment: begun.fulfillment,
    strict: deps.config.STRICT_CONTRACT,
    zips,
  };
  let done = begun.done_row;
  let size = STEP.first;
  let waiting: (readonly BulkRow[])[] = [];
  const rest = createRest();

  /** Checks orders with the products that they name. */
  async function gathered(orders: readonly (readonly BulkRow[])[]) {
    const products = await productsOfRows(deps, work.clientId, orders);
    const checked: GatheredOrder[] = [];
    for (const rows of orders) {
      checked.push({ rows, ...checkOrder(rows, { ...rules, products }) });
      await rest();
    }
    return { orders: checked, products };
  }

  /** One transaction. @returns ms that it took */
  async function step(orders: readonly (readonly BulkRow[])[]): Promise<number> {
    const doneAfter = lastRowOf(orders.at(-1) ?? []);
    const next = { ...(await gathered(orders)), doneBefore: done, doneAfter, headerOf: layout.headerOf };
    const began = performance.now();
    await deps.db.withClient(work.clientId, (trx) => doStep(deps, trx, work, next));
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
        size = resized(size, STEP_MS / ms);
      } catch (error) {
        if (!isPassing(error) || tries === STEP_TRIES) throw error;
        tries += 1;
        size = resized(size, 0);
      }
    }
  }

  return {
    async add(rows: readonly BulkRow[]): Promise<void> {
      // Done before the process was stopped.
      if (lastRowOf(rows) <= begun.done_row) return;
      waiting.push(rows);
      if (waiting.length >= size) await flush();
    },
    finish: flush,
  };
}

/** Half as many or half as many again at most. */
const resized = (size: number, factor: number) =>
  Math.round(Math.min(STEP.most, Math.max(STEP.least, size * Math.min(1.5, Math.max(0.5, factor)))));

/** Somebody was faster with a number or a tracking id; a lock or a statement took too long. */
function isPassing(error: unknown): boolean {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  if (code === '57014' || code === '55P03') return true;
  return code === '23505' && (constraint === 'one_order_number' || constraint.includes('tracking'));
}
