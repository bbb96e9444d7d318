import type pg from 'pg';

/**
 * Removes obstacles of bulk loading from the tables: secondary indexes, foreign keys, triggers and forced row-level
 * security.
 *
 * @returns the function that restores them
 */
export async function stripTables(owner: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i WHERE i.indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))`,
    [tables],
  );
  const { rows: keys } = await owner.query<{ name: string; relation: string; definition: string }>(
    `SELECT quote_ident(conname) AS name, conrelid::regclass::text AS relation, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[])`,
    [tables],
  );
  await owner.query(keys.map(({ name, relation }) => `ALTER TABLE ${relation} DROP CONSTRAINT ${name};`).join('\n'));
  await owner.query(indexes.map(({ name }) => `DROP INDEX ${name};`).join('\n'));
  for (const table of tables) {
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER, NO FORCE ROW LEVEL SECURITY`);
  }
  return async () => {
    await owner.query(`SET maintenance_work_mem = '256MB'`);
    for (const { definition } of indexes) await owner.query(definition);
    for (const { name, relation, definition } of keys) {
      await owner.query(`ALTER TABLE ${relation} ADD CONSTRAINT ${name} ${definition}`);
    }
    for (const table of tables) {
      await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER, FORCE ROW LEVEL SECURITY`);
    }
  };
}

/** Rebuilds the triggers' counters from the rows; counters are stored per day, as in production. */
export const REBUILD_COUNTERS = `
  INSERT INTO tracking_directory SELECT tracking_id, client_id, id FROM orders;
  INSERT INTO order_counts (client_id, day, delivery_mode, printed, state_group, n)
    SELECT client_id, day, delivery_mode, printed, state_group, count(*)
    FROM orders, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day) GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 1;
  INSERT INTO order_updated_counts (client_id, day, state_group, n)
    SELECT client_id, local_day(updated_at), state_group, count(*) FROM orders GROUP BY 1, 2, 3 ORDER BY 2, 1;
  INSERT INTO shipment_counts (client_id, day, province, n)
    SELECT client_id, local_day(created_at), coalesce(province, '-'), count(*) FROM shipments GROUP BY 1, 2, 3 ORDER BY 2, 1;
  INSERT INTO shipment_state_counts (client_id, day, delivery_mode, printed, state_code, n)
    SELECT client_id, day, delivery_mode, printed, coalesce(state_code, '-'), count(*)
    FROM shipments, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day) GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 1`;
