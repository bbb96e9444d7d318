import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBatch } from '#shared/bulk/batches.ts';
import { register } from '#shared/people/registration.ts';
import { createHttpClient, type HttpClient } from '#test/callers/http-client.ts';
import { freePort, hasEnded, type ServerProcess } from '#test/e2e/server-process.ts';
import { registrationForm, signUp } from '#test/fixtures/sender-factory.ts';
import { bulkText, manyCells, upload } from '#test/texts/bulk-file-factory.ts';
import { docsSnippet } from '#test/trials/docs-snippets.ts';
import { type Installation, startInstallation } from '#test/trials/installation.ts';
import { startReaders } from '#test/trials/live-readers.ts';
import { until } from '#test/trials/processes.ts';
import type { Finding } from '#test/trials/report.ts';
import { parseEnvFile } from '#test/trials/server-installation.ts';
import { EVENTS, type EventKind, printedCommand } from './events.ts';
import { startWriters, UNAVAILABLE, type Writers } from './load.ts';
import { type Machines, productLogins, requirePrograms, startMachines } from './machines.ts';
import { endAbandoned, folderPrefix, killOnSignal } from './processes.ts';
import { type DatabaseProxy, startDatabaseProxy } from './proxy.ts';
import { type EventResult, findingsOf, ROWS, readResults, resultsPath, wantedRounds, writeResults } from './results.ts';
import { leadsToStandby } from './standby.ts';

/** Companies whose sessions write, and sessions that listen. */
const COMPANIES = 4;
const LISTENERS = 10;

/** An installation on three database machines. */
export interface FailoverSite {
  machines: Machines;
  proxy: DatabaseProxy;
  installation: Installation;
  nodes: readonly ServerProcess[];
  clients: readonly HttpClient[];
  tokens: readonly string[];
}

/**
 * Runs the product on three database machines with Patroni, etcd and HAProxy as docs/install.md describes, and loses the primary in
 * several ways while clients write. Results are kept after each event: a stopped trial is continued by the next one.
 */
export async function databaseFailover(): Promise<Finding[]> {
  requirePrograms();
  const path = resultsPath();
  const wanted = wantedRounds();
  const results = await readResults(path);
  const missing = remaining(wanted, results.events);
  if (missing.length > 0 || !results.standby) {
    await onMachines(async (site) => {
      results.standby ??= await leadsToStandby(site);
      await writeResults(path, results);
      for (const [index, kind] of missing.entries()) {
        const result = await runEvent(site, kind);
        results.events.push(result);
        await writeResults(path, results);
        process.stdout.write(`${index + 1}/${missing.length} ${JSON.stringify(result)}\n`);
      }
    });
  }
  return findingsOf(results, UNAVAILABLE);
}

/** Returns the events that are left, the kinds in turn. */
function remaining(wanted: Record<EventKind, number>, done: readonly EventResult[]): EventKind[] {
  const left = new Map(
    (Object.keys(wanted) as EventKind[]).map((kind) => [
      kind,
      wanted[kind] - done.filter((one) => one.kind === kind).length,
    ]),
  );
  const order: EventKind[] = [];
  while ([...left.values()].some((count) => count > 0)) {
    for (const [kind, count] of left) {
      if (count <= 0) continue;
      order.push(kind);
      left.set(kind, count - 1);
    }
  }
  return order;
}

async function onMachines(work: (site: FailoverSite) => Promise<void>): Promise<void> {
  await endAbandoned();
  const folder = await mkdtemp(folderPrefix());
  killOnSignal(folder);
  const network = `127.${20 + (process.pid % 200)}.${1 + (Math.floor(process.pid / 200) % 250)}`;
  const machines = await startMachines(folder, network);
  let proxy: DatabaseProxy | null = null;
  const nodes: ServerProcess[] = [];
  try {
    await machines.untilHealthy();
    process.stdout.write(await machines.command(await printedCommand('list')));
    const host = `${network}.1`;
    proxy = await startDatabaseProxy(folder, machines, host);
    const database = { ...productLogins(machines, host), dataFolder: '', stop: async () => {} };
    const installation = await startInstallation({ open: async () => database });
    try {
      const printed = await docsSnippet('docs/install.md', 'Three database machines', 'DATABASE_DIRECT_URL=');
      const settings = parseEnvFile(machines.replaced(printed).replaceAll('127.0.0.1', host));
      const roles = ['web', 'web', 'worker'] as const;
      const starting = roles.map(async (role) => installation.start(role, await freePort(), settings));
      nodes.push(...(await Promise.all(starting)));
      const clients = nodes.slice(0, 2).map(({ url }) => createHttpClient(url));
      const tokens: string[] = [];
      for (let n = 0; n < COMPANIES; n++)
        tokens.push((await signUp(clients[0] as HttpClient, installation.mail)).token);
      await work({ machines, proxy, installation, nodes, clients, tokens });
    } finally {
      await keepLogs(folder, nodes);
      await installation.stop();
    }
  } finally {
    await proxy?.stop();
    await machines.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes what nodes and machines have logged beside the results. */
async function keepLogs(folder: string, nodes: readonly ServerProcess[]): Promise<void> {
  const kept = join(dirname(resultsPath()), 'logs');
  await mkdir(kept, { recursive: true });
  for (const [n, node] of nodes.entries()) await writeFile(join(kept, `node${n}.log`), node.output());
  for (const name of ['db1', 'db2', 'db3']) {
    for (const program of ['patroni', 'etcd'])
      await copyFile(join(folder, name, `${program}.log`), join(kept, `${name}-${program}.log`));
  }
}

let events = 0;

async function runEvent(site: FailoverSite, kind: EventKind): Promise<EventResult> {
  const { machines, installation, nodes, clients, tokens } = site;
  const [app, other] = clients as [HttpClient, HttpClient];
  const { happen } = EVENTS[kind];
  const begun = performance.now();
  await machines.untilHealthy();
  const primary = await machines.primary();
  if (!primary) throw new Error('no machine is the primary');
  const ended = nodes.filter(({ process }) => hasEnded(process)).length;
  const readers = await startReaders(
    nodes[0]?.url ?? '',
    Array.from({ length: LISTENERS }, (_, n) => tokens[n % tokens.length] ?? ''),
  );
  const writers = startWriters(clients, tokens, `${process.pid}-${++events}`);
  const { token: uploader } = await signUp(app, installation.mail);
  await sleep(2000);
  const batch = await upload(app, uploader, bulkText(manyCells(ROWS)));
  const form = registrationForm();
  await app.call(register, { body: form });
  writers.mark();
  const struck = performance.now();
  const heal = await happen(machines, primary);
  await writers.written(90_000);
  const wrongly = await heal();
  const mail = installation.mail.mailsTo(form.email).then(() => (performance.now() - struck) / 1000);
  await machines.untilHealthy();
  await writers.written(30_000);
  const silent = writers.longestSilence() / 1000;
  const streams = await readers.countEventsReceived(other);
  readers.hangUp();
  const uploaded = await ordersOf(app, uploader, batch.body.results.id);
  await writers.end();
  const arrived = await Promise.race([mail, sleep(60_000, null, { ref: false })]);
  return {
    kind,
    from: primary.name,
    to: (await machines.primary())?.name ?? '',
    silent: rounded(silent),
    ...(await checked(machines, writers)),
    refused: Object.fromEntries(writers.refused),
    wrongly,
    streams,
    uploaded,
    mail: arrived && rounded(arrived),
    ended: nodes.filter(({ process }) => hasEnded(process)).length - ended,
    took: Math.round((performance.now() - begun) / 1000),
  };
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10;

/** Compares what was acknowledged with what the primary has, and repeats each twentieth call. */
async function checked(machines: Machines, { acknowledged }: Writers) {
  const rows = await machines.query<{ order_id: string; tracking_id: string }>(
    `SELECT order_id, tracking_id FROM orders WHERE order_id LIKE '${process.pid}-%'`,
  );
  everAcknowledged.push(...[...acknowledged].map(([id, { tracking }]) => [id, tracking] as const));
  const stored = new Map(rows.map(({ order_id, tracking_id }) => [order_id, tracking_id]));
  const lost = everAcknowledged.filter(([id, tracking]) => stored.get(id) !== tracking).length;
  let changed = 0;
  for (const [n, one] of [...acknowledged.values()].entries()) {
    if (n % 20 === 0 && (await one.repeat()) !== one.tracking) changed++;
  }
  return { acknowledged: acknowledged.size, lost, doubled: rows.length - stored.size, changed };
}

/** Orders of all events of this process: a later failover may not lose those of an earlier one either. */
const everAcknowledged: (readonly [id: string, tracking: string])[] = [];

/** Returns the number of orders of a bulk upload when it is processed, or after two minutes. */
async function ordersOf(app: HttpClient, token: string, id: number): Promise<number> {
  let orders = 0;
  await until(async () => {
    const { status, body } = await app.call(readBatch, { token, params: { id }, query: { logs_limit: 1 } });
    if (status === 200) orders = body.ordenes;
    return status === 200 && (body.estado === 'Procesado' || body.estado === 'Error');
  }, 120_000);
  return orders;
}
