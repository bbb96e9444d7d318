import pg from 'pg';
import type { Credentials } from './credentials.ts';
import { SUPERUSER } from './initdb.ts';

export const DATABASE = 'remito';
/** Role that owns the database and its tables, and runs migrations and jobs. */
export const OWNER = 'remito_owner';
/** Login of the app's pool. It has no rights before it takes a role. */
export const LOGIN = 'remito';

/** Roles of the pool: `app` for transactions of clients, `provider` for transactions of the provider's API. */
const POOL_ROLES = ['app', 'provider'];

const EXTENSIONS = ['pg_trgm', 'btree_gin', 'unaccent'];
const UNPRIVILEGED = 'NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOREPLICATION';

/**
 * Creates missing roles, the database and its extensions. The extensions are created last, so their presence means that a first
 * start was completed.
 *
 * @param at host and port of the server
 */
export async function ensureRoles(at: { host: string; port: number }, credentials: Credentials): Promise<void> {
  const superuser = { ...at, user: SUPERUSER, password: credentials.superuser };
  try {
    if (await withClient({ ...superuser, database: DATABASE }, isComplete)) return;
  } catch (error) {
    const noSuchDatabase = '3D000';
    if ((error as { code?: string }).code !== noSuchDatabase) throw error;
  }
  await withClient({ ...superuser, database: 'postgres' }, (client) => makeDatabase(client, credentials));
  await withClient({ ...superuser, database: DATABASE }, async (client) => {
    await client.query(`GRANT CONNECT ON DATABASE ${DATABASE} TO ${LOGIN}`);
    await client.query(EXTENSIONS.map((name) => `CREATE EXTENSION IF NOT EXISTS ${name} SCHEMA public;`).join('\n'));
  });
}

async function isComplete(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_extension WHERE extname = ANY ($1) UNION ALL SELECT FROM pg_roles WHERE rolname = ANY ($2)',
    [EXTENSIONS, POOL_ROLES],
  );
  return rowCount === EXTENSIONS.length + POOL_ROLES.length;
}

async function makeDatabase(client: pg.Client, credentials: Credentials): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles');
  const isMissing = (role: string) => !rows.some(({ rolname }) => rolname === role);
  if (isMissing(LOGIN)) {
    await client.query(`
      BEGIN;
      CREATE ROLE ${OWNER} LOGIN ${UNPRIVILEGED} PASSWORD ${client.escapeLiteral(credentials.owner)};
      CREATE ROLE ${LOGIN} LOGIN NOINHERIT ${UNPRIVILEGED} PASSWORD ${client.escapeLiteral(credentials.login)};
      REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC;
      COMMIT`);
  }
  for (const role of POOL_ROLES.filter(isMissing)) {
    await client.query(`
      BEGIN;
      CREATE ROLE ${role} NOLOGIN NOINHERIT ${UNPRIVILEGED};
      GRANT ${role} TO ${LOGIN} WITH INHERIT FALSE, SET TRUE, ADMIN FALSE;
      COMMIT`);
  }
  const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER} TEMPLATE template0`);
  await client.query(`REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`);
}

async function withClient<Result>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(config);
  // Without a listener a lost connection would end the process. The query fails anyway.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
