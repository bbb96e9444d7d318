import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { readBatch, uploadBatch } from '#shared/bulk/batches.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { createFakeJobs } from '#test/services/fake-jobs.ts';
import { bulkText, fileForm, manyCells } from '#test/texts/bulk-file-factory.ts';
import { batchRoutes } from './batch.routes.ts';
import { batchJobs } from './batch-queue.ts';
import { processBatch } from './process-batch.ts';

const jobs = createFakeJobs();
let gateway: TestGateway;
let client: TestClient;
beforeAll(async () => {
  gateway = await startTestGateway([batchRoutes, orderRoutes], {}, { jobs });
  client = await gateway.addClient();
});
afterAll(() => gateway.stop());

async function send(rows: number, by = client): Promise<number> {
  const init = { method: 'POST', body: fileForm(bulkText(manyCells(rows))), by };
  const answer = await gateway.fetch(`/api${uploadBatch.path}`, init);
  const body = await answer.json();
  expect(answer.status, body.message).toBe(200);
  return body.results.id;
}

/** Starts the enqueued jobs on a node that is stopping. */
async function startAndStop(): Promise<void> {
  for (const work of jobs.take(batchJobs)) await processBatch(gateway.deps, work, AbortSignal.abort());
}

test('a batch ends with an error after ten starts without progress, and its file may be uploaded again', async () => {
  const id = await send(3);
  const state = async () => (await gateway.call(readBatch, { by: client, params: { id } })).body.estado;
  for (let beginning = 1; beginning <= 10; beginning++) {
    await startAndStop();
    expect(await state(), `after beginning ${beginning}`).toBe('Procesando');
  }
  await startAndStop();
  expect(await state()).toBe('Error');
  expect(jobs.take(batchJobs)).toEqual([]);

  const again = await send(3);
  for (const work of jobs.take(batchJobs)) await processBatch(gateway.deps, work, new AbortController().signal);
  const { body } = await gateway.call(readBatch, { by: client, params: { id: again } });
  expect(body).toMatchObject({ estado: 'Procesado', ordenes: 3, errores: 0 });
  const { body: orders } = await gateway.call(listOrders, { by: client, query: { limit: 10 } });
  expect(orders.pagination.total).toBe(3);
});

test('a batch that two nodes process at once creates each order once and logs each row once', async () => {
  const by = await gateway.addClient();
  const rows = 600;
  const id = await send(rows, by);
  const [work] = jobs.take(batchJobs);
  if (!work) throw new Error('no job was enqueued');
  await Promise.all([1, 2].map(() => processBatch(gateway.deps, work, new AbortController().signal)));
  const { body } = await gateway.call(readBatch, { by, params: { id } });
  expect(body).toMatchObject({ estado: 'Procesado', ordenes: rows, filas: rows, errores: 0, omitidas: 0 });
  expect(body.logs.map((log) => log.id)).toEqual(Array.from({ length: rows }, (_, index) => index + 2));
});
