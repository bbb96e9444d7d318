import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the bench measures every work on a few hundred orders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remito-bench-'));
  try {
    const options = ['--orders', '300', '--clients', '2', '--rounds', '1', '--seconds', '0.05', '--folder', folder];
    const bench = spawn(process.execPath, ['bench/main.ts', ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaints = '';
    bench.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk;
    });
    const [code] = await once(bench, 'exit');
    expect({ code, complaints: complaints.replace(/^\.+$/, '') }).toEqual({ code: 0, complaints: '' });
    const [file = ''] = await readdir(join(folder, 'bench-results'));
    const { rows } = JSON.parse(await readFile(join(folder, 'bench-results', file), 'utf8'));
    expect(rows).toHaveLength(19);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
