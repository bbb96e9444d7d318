import { expect, test } from 'vitest';
import { sharedDemo } from '#test/app/shared-demo.ts';

const made = await sharedDemo();

test('the demonstration has finished bulk uploads without errors, with errors and with skipped rows, whose logs link its orders', async () => {
  const batches = await made.rows<{
    state: string;
    order_count: number;
    made: number;
    failed: number;
    skipped: number;
  }>('SELECT state, order_count, made, failed, skipped FROM batches ORDER BY failed');
  expect(batches.map(({ state, failed, skipped }) => [state, failed, skipped])).toEqual([
    ['Procesado', 0, 0],
    ['Procesado', 1, 1],
    ['Procesado', 3, 0],
  ]);
  for (const batch of batches) {
    expect(batch.made).toBeGreaterThan(1);
    expect(batch.order_count).toBe(batch.made + batch.failed + batch.skipped);
  }
  const [rows] = await made.rows<{ n: number }>(
    `SELECT count(*)::int AS n FROM batch_rows r JOIN orders o ON o.client_id = r.client_id AND o.id = r.order_pk
     JOIN batches b ON b.client_id = r.client_id AND b.id = r.batch_id AND o.created_at >= b.created_at`,
  );
  expect(rows?.n).toBe(batches.reduce((sum, batch) => sum + batch.made + batch.skipped, 0));
  expect(await made.rows('SELECT FROM batch_chunks')).toEqual([]);
});
