import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { findShipments } from '#server/orders/staff-shipment/shipment-search.store.ts';
import { createLog } from '#server/platform/log.ts';
import { type SearchKind, shipmentSearches } from '#shared/orders/rules/code/shipment-search.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import { fillDatabase } from '#tools/bench/prepare.ts';
import { countReads } from './query-plan.ts';

let server: TestDatabase;
let db: Database;
beforeAll(async () => {
  server = await createTestDatabase(inject('databases'));
  await fillDatabase(server.owner, { orders: 30_000, clients: 3 });
  db = openDatabase({ connection: server.login, size: 2, prepare: true }, createLog('silent'));
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

/** Maximum number of rows of the clients' large tables that a search may visit, of 30,000 orders. */
const MOST_ROWS = 1500;

/** Texts of the provider's search over all clients. */
const searched: [kind: SearchKind, text: string][] = [
  ['label', '7K3MQ9XW2RM-1'],
  ['tracking', '7K3MQ9XW2RM'],
  ['number', 'W-77'],
  ['document', '27331222'],
  ['phone', '011 15 5873-1122'],
  ['email', 'nadie@example.com'],
  ['name', 'Zubizarreta'],
];

describe('the provider’s search over all clients visits few rows', () => {
  test.each(searched)('by %s', async (kind, text) => {
    const [search] = shipmentSearches(text, kind);
    if (!search) throw new Error(`no search by ${kind}`);
    // The sixth execution of a function's statement may use a generic plan.
    for (const how of ['custom', 'generic']) {
      const rows = await db.withProvider(async (trx) => {
        await runText(trx, `SET LOCAL plan_cache_mode = force_${how}_plan`);
        const before = await countReads(trx);
        await findShipments(trx, search, 51);
        return (await countReads(trx)) - before;
      });
      expect([how, rows < MOST_ROWS]).toEqual([how, true]);
    }
  });

  test('by a common name, of which a thousand are compared', async () => {
    const [search] = shipmentSearches('gonz', 'name');
    const rows = await db.withProvider(async (trx) => {
      const before = await countReads(trx);
      const found = search ? await findShipments(trx, search, 51) : [];
      expect(found).toHaveLength(51);
      return (await countReads(trx)) - before;
    });
    expect(rows).toBeGreaterThan(100);
    expect(rows).toBeLessThan(MOST_ROWS);
  });
});
