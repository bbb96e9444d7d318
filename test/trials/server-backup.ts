import { accessSync, constants } from 'node:fs';
import { appendFile, chown, mkdir, readdir, rename } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeBaseBackup } from '#server/db/backup/base-backup.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { createHttpClient, type HttpClient } from '#test/callers/http-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { docsSection, docsSnippet, replaceInSnippet } from './docs-snippets.ts';
import { done, until } from './processes.ts';
import { type Finding, finding } from './report.ts';
import type { ServerInstallation } from './server-installation.ts';

const BACKUP = ['docs/recovery.md', 'Back up a PostgreSQL server'] as const;
const RESTORE = ['docs/recovery.md', 'Restore a PostgreSQL server'] as const;

/** Runs the recipes of docs/recovery.md: base backup, dump, and point-in-time recovery. */
export async function backUpAndRestore(site: ServerInstallation): Promise<Finding[]> {
  const { cluster, installation } = site;
  const folder = join(installation.folder, 'backups');
  await mkdir(folder);
  if (cluster.user) await chown(folder, cluster.user.uid, cluster.user.gid);
  const tools = await findTools(folder, cluster.major);
  const found = tools
    ? [finding('PostgreSQL’s tools', tools.version, true), ...(await byDump(cluster, folder, tools))]
    : [
        finding(
          `pg_basebackup, pg_verifybackup, pg_dump, pg_restore of PostgreSQL ${cluster.major}`,
          'not installed',
          true,
        ),
      ];
  const base = await baseBackup(cluster, folder, tools);
  return [...found, ...base.found, ...(await backTo(site, base.path))];
}

/** PostgreSQL's programs of the server's version: other versions refuse to work with it. */
interface Tools {
  path: string;
  version: string;
}

async function findTools(cwd: string, major: number): Promise<Tools | null> {
  for (const path of [...(process.env.PATH ?? '').split(delimiter), `/usr/lib/postgresql/${major}/bin`]) {
    try {
      // Debian's wrappers lack pg_verifybackup.
      for (const name of ['pg_basebackup', 'pg_verifybackup']) accessSync(join(path, name), constants.X_OK);
    } catch {
      continue;
    }
    const version = await done(join(path, 'pg_basebackup'), ['--version'], { cwd });
    const [, number = ''] = / ([\d.]+)/.exec(version) ?? [];
    if (number.startsWith(`${major}.`)) return { path, version: number };
  }
  return null;
}

/** Runs a printed command as the server's user, with the superuser's or another connection. */
function shell(
  cluster: Cluster,
  { path }: Tools,
  line: string,
  cwd: string,
  login = cluster.superuser,
): Promise<string> {
  const { host, port, user, password } = login;
  const way = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password };
  return done('sh', ['-ec', line], { cwd, env: { PATH: `${path}${delimiter}/usr/bin:/bin`, ...way }, ...cluster.user });
}

/** Returns the line of a printed block with this beginning. */
const lineOf = (block: string, begins: string): string =>
  block.split('\n').find((line) => line.startsWith(begins)) ?? `${begins} is missing from the block`;

/** Copies the folder of the running server, by its tools or else by the low-level backup API. */
async function baseBackup(cluster: Cluster, folder: string, tools: Tools | null) {
  if (!tools) {
    const path = join(folder, 'base');
    const { files } = await takeBaseBackup(cluster, path, cluster.user);
    return { path, found: [finding('files of the base backup by the low-level API', files.length, true)] };
  }
  const line = replaceInSnippet(lineOf(await docsSnippet(...BACKUP, 'pg_basebackup'), 'pg_basebackup'), {
    '/respaldos': folder,
  });
  const output = await shell(cluster, tools, line, folder);
  const name = (await readdir(folder)).find((one) => one.startsWith('base-')) ?? '';
  const right = output.includes('backup successfully verified');
  return {
    path: join(folder, name),
    found: [finding('pg_basebackup && pg_verifybackup', right ? 'verified' : output, right)],
  };
}

/** Restores a dump on a second server that has only the roles and the database. */
async function byDump(cluster: Cluster, folder: string, tools: Tools): Promise<Finding[]> {
  const line = replaceInSnippet(lineOf(await docsSnippet(...BACKUP, 'pg_dump'), 'pg_dump'), { '/respaldos': folder });
  const ordinary = await shell(cluster, tools, line, folder, cluster.owner).then(
    () => 'a dump',
    () => 'refused',
  );
  await shell(cluster, tools, line, folder);
  const name = (await readdir(folder)).find((one) => one.endsWith('.dump')) ?? '';
  const [, restore = ''] = /`(pg_restore [^`]+)`/.exec(await docsSection(...RESTORE)) ?? [];
  const second = await startCluster(join(folder, 'second'));
  try {
    await shell(second, tools, replaceInSnippet(restore, { 'remito.dump': join(folder, name) }), folder);
    const count = 'SELECT count(*)::int AS n FROM orders';
    const [there, here] = [await second.query<{ n: number }>(count), await cluster.query<{ n: number }>(count)];
    const counts = `${there[0]?.n} of ${here[0]?.n}`;
    return [
      finding('pg_dump as the tables’ owner', ordinary, ordinary === 'refused'),
      finding(
        'orders in a second server after pg_dump and pg_restore',
        counts,
        there[0]?.n === here[0]?.n && here[0]?.n !== 0,
      ),
    ];
  } finally {
    await second.stop();
  }
}

/** Creates two orders and recovers the server to a time between them while the nodes run. */
async function backTo({ cluster, installation, url }: ServerInstallation, base: string): Promise<Finding[]> {
  const app = createHttpClient(url);
  const { token } = await signUp(app, installation.mail);
  const before = await made(app, token);
  await sleep(1500);
  const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
  await sleep(1500);
  const after = await made(app, token);

  await cluster.stop();
  await rename(cluster.dataFolder, `${cluster.dataFolder}.old`);
  await rename(base, cluster.dataFolder);
  const recipe = replaceInSnippet(await docsSnippet(...RESTORE, 'recovery.signal'), {
    DATA: cluster.dataFolder,
    '/archivo': cluster.archive,
    '2027-01-31 14:05:00-03': moment,
  });
  const [touch = '', settings = ''] = recipe.split('# postgresql.conf');
  await done('sh', ['-ec', touch], { cwd: cluster.dataFolder, ...cluster.user });
  await appendFile(join(cluster.dataFolder, 'postgresql.conf'), settings);
  await cluster.start();

  const ready = await until(async () => (await fetch(`${url}/readyz`)).ok, 60_000);
  const list = await app.call(listOrders, { token });
  const found = new Set((list.body.results ?? []).map(({ tracking_id }) => tracking_id));
  const written = await until(async () => (await made(app, token)) !== '', 30_000);
  return [
    finding('point-in-time recovery: an order from before', found.has(before) ? 'there' : 'gone', found.has(before)),
    finding('… an order from after', found.has(after) ? 'there' : 'gone', !found.has(after)),
    finding('… seconds until the node, not restarted, is ready', ready ?? 'never', ready !== null),
    finding('… the node accepts an order', written === null ? 'no' : 'yes', written !== null),
  ];
}

/** Creates an order. @returns its tracking id; empty after a refusal */
async function made(app: HttpClient, token: string): Promise<string> {
  const { body } = await app.call(createOrder, { token, body: newOrder() });
  return body.results?.tracking_id ?? '';
}
