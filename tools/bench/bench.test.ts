import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scaled } from '#test/test-scale.ts';
import { KINDS } from './kinds.ts';

/** Kinds of work that take half of the time: the attack measures them too, and data of a single sender. */
const SLOW = ['start', 'growth'];
const ATTACKED = scaled(false, true);

test(`the bench measures every case on a few hundred orders${ATTACKED ? '' : `, except ${SLOW.join(' and ')}`}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remito-bench-'));
  // The user of root's database must be able to enter; else its data would be kept outside.
  await chmod(folder, 0o711);
  try {
    const size = ['--orders', '300', '--clients', '2', '--labels', '10'];
    const effort = ['--shapes', scaled('many', 'one,many'), '--rounds', '1', '--seconds', '0.05', '--connections', '1'];
    const work = ATTACKED ? [] : ['--only', KINDS.filter((kind) => !SLOW.includes(kind)).join(',')];
    const bench = spawn(process.execPath, ['tools/bench/main.ts', ...size, ...effort, ...work, '--folder', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaints = '';
    bench.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk;
    });
    const [code] = await once(bench, 'exit');
    expect({ code, complaints: complaints.replace(/^\.+$/, '') }).toEqual({ code: 0, complaints: '' });
    const [file = ''] = await readdir(join(folder, 'bench-results'));
    const report = JSON.parse(await readFile(join(folder, 'bench-results', file), 'utf8'));
    const names: string[] = report.rows.map(({ work }: { work: string }) => work);
    // A database of some days has no complete month, and nginx may be missing on the machine.
    const kinds = [
      'list of 10',
      'beside page 1',
      'search by',
      'search palette',
      'ten pending items',
      'what to do today',
      'create an',
      'no row-level security',
      'in one PDF',
      'in ZPL',
      'shipments by document',
      'charges of a month',
      'events',
      'bulk',
    ];
    expect(kinds.filter((kind) => !names.some((name) => name.includes(kind)))).toEqual([]);
    expect(names.some((name) => name.includes('a tenth'))).toBe(ATTACKED);
    const { labels, others, limits = [] } = report;
    expect({ labels: labels.length, others: others.length, limits: limits.length }).toEqual({
      labels: 3,
      others: 2,
      limits: ATTACKED ? 13 : 9,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
