import { realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '#test/callers/http-client.ts';
import { freePort } from '#test/e2e/server-process.ts';
import { ROOT } from './docs-snippets.ts';
import { openSessions, startLoad } from './load.ts';
import { done } from './processes.ts';
import { type Finding, finding } from './report.ts';
import { appliedMigrations, listStatus, type ServerInstallation } from './server-installation.ts';

/** Migrations of a simulated next version: a new column, and an index that is built during writes. */
const NEXT = {
  '9001_channel.sql': 'ALTER TABLE orders ADD COLUMN channel text;\n',
  '9002_channel.concurrently.sql':
    'DROP INDEX CONCURRENTLY IF EXISTS orders_channel;\nCREATE INDEX CONCURRENTLY orders_channel ON orders (client_id, channel);\n',
};

/**
 * Starts a node of the next version next to one of this version while fifty users work; then returns to this version on
 * the newer database.
 */
export async function upgradeNode({ installation, settings, port, url }: ServerInstallation): Promise<Finding[]> {
  const root = await nextVersion(installation.folder);
  const sessions = await openSessions(createHttpClient(url), installation.mail);
  const load = startLoad(createHttpClient(url), sessions);
  await sleep(2000);
  const from = load.took.length;
  const after = await installation.start('web', await freePort(), { ...settings, LOG_LEVEL: 'info' }, root);
  const meanwhile = load.took.length - from;
  await sleep(2000);
  await load.end();
  const applied = appliedMigrations(after);
  const newer = await listStatus(after.url, sessions[0] ?? '');
  await after.stop();
  const back = await installation.restart('web', port, { ...settings, LOG_LEVEL: 'info' });
  const refused = back.output().includes('the database has migrations of a newer version');
  const older = await listStatus(url, sessions[0] ?? '');
  const failed = load.failed.length;
  return [
    finding(
      'migrations applied by a node of the next version',
      applied.join(', '),
      applied.join() === Object.keys(NEXT).join(),
    ),
    finding('calls answered by this version during the migration', meanwhile, meanwhile > 20),
    finding('… failed', failed, failed === 0, load.failed.slice(0, 3).join('; ')),
    finding('list of the next version', newer, newer === 200),
    finding(
      'list of this version, restarted on the newer database, with a warning in its log',
      older,
      older === 200 && refused,
    ),
  ];
}

/** Clones and builds the committed state with two more migrations. @returns its folder */
async function nextVersion(folder: string): Promise<string> {
  const root = join(folder, 'next');
  await done('git', ['clone', '--quiet', ROOT, root], { cwd: folder });
  await symlink(await realpath(join(ROOT, 'node_modules')), join(root, 'node_modules'));
  for (const [name, text] of Object.entries(NEXT)) await writeFile(join(root, 'server/db/migrations', name), text);
  await done('npm', ['run', 'build'], { cwd: root, ms: 240_000 });
  return root;
}
