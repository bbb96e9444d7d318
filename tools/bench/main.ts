import { join, resolve } from 'node:path';
import { labelData } from '#test/fixtures/label-fixture.ts';
import { type BenchServer, startBenchServer, startPreviousVersion } from './bench-server.ts';
import { caseTable, reachedBy } from './case-table.ts';
import { type BenchCase, benchCases } from './cases/bench-cases.ts';
import { measureBulk } from './cases/bulk.ts';
import { consoleCases, consoleLimits } from './cases/console.ts';
import { measureEvents } from './cases/events.ts';
import { growthCases } from './cases/growth-cases.ts';
import { measureDrawing } from './cases/label-baseline.ts';
import { measureLabels } from './cases/labels.ts';
import { measureNight } from './cases/night.ts';
import { addFailedVisits, pendingCases } from './cases/pending.ts';
import { measureRowLevelSecurity } from './cases/row-level-security.ts';
import { measureStarts } from './cases/start.ts';
import { startNginx, staticCases } from './cases/static.ts';
import { measureWritten, type Written, writtenTable } from './cases/wal.ts';
import { measure, type Row } from './measure.ts';
import { options, type Shape } from './options.ts';
import { benchEnvironment, PROVIDER_KEY, type Size } from './prepare.ts';
import { compareWithReference } from './reference/compare-with-reference.ts';
import { concurrentCallsTable, type Limit, labelTable, limitTable, writeResults } from './report.ts';

const { orders, clients, rounds, seconds, shapes, wanted, folder } = options;
const turns = { rounds, seconds };
/** Idle time for the comparison. */
const idleMs = seconds * 1500;
const results = resolve(folder, 'bench-results');
const embedded = !process.env.DATABASE_URL;

/** Number of orders in the shape with one sender. */
const MOST_OF_ONE = 100_000;

const SIZES: Record<Shape, Size> = {
  one: { orders: Math.min(orders, MOST_OF_ONE), clients: 1 },
  many: { orders, clients: clients(20) },
  thousands: { orders, clients: clients(5000), spread: 'zipf' },
};

/** Measures all rows of cases that have another server as the baseline. */
async function measured(works: readonly BenchCase[], ours: string, reference: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const work of works) {
    for (const connections of work.connections) {
      const sides = { ours: { url: ours, next: work.ours }, baseline: { url: reference, next: work.baseline.next } };
      rows.push(await measure(work, connections, sides, turns));
      process.stderr.write('.');
    }
  }
  return rows;
}

async function compareWithNginx({ gateway }: BenchServer): Promise<Row[]> {
  const nginx = await startNginx();
  if (!nginx) {
    console.log('nginx is not installed: static files are skipped');
    return [];
  }
  try {
    return await measured(await staticCases(), gateway.url, nginx.url);
  } finally {
    await nginx.stop();
  }
}

async function compareWithTenth({ gateway, subjects }: BenchServer, size: Size): Promise<Row[]> {
  if (!embedded) {
    console.log('growth needs two databases: skipped without the embedded database');
    return [];
  }
  const orders = Math.max(1, Math.floor(size.orders / 10));
  const tenth = await startBenchServer(folder, { ...size, orders }, { middleOrders: subjects.middle?.orders });
  try {
    return await measured(growthCases(subjects, tenth.subjects), gateway.url, tenth.gateway.url);
  } finally {
    await tenth.stop();
  }
}

/** Measures what orders and events write, also by the earlier version. */
async function compareWritten(place: BenchServer, size: Size): Promise<(Written & { version: string })[]> {
  const now = (await measureWritten(place)).map((row) => ({ version: 'now', ...row }));
  if (!options.before) return now;
  const before = await startPreviousVersion(options.before, folder, size, place);
  try {
    return [...(await measureWritten(before)).map((row) => ({ version: 'before', ...row })), ...now];
  } finally {
    await before.stop();
  }
}

/** Labels of ordinary shipments, each with unique codes. */
const labelsOf = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    labelData({ shipmentLabel: `7K3MQ9XW2RT-${n + 1}`, trackingUrl: `https://remito.example/seguimiento/${n + 1}` }),
  );

/** Returns the cases with the selected numbers of connections. */
const connected = (works: readonly BenchCase[]): BenchCase[] =>
  works.map((work) => ({ ...work, connections: work.connections.filter((n) => options.connections.includes(n)) }));

const ofWantedKinds = (works: readonly BenchCase[]): BenchCase[] => connected(works.filter(({ kind }) => wanted(kind)));

/** Measures the cases of each data shape. */
async function ofShape(shape: Shape, place: BenchServer, written: Record<string, unknown>): Promise<Row[]> {
  const rows: Row[] = [];
  if (shape === 'thousands') {
    console.log('thousands of clients are measured without the reference: see growth');
  } else if (ofWantedKinds(benchCases(place.subjects)).length > 0) {
    const before = options.before ? await startPreviousVersion(options.before, folder, SIZES[shape], place) : null;
    try {
      const baseline = await compareWithReference(place, before, ofWantedKinds, turns);
      rows.push(...baseline.rows);
      written[`chosen, ${shape}`] = baseline.chosen;
    } finally {
      await before?.stop();
    }
  }
  if (wanted('pending')) {
    const { owner, gateway, subjects } = place;
    await addFailedVisits(owner, subjects.reader.id);
    rows.push(...(await measured(connected(pendingCases(subjects)), gateway.url, gateway.url)));
  }
  if (wanted('isolation')) rows.push(...(await measureRowLevelSecurity(place, connected, turns)));
  return rows.map((row) => ({ ...row, data: shape }));
}

/** Measures the cases that run on one shape only. */
async function ofLast(
  place: BenchServer,
  size: Size,
  written: Record<string, unknown>,
  limits: Limit[],
): Promise<Row[]> {
  const { owner, gateway, subjects } = place;
  const rows: Row[] = [];
  const show = (name: string, text: string, result: unknown) => {
    console.log(`\n${text}`);
    written[name] = result;
  };
  if (wanted('console')) {
    const measuredRows = await measured(connected(await consoleCases(owner, subjects)), gateway.url, gateway.url);
    rows.push(...measuredRows);
    limits.push(...consoleLimits(measuredRows));
  }
  if (wanted('static')) rows.push(...(await compareWithNginx(place)));
  if (wanted('growth')) rows.push(...(await compareWithTenth(place, size)));
  if (wanted('labels')) {
    rows.push(...(await measureDrawing(labelsOf(options.labels), Math.min(rounds, 3))));
    const labels = await measureLabels(owner, gateway, subjects, { labels: options.labels, idleMs });
    show('labels', labelTable(labels), labels);
  }
  if (wanted('events')) {
    // Runs late, because it changes the sort keys of lists.
    rows.push(
      ...(await measureEvents({ url: gateway.url, key: PROVIDER_KEY }, owner, { orders: size.orders, rounds })),
    );
    process.stderr.write('.');
  }
  if (wanted('wal') && embedded) {
    const wal = await compareWritten(place, size);
    show('wal', writtenTable(wal), wal);
  }
  if (wanted('bulk')) {
    const bulkSize = { rows: Math.min(options.rows, size.orders), rounds: Math.min(rounds, 3), idleMs };
    const bulk = await measureBulk(gateway, owner, subjects, bulkSize);
    rows.push(bulk.row);
    show('others', concurrentCallsTable(bulk.others), bulk.others);
  }
  if (wanted('night')) limits.push(await measureNight(place));
  return rows;
}

/** Prepares, measures our server and the baselines in turns, prints the ratios and writes the results. */
async function main(): Promise<void> {
  const measuredShapes = embedded ? shapes : shapes.slice(-1);
  if (measuredShapes.length < shapes.length) console.log(`DATABASE_URL contains one data shape: ${measuredShapes}`);
  const rows: Row[] = [];
  const written: Record<string, unknown> = {};
  const limits: Limit[] = [];
  for (const shape of measuredShapes) {
    const execArgv = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${results}`] : [];
    const place = await startBenchServer(folder, SIZES[shape], { execArgv, portal: wanted('static') });
    const last = shape === measuredShapes.at(-1);
    try {
      rows.push(...(await ofShape(shape, place, written)));
      if (last) rows.push(...(await ofLast(place, SIZES[shape], written, limits)));
    } finally {
      await place.stop();
    }
    if (last && wanted('start')) {
      const effort = { rounds: Math.min(rounds, 3), idleMs };
      limits.push(...(await measureStarts(benchEnvironment(place.folder), place.subjects, effort)));
    }
  }
  if (limits.length > 0) {
    console.log(`\n${limitTable(limits)}`);
    written.limits = limits;
  }
  if (rows.length > 0) console.log(`\n${caseTable(rows)}`);
  written.rows = rows.map((row) => ({ ...row, reached: reachedBy(row) }));
  const path = join(results, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  await writeResults(
    path,
    {
      orders,
      clients: SIZES[measuredShapes.at(-1) ?? 'many'].clients,
      shapes,
      rounds,
      seconds,
      database: embedded ? 'embedded' : 'server',
    },
    written,
  );
  console.log(`\nwritten to ${path}`);
}

await main();
