import { freePort, type ServerProcess } from '#test/e2e/server-process.ts';
import { TEST_SECRETS_KEY } from '#test/services/secrets-key.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { docsSnippet, replaceInSnippet } from './docs-snippets.ts';
import { type Installation, startInstallation } from './installation.ts';
import { type Finding, finding } from './report.ts';
import { backUpAndRestore } from './server-backup.ts';
import { appliedMigrations, parseEnvFile, type ServerInstallation } from './server-installation.ts';
import { rotateSecrets } from './server-secrets.ts';
import { upgradeNode } from './server-upgrade.ts';

/**
 * Runs an installation on a PostgreSQL server prepared as in docs/install.md: first start, health, upgrade, secrets,
 * backups.
 */
export async function onServer(): Promise<Finding[]> {
  let cluster: Cluster | null = null;
  const installation = await startInstallation({
    open: async (folder) => {
      cluster = await startCluster(folder);
      return cluster;
    },
  });
  try {
    if (!cluster) throw new Error('no server');
    return await tryServer(installation, cluster);
  } finally {
    await installation.stop();
  }
}

async function tryServer(installation: Installation, cluster: Cluster): Promise<Finding[]> {
  const settings = await documentedSettings(cluster);
  const begun = performance.now();
  const roles = ['web', 'web', 'web', 'web', 'web', 'web', 'worker', 'worker'] as const;
  const ports = await Promise.all(roles.map(freePort));
  const metrics = await Promise.all(roles.map(freePort));
  const nodes = await Promise.all(
    roles.map((role, n) => {
      const own = { METRICS_PORT: String(metrics[n]), LOG_LEVEL: 'info', DATABASE_POOL: '4' };
      return installation.start(role, ports[n] ?? 0, { ...settings, ...own });
    }),
  );
  const seconds = Math.round((performance.now() - begun) / 1000);
  const found = [
    ...(await once(cluster, nodes, seconds)),
    ...(await watched(nodes[0]?.url, metrics[0], 'a web node')),
    ...(await watched(nodes.at(-1)?.url, metrics.at(-1), 'a worker')),
  ];
  await Promise.all(nodes.slice(1, -1).map((node) => node.stop()));
  const [port = 0, worker = 0] = [ports[0], ports.at(-1)];
  const site: ServerInstallation = { cluster, installation, settings, port, worker, url: `http://localhost:${port}` };
  return [...found, ...(await upgradeNode(site)), ...(await rotateSecrets(site)), ...(await backUpAndRestore(site))];
}

/** Returns the documented settings for a server, with this server's names. */
async function documentedSettings({ login: { host, port, password } }: Cluster): Promise<Record<string, string>> {
  const text = replaceInSnippet(await docsSnippet('docs/install.md', 'The database', 'DATABASE_DIRECT_URL='), {
    'db.example.com': `${host}:${port}`,
    'JWT_SECRET=…': `JWT_SECRET=${'the first secret of the trial '.repeat(2)}`,
    'SECRETS_KEY=…': `SECRETS_KEY=${TEST_SECRETS_KEY}`,
    'OPS_API_KEY=…': `OPS_API_KEY=${'the-first-key-of-the-trial-'.repeat(2)}`,
    '?sslmode=verify-full': '',
    '…': password,
  });
  return parseEnvFile(text);
}

/** Checks that eight nodes that started at once did everything once, as roles without privileges. */
async function once(cluster: Cluster, nodes: readonly ServerProcess[], seconds: number): Promise<Finding[]> {
  const [kept] = await cluster.query<{ files: number; tariffs: number; terms: number; strong: number }>(
    `SELECT (SELECT count(*)::int FROM (SELECT FROM schema_migrations UNION ALL SELECT FROM schema_functions) applied) AS files, (SELECT count(*)::int FROM tariffs) AS tariffs,
       (SELECT count(*)::int FROM terms) AS terms, (SELECT count(*)::int FROM pg_roles
         WHERE rolname IN ('remito', 'remito_owner', 'app', 'provider') AND (rolsuper OR rolbypassrls)) AS strong`,
  );
  const applied = nodes.flatMap((node) => appliedMigrations(node));
  const right = kept !== undefined && applied.length === kept.files && new Set(applied).size === applied.length;
  return [
    finding('eight nodes at once on an empty database: seconds until ready', seconds, true),
    finding(
      'migrations and files of functions applied by all nodes together',
      `${applied.length} of ${kept?.files}`,
      right,
    ),
    finding('initial tariffs, terms', `${kept?.tariffs}, ${kept?.terms}`, kept?.tariffs === 1 && kept.terms === 1),
    finding('roles that bypass row-level security', kept?.strong ?? -1, kept?.strong === 0),
  ];
}

/** Checks a node's health on its own port, and its metrics on another port only. */
async function watched(url: string | undefined, metrics: number | undefined, what: string): Promise<Finding[]> {
  const health = await Promise.all(['/livez', '/readyz'].map(async (path) => (await fetch(url + path)).status));
  const there = figuresIn(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text());
  const shown = figuresIn(await (await fetch(`${url}/metrics`)).text());
  const needed = ['remito_database_pool', 'remito_jobs', 'remito_mails_total', 'process_resident_memory_bytes'];
  const missing = needed.filter((name) => !there.includes(name));
  return [
    finding(`/livez, /readyz of ${what}`, health.join(', '), health.join() === '200,200'),
    finding('metrics on METRICS_PORT', there.length, missing.length === 0, missing.join()),
    finding('metrics on the public port', shown.length, shown.length === 0),
  ];
}

/** Returns the names of the metrics in a Prometheus text. */
const figuresIn = (text: string): string[] => [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
