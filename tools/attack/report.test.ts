import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outcomesWithSeed, readAttackResults, writeAttackResults } from './report.ts';

test('a command goes on with the outcomes of its seed, and begins anew with another one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remito-attack-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'results');
  expect(outcomesWithSeed(await readAttackResults(path), 7)).toEqual([]);
  const held = { test: 'twenty kills', passed: true, seconds: 1, notes: [] };
  const kill = {
    name: 'kill',
    promise: 'Writes survive.',
    seconds: 1,
    complete: true,
    tried: [held],
    moduleErrors: [],
  };
  await writeAttackResults(path, { seed: 7, outcomes: [kill] });
  const results = await readAttackResults(path);
  expect(outcomesWithSeed(results, 7)).toEqual([kill]);
  expect(outcomesWithSeed(results, 8)).toEqual([]);
});
