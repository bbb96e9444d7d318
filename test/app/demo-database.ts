import pg from 'pg';
import { inject } from 'vitest';
import { createLocalEventBus } from '#server/cluster/event-bus.ts';
import { readConfig } from '#server/config/config.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createEvents } from '#server/events/events.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { syncItemsOf } from '#server/orders/domain/subject-items.store.ts';
import { createLog } from '#server/platform/log.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A separate database with the dependencies of the demo data; `rows` reads as the tables' owner. */
export interface DemoDatabase {
  database: TestDatabase;
  db: Database;
  deps: Deps;
  rows<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
  stop(): Promise<void>;
}

/** The day of these tests. */
const TODAY = new Date('2026-07-15T15:00:00Z');

/** Creates the database without the demo data. */
export async function createDemoDatabase(now = TODAY): Promise<DemoDatabase> {
  const database = await createTestDatabase(inject('databases'));
  await database.setTime(now);
  const config = readConfig({
    DEMO: '1',
    LOG_LEVEL: 'silent',
    JWT_SECRET: 'a secret that only these tests know',
    SECRETS_KEY: TEST_SECRETS_KEY,
  });
  const log = createLog('silent');
  const db = openDatabase({ connection: database.login, size: 10, prepare: true }, log);
  const bus = createLocalEventBus();
  // Not a pool: `pool.end` doesn't wait for the last byte, and dropping the database would reset the connection.
  const looker = new pg.Client(database.owner);
  await looker.connect();
  return {
    database,
    db,
    // No mailer and no job queue: the demo data must not use them.
    deps: { config, db, log, bus, events: createEvents(bus, syncItemsOf), clock: () => now } as unknown as Deps,
    rows: async (text, values = []) => (await looker.query(text, values)).rows,
    async stop() {
      await looker.end();
      await db.close();
      await database.stop();
    },
  };
}

/** Returns all visible data, without ids, tracking ids, hashes and recording times. */
export async function dumpContent({ rows }: DemoDatabase): Promise<string[]> {
  const texts = await rows<{ line: string }>(`
    SELECT concat_ws('|', u.username, c.razon_social, c.cuit, c.prepago, c.logistica_inversa, c.fulfillment,
      c.terms_accepted, c.terms_accepted_at, c.created_at, u.activated_at) AS line
      FROM clients c JOIN users u USING (client_id)
    UNION ALL SELECT concat_ws('|', u.username, a.street_name, a.main_address, a.created_at)
      FROM sender_addresses a JOIN users u USING (client_id)
    UNION ALL SELECT concat_ws('|', u.username, p.sku, p.description, p.value_cents, p.active, p.updated_at)
      FROM products p JOIN users u USING (client_id)
    UNION ALL SELECT concat_ws('|', u.username, to_jsonb(o) - '{client_id,id,tracking_id,pickup_address_id}'::text[])
      FROM orders o JOIN users u USING (client_id)
    UNION ALL SELECT concat_ws('|', u.username, o.order_id, to_jsonb(s) - '{client_id,id,order_pk,label,label_fingerprint}'::text[])
      FROM shipments s JOIN users u USING (client_id) JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk
    UNION ALL SELECT concat_ws('|', u.username, b.file_name, b.made, b.failed, b.skipped, b.created_at, r.row_no,
      r.outcome, o.order_id, r.problems, r.cells)
      FROM batches b JOIN users u USING (client_id) JOIN batch_rows r ON r.client_id = b.client_id AND r.batch_id = b.id
      LEFT JOIN orders o ON o.client_id = r.client_id AND o.id = r.order_pk
    UNION ALL SELECT concat_ws('|', o.order_id, s.n, i.n, i.sku, i.name, i.quantity, i.weight_g, i.value_cents)
      FROM shipment_items i JOIN shipments s ON s.client_id = i.client_id AND s.id = i.shipment_id
      JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk
    UNION ALL SELECT concat_ws('|', o.order_id, s.n, e.at, e.recorded_at, e.state, e.state_code, e.reason)
      FROM shipment_events e JOIN shipments s ON s.client_id = e.client_id AND s.id = e.shipment_id
      JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk
    UNION ALL SELECT concat_ws('|', u.username, to_jsonb(m) - '{client_id,begun_by}'::text[])
      FROM merchant_orders m JOIN users u USING (client_id)
    UNION ALL SELECT concat_ws('|', l.merchant_order_id, l.n, l.order_id, l.amount_cents, l.active)
      FROM merchant_order_lines l
    UNION ALL SELECT concat_ws('|', to_jsonb(c) - 'created_at') FROM dev_checkouts c
    UNION ALL SELECT concat_ws('|', u.username, k.sku, k.updated_at, l.lot, l.expiry, l.criticality, l.units, l.reserved)
      FROM stock_lots l JOIN stock_skus k ON k.client_id = l.client_id AND k.id = l.sku_id
      JOIN users u ON u.client_id = l.client_id
    UNION ALL SELECT concat_ws('|', o.order_id, f.status, array_length(f.labels, 1), f.created_at, f.status_at)
      FROM fulfillment_orders f JOIN orders o ON o.client_id = f.client_id AND o.id = f.order_pk
    UNION ALL SELECT concat_ws('|', o.order_id, s.n, d.format, d.delivered_at)
      FROM label_deliveries d JOIN shipments s ON s.client_id = d.client_id AND s.id = d.shipment_id
      JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk`);
  return texts.map(({ line }) => line).sort();
}
