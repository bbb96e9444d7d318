import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withFileLock } from './file-lock.ts';
import { currentProcess } from './processes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-turns-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('work runs one at a time, and all work runs', async () => {
  let running = 0;
  let maxRunning = 0;
  const work = async () => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await sleep(2);
    running -= 1;
    return 'done';
  };
  const results = await Promise.all(Array.from({ length: 8 }, () => withFileLock(folder, work)));
  expect(results).toEqual(Array(8).fill('done'));
  expect(maxRunning).toBe(1);
  expect(await readdir(folder)).toHaveLength(1);
});

test('failed work releases the lock', async () => {
  await expect(withFileLock(folder, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  expect(await withFileLock(folder, async () => 'next')).toBe('next');
});

test('a lock of a dead process, of a reused process id, or a file damaged by a power loss is ignored', async () => {
  const gone = spawnSync('true').pid;
  const left = [
    JSON.stringify({ pid: gone, startedAt: '', over: false }),
    JSON.stringify({ pid: process.pid, startedAt: 'long ago', over: false }),
    '{"pid":',
  ];
  for (const text of left) {
    await rm(folder, { recursive: true });
    await withFileLock(folder, async () => {});
    await writeFile(join(folder, 'turn.1'), text);
    expect(await withFileLock(folder, async () => 'mine')).toBe('mine');
  }
});

test('work waits for the lock of a running process', async () => {
  const order: string[] = [];
  await writeFile(join(folder, 'turn.41'), JSON.stringify({ ...currentProcess(), over: false }));
  const waiting = withFileLock(folder, async () => order.push('second'));
  // Work that began later in another folder ends meanwhile.
  for (let n = 0; n < 3; n++) await withFileLock(join(folder, 'other'), async () => {});
  order.push('first');
  await writeFile(join(folder, 'turn.41'), JSON.stringify({ ...currentProcess(), over: true }));
  await waiting;
  expect(order).toEqual(['first', 'second']);
});
