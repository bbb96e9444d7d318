import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrCreatePrivateFile } from './private-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a secret is created once, kept, and readable only by its owner', async () => {
  const path = join(folder, 'deeper', 'secret');
  expect(await readOrCreatePrivateFile(path, () => 'first')).toBe('first');
  expect(await readOrCreatePrivateFile(path, () => 'second')).toBe('first');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'deeper'))).mode & 0o777).toBe(0o700);
});

test('processes that start together agree on one secret and leave no other file', async () => {
  const path = join(folder, 'secret');
  const seen = await Promise.all(Array.from({ length: 20 }, (_, n) => readOrCreatePrivateFile(path, () => `s${n}`)));
  expect(new Set(seen).size).toBe(1);
  expect(await readFile(path, 'utf8')).toBe(seen[0]);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('a secret that cannot be read stops the start instead of being replaced', async () => {
  await expect(readOrCreatePrivateFile(folder, () => 'x')).rejects.toThrow('EISDIR');
});
