import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterDrift } from '#server/db/counter-drift.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { createHttpClient } from '#test/callers/http-client.ts';
import { logIn, signUp } from '#test/fixtures/sender-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import { bulkCells, bulkText, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';
import { type CrashDriver, createCrashDriver, VICTIMS } from './crash-driver.ts';
import { summarizeDurations } from './duration-summary.ts';

const KILLS = scaled(1, 20);
const ROWS = scaled(1000, 50_000);

/** Interval of the invalid rows. */
const FAULT = 100;

let driver: CrashDriver;
beforeAll(async () => {
  driver = await createCrashDriver();
});
afterAll(() => driver?.stop());

/** Builds rows of which some belong to orders of two separated rows, and some are invalid. */
function rowsOf(round: number) {
  return manyCells(ROWS, round * 1_000_000).map((cells, index) => {
    if (index % FAULT === FAULT - 1) return { ...cells, email: 'mal' };
    const twin = index % FAULT === 50 ? bulkCells(round * 1_000_000 + index - 20) : cells;
    return { ...cells, nro_orden: twin.nro_orden, email: twin.email, envio: index % FAULT === 50 ? '2' : '' };
  });
}

/** Waits until a batch has created orders. */
async function firstOrders(url: string, token: string): Promise<void> {
  for (;;) {
    const { body } = await createHttpClient(url).call(listOrders, { token });
    if (body.pagination.total > 0) return;
  }
}

test(
  'a batch that is killed at random creates each order once and reports each row once',
  async ({ annotate }) => {
    let server = await driver.start();
    const { username, password, ...sender } = await signUp(createHttpClient(server.url), driver.mail);
    let { token } = sender;
    let orders = 0;
    const took: number[] = [];
    for (let round = 0; round < KILLS; round++) {
      const rows = rowsOf(round);
      const file = bulkText(rows);
      const key = uniqueText('archivo-');
      const sent = upload(createHttpClient(server.url), token, file, { key }).catch(() => null);
      if (KILLS > 1) await sleep(Math.random() * (200 + ROWS));
      else await firstOrders(server.url, token);
      await driver.kill(server, VICTIMS[(round + 2) % VICTIMS.length] ?? 'the app');
      const killed = performance.now();
      server = await driver.revive(server);
      await sent;

      const api = createHttpClient(server.url);
      token = await logIn(api, username, password);
      // Sends an unanswered upload again with its idempotency key.
      const { status, body } = await upload(api, token, file, { key });
      expect(status, body.message).toBe(200);
      const batch = await finished(api, token, body.results.id);
      took.push(performance.now() - killed);
      const right = rows.filter(({ email }) => email !== 'mal');
      const numbers = new Set(right.map(({ nro_orden }) => nro_orden));
      expect(batch).toMatchObject({ estado: 'Procesado', ordenes: numbers.size, filas: ROWS, omitidas: 0 });
      expect(batch.errores).toBe(ROWS - right.length);
      if (ROWS <= 10_000) {
        expect(batch.logs.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 2));
        expect(batch.logs.filter(({ tipo }) => tipo === 'success')).toHaveLength(right.length);
      }
      orders += numbers.size;
      const { body: all } = await api.call(listOrders, { token, query: { limit: 10_000 } });
      expect(all.pagination.total).toBe(orders);
      if (orders <= 10_000) expect(new Set(all.results.map(({ order_id }) => order_id)).size).toBe(orders);
    }
    expect(await driver.look(counterDrift)).toEqual([]);
    await annotate(`${orders} orders; from the kill to the last row ${summarizeDurations(took)}`);
  },
  scaledTimeout(600_000),
);
