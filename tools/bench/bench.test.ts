import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the bench measures every case on a few hundred orders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remito-bench-'));
  try {
    const size = ['--orders', '300', '--clients', '2', '--labels', '10'];
    const effort = ['--shapes', 'many', '--rounds', '1', '--seconds', '0.05', '--connections', '1'];
    const bench = spawn(process.execPath, ['tools/bench/main.ts', ...size, ...effort, '--folder', folder], {
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
      'events',
      'bulk',
    ];
    expect(kinds.filter((kind) => !names.some((name) => name.includes(kind)))).toEqual([]);
    expect(names.filter((name) => name.includes('a tenth'))).not.toEqual([]);
    expect({ labels: report.labels.length, others: report.others.length, limits: report.limits.length }).toEqual({
      ...{ labels: 3, others: 2, limits: 4 },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
