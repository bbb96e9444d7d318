import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, hasEnded, waitForExit } from '#test/e2e/server-process.ts';

/** A PgBouncer in transaction mode before one database, with a few shared server connections. */
export interface Bouncer {
  connection: pg.ClientConfig;
  stop(): Promise<void>;
}

/** @param to connection of the pooler to the database */
export async function startPgBouncer(to: pg.ClientConfig, poolSize: number): Promise<Bouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-bouncer-'));
  const port = await freePort();
  // The socket's folder is private: the pooler runs as its owner, and thereby not as root.
  const { uid, gid } = await stat(String(to.host));
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
app = host=${to.host} port=${to.port} dbname=${to.database} user=${to.user} password=${to.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  );
  await chmod(folder, 0o700);
  for (const path of [folder, file]) await chown(path, uid, gid);
  const child = spawn('pgbouncer', ['-q', file], {
    uid,
    gid,
    stdio: 'ignore',
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const connection = { host: '127.0.0.1', port, database: 'app', user: 'anybody' };
  await untilAnswers(connection, child);
  return {
    connection,
    async stop() {
      if (!hasEnded(child)) child.kill('SIGTERM');
      await waitForExit(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(connection: pg.ClientConfig, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    const client = new pg.Client(connection);
    const answered = await client.connect().then(
      () => client.query('SELECT 1'),
      () => null,
    );
    await client.end().catch(() => {});
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('pgbouncer did not answer in time');
}
