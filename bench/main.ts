import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { labelData } from '#test/label-data.ts';
import { measureDrawing } from './bare-labels.ts';
import { measureBulk } from './bulk.ts';
import { type Child, startChild } from './child.ts';
import { measureEvents } from './events.ts';
import type { GatewaySettings } from './gateway.ts';
import { growthWorks } from './growth.ts';
import { measureLabels } from './labels.ts';
import { measure, type Row } from './measure.ts';
import { benchConfig, benchEnvironment, OPERATOR_KEY, prepareDatabase } from './prepare.ts';
import { labelTable, limitTable, othersTable, table, writeResults } from './report.ts';
import { measureStarts } from './start.ts';
import { startNginx, staticWorks } from './static.ts';
import { findSubjects, type Subjects } from './subjects.ts';
import { type Work, worksOn } from './works.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    clients: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** Rows of a bulk upload; no more than there are orders. */
    rows: { type: 'string', default: '50000' },
    /** Labels of one file. */
    labels: { type: 'string', default: '500' },
    /** Kinds of work: list, deep, search, palette, create, statistics, static, labels, growth, events, bulk, start. */
    only: { type: 'string', default: '' },
    /** Where prepared data and results are kept. */
    folder: { type: 'string', default: '.data' },
    /** Writes a CPU profile of our server next to the results. */
    profile: { type: 'boolean', default: false },
  },
});

const number = (text: string | undefined) => Number(text);
const [orders, clients, rounds, seconds] = [values.orders, values.clients, values.rounds, values.seconds].map(
  number,
) as [number, number, number, number];
/** How long nothing is done, to have something to compare with. */
const idleMs = seconds * 1500;
const only = values.only.split(',').filter(Boolean);
const wanted = (kind: string) => only.length === 0 || only.includes(kind);
const results = resolve(values.folder, 'bench-results');

/** A prepared database and our server on it. */
interface Place {
  folder: string;
  owner: Parameters<typeof findSubjects>[0];
  gateway: Child;
  subjects: Subjects;
  stop(): Promise<void>;
}

async function open(count: number, execArgv: string[] = []): Promise<Place> {
  const folder = resolve(values.folder, `bench-${count}`);
  const { owner, login, stop } = await prepareDatabase(folder, { orders: count, clients });
  try {
    const settings: GatewaySettings = {
      config: benchConfig(folder),
      database: { owner, login },
      portal: wanted('static'),
    };
    const gateway = await startChild('gateway.ts', settings, execArgv);
    const close = async () => {
      await gateway.stop();
      await stop();
    };
    return { folder, owner, gateway, subjects: await findSubjects(owner, gateway.url), stop: close };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Every row of works that stand beside another server. */
async function measured(works: readonly Work[], ours: string, reference: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const work of works) {
    for (const connections of work.connections) {
      rows.push(await measure(work, connections, { ours, reference }, { rounds, seconds }));
      process.stderr.write('.');
    }
  }
  return rows;
}

async function besideReference({ owner, gateway, subjects }: Place): Promise<Row[]> {
  const reference = await startChild('reference.ts', { owner });
  try {
    const works = worksOn(subjects).filter(({ kind }) => wanted(kind));
    return await measured(works, gateway.url, reference.url);
  } finally {
    await reference.stop();
  }
}

async function besideNginx({ gateway }: Place): Promise<Row[]> {
  const nginx = await startNginx();
  if (!nginx) {
    console.log('nginx is not installed: static files are left out');
    return [];
  }
  try {
    return await measured(await staticWorks(), gateway.url, nginx.url);
  } finally {
    await nginx.stop();
  }
}

async function besideTenth({ gateway, subjects }: Place): Promise<Row[]> {
  if (process.env.DATABASE_URL) {
    console.log('growth needs two databases: it is measured on the embedded one alone');
    return [];
  }
  const tenth = await open(Math.max(1, Math.floor(orders / 10)));
  try {
    return await measured(growthWorks(subjects, tenth.subjects), gateway.url, tenth.gateway.url);
  } finally {
    await tenth.stop();
  }
}

/** Labels of everyday parcels, each with codes of its own. */
const labelsOf = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    labelData({ shipmentLabel: `7K3MQ9XW2RT-${n + 1}`, trackingUrl: `https://remito.example/seguimiento/${n + 1}` }),
  );

/** Prepares, measures our server and what it stands beside in turns, prints the ratios and writes them down. */
async function main(): Promise<void> {
  const profiling = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${results}`] : [];
  const place = await open(orders, profiling);
  const { owner, gateway, subjects } = place;
  const rows: Row[] = [];
  const written: Record<string, unknown> = { rows };
  const show = (name: string, text: string, result: unknown) => {
    console.log(`\n${text}`);
    written[name] = result;
  };
  try {
    if (worksOn(subjects).some(({ kind }) => wanted(kind))) rows.push(...(await besideReference(place)));
    if (wanted('static')) rows.push(...(await besideNginx(place)));
    if (wanted('growth')) rows.push(...(await besideTenth(place)));
    if (wanted('labels')) {
      rows.push(...(await measureDrawing(labelsOf(Number(values.labels)), Math.min(rounds, 3))));
      const labels = await measureLabels(owner, gateway, subjects, { labels: Number(values.labels), idleMs });
      show('labels', labelTable(labels), labels);
    }
    if (wanted('events')) {
      // Late, because it changes what lists are sorted by.
      rows.push(await measureEvents({ url: gateway.url, key: OPERATOR_KEY }, owner, { orders, rounds }));
      process.stderr.write('.');
    }
    if (wanted('bulk')) {
      const size = { rows: Math.min(Number(values.rows), orders), rounds: Math.min(rounds, 3), idleMs };
      const bulk = await measureBulk(gateway, owner, subjects, size);
      rows.push(bulk.row);
      show('others', othersTable(bulk.others), bulk.others);
    }
  } finally {
    await place.stop();
  }
  if (wanted('start')) {
    const limits = await measureStarts(benchEnvironment(place.folder), subjects, {
      rounds: Math.min(rounds, 3),
      idleMs,
    });
    show('limits', limitTable(limits), limits);
  }
  if (rows.length > 0) console.log(`\n${table(rows)}`);
  const path = join(results, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  await writeResults(
    path,
    { orders, clients, rounds, seconds, database: process.env.DATABASE_URL ? 'server' : 'embedded' },
    written,
  );
  console.log(`\nwritten to ${path}`);
}

await main();
