import { createHash } from 'node:crypto';
import pg from 'pg';

/** Tables that the rows are copied into. PostgreSQL recomputes their generated columns. */
const TABLES = ['orders', 'shipments', 'shipment_items', 'shipment_events'] as const;

/** Counters of the reference. The create statement doesn't maintain them, so that it stays as fast as possible. */
const COUNTS = `
  CREATE TABLE reference.order_days AS
    SELECT client_id, day, count(*) AS n
    FROM reference.orders, LATERAL (VALUES (created_on), ('-infinity')) AS both_days (day) GROUP BY 1, 2;
  CREATE UNIQUE INDEX ON reference.order_days (client_id, day) INCLUDE (n);
  CREATE TABLE reference.province_days AS
    SELECT client_id, local_day(created_at) AS day, coalesce(province, '-') AS province, count(*) AS n
    FROM reference.shipments GROUP BY 1, 2, 3;
  CREATE UNIQUE INDEX ON reference.province_days (client_id, day, province) INCLUDE (n);`;

/**
 * Primary keys of our tables, and indexes for the reference's statements: by creation, by range or day, by name. If one
 * client has nearly all rows, the index on names omits the client.
 */
const indexes = (ofOne: boolean) => `
  ALTER TABLE reference.orders ADD PRIMARY KEY (client_id, id), ADD UNIQUE (client_id, tracking_id);
  CREATE UNIQUE INDEX ON reference.orders (client_id, is_reverse, order_id) WHERE cancelled_at IS NULL;
  CREATE INDEX orders_walk ON reference.orders (client_id, updated_at DESC, id DESC) INCLUDE (created_on);
  CREATE INDEX orders_day ON reference.orders (client_id, created_on, updated_at DESC, id DESC);
  CREATE INDEX orders_name ON reference.orders USING gin (${ofOne ? '' : 'client_id, '}name_norm gin_trgm_ops);
  ALTER TABLE reference.shipments ADD PRIMARY KEY (client_id, id), ADD UNIQUE (client_id, label),
    ADD UNIQUE (client_id, order_pk, n);
  ALTER TABLE reference.shipment_items ADD PRIMARY KEY (client_id, shipment_id, n);
  ALTER TABLE reference.shipment_events ADD PRIMARY KEY (client_id, shipment_id, id);
  CREATE SEQUENCE reference.ids START WITH ${2 ** 52 + 1};`;

/**
 * Copies orders and their dependent rows into the schema `reference`, without row-level security, triggers and foreign
 * keys, with separate indexes and counters. Keeps an existing copy if the reader's rows haven't changed.
 *
 * @param reader the client whose lists are measured: the copy is kept if this client's rows haven't changed
 */
export async function copyForReference(owner: pg.ClientConfig, reader: number): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows: shares } = await client.query(
      'SELECT avg((client_id = $1)::integer) > 0.9 AS of_one FROM public.orders',
      [reader],
    );
    const built = indexes(shares[0].of_one);
    const made = createHash('sha256').update(COUNTS).update(built).digest('hex');
    const key = `${made} ${await stateOf(client, reader)}`;
    if ((await copiedAs(client)) === key) return;
    await client.query(`SET maintenance_work_mem = '256MB'; SET client_min_messages = warning`);
    await client.query('DROP SCHEMA IF EXISTS reference CASCADE; CREATE SCHEMA reference');
    for (const table of TABLES) {
      const { rows } = await client.query<{ names: string }>(
        `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
        [table],
      );
      const names = rows[0]?.names;
      await client.query(
        `CREATE TABLE reference.${table} (LIKE public.${table} INCLUDING DEFAULTS INCLUDING GENERATED)`,
      );
      await client.query(`INSERT INTO reference.${table} (${names}) SELECT ${names} FROM public.${table}`);
    }
    await client.query(built);
    await client.query(COUNTS);
    const { rows } = await client.query(`SELECT relname FROM pg_class WHERE relnamespace = 'reference'::regnamespace
      AND relkind = 'r'`);
    for (const { relname } of rows) await client.query(`VACUUM (ANALYZE) reference.${relname}`);
    await client.query(`COMMENT ON SCHEMA reference IS ${client.escapeLiteral(key)}`);
  } finally {
    await client.end();
  }
}

/** Returns a value that changes with every insert or update of the client's rows: their number and the last writer. */
async function stateOf(client: pg.Client, reader: number): Promise<string> {
  const parts = ['orders', 'shipments'].map(
    (table) => `(SELECT count(*) || ' ' || max(xmin::text::bigint) FROM public.${table} WHERE client_id = $1)`,
  );
  const { rows } = await client.query(`SELECT concat_ws(' ', ${parts.join(', ')}) AS state`, [reader]);
  return `${reader} ${rows[0].state}`;
}

async function copiedAs(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(
    `SELECT obj_description(oid, 'pg_namespace') AS key FROM pg_namespace WHERE nspname = 'reference'`,
  );
  return rows[0]?.key ?? null;
}
