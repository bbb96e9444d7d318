import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBulk } from './bulk.ts';
import { type Child, startChild } from './child.ts';
import { measureEvents } from './events.ts';
import { measureLabels } from './labels.ts';
import { measure, type Row } from './measure.ts';
import { benchConfig, OPERATOR_KEY, prepareDatabase } from './prepare.ts';
import { labelTable, othersTable, table, writeResults } from './report.ts';
import { findSubjects } from './subjects.ts';
import { worksOn } from './works.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    clients: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** Rows of a bulk upload; no more than there are orders. */
    rows: { type: 'string', default: '50000' },
    /** Kinds of work: list, deep, search, palette, create, statistics, labels, events, bulk. */
    only: { type: 'string', default: '' },
    /** Where prepared data and results are kept. */
    folder: { type: 'string', default: '.data' },
    /** Writes a CPU profile of our server next to the results. */
    profile: { type: 'boolean', default: false },
  },
});

/** Prepares, measures our server and the reference in turns, prints the ratios and writes them down. */
async function main(): Promise<void> {
  const [orders, clients, rounds] = [values.orders, values.clients, values.rounds].map(Number) as [
    number,
    number,
    number,
  ];
  const seconds = Number(values.seconds);
  const only = values.only.split(',').filter(Boolean);
  const folder = resolve(values.folder, `bench-${orders}`);
  const results = resolve(values.folder, 'bench-results');

  const database = await prepareDatabase(folder, { orders, clients });
  const started: Child[] = [];
  try {
    const { owner, login } = database;
    const profiling = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${results}`] : [];
    const gateway = await startChild(
      'gateway.ts',
      { config: benchConfig(folder), database: { owner, login } },
      profiling,
    );
    started.push(gateway);
    const reference = await startChild('reference.ts', { owner });
    started.push(reference);

    const subjects = await findSubjects(owner, gateway.url);
    const works = worksOn(subjects);
    const rows: Row[] = [];
    for (const work of works.filter(({ kind }) => only.length === 0 || only.includes(kind))) {
      for (const connections of work.connections) {
        const urls = { ours: gateway.url, reference: reference.url };
        rows.push(await measure(work, connections, urls, { rounds, seconds }));
        process.stderr.write('.');
      }
    }
    if (only.length === 0 || only.includes('events')) {
      const entry = { url: gateway.url, key: OPERATOR_KEY };
      // Last, because it changes what lists are sorted by.
      rows.push(await measureEvents(entry, owner, { orders, rounds }));
      process.stderr.write('.');
    }
    if (only.length === 0 || only.includes('bulk')) {
      const size = { rows: Math.min(Number(values.rows), orders), rounds: Math.min(rounds, 3) };
      const bulk = await measureBulk(gateway, owner, subjects, size);
      rows.push(bulk.row);
      console.log(`\n${othersTable(bulk.others)}`);
    }
    if (rows.length > 0) console.log(`\n${table(rows)}`);
    if (only.length === 0 || only.includes('labels')) {
      console.log(`\n${labelTable(await measureLabels(owner, gateway, subjects))}`);
    }
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}.json`;
    await writeResults(join(results, name), { orders, clients, rounds, seconds }, rows);
    console.log(`\nwritten to ${join(results, name)}`);
  } finally {
    await Promise.all(started.map((child) => child.stop()));
    await database.stop();
  }
}

await main();
