import { expect, test } from 'vitest';
import { type LongRun, runLong } from './long-runs.ts';

/** Returns a run that records its name, and passes or not. */
const run = (name: string, done: string[], passed = true): LongRun => ({
  name,
  run: async () => {
    done.push(name);
    return { passed, notes: [] };
  },
});

test('a command that was stopped goes on with the runs that have not passed', async () => {
  const done: string[] = [];
  const saved: number[] = [];
  const earlier = [
    { test: 'one', passed: true, seconds: 1, notes: [] },
    { test: 'two', passed: false, seconds: 1, notes: [] },
    { test: 'no longer listed', passed: true, seconds: 1, notes: [] },
  ];
  const runs = [run('one', done), run('two', done), run('three', done, false)];
  const tried = await runLong(runs, earlier, async ({ length }) => void saved.push(length));
  expect(done).toEqual(['two', 'three']);
  expect(tried.map(({ test, passed }) => [test, passed])).toEqual([
    ['one', true],
    ['two', true],
    ['three', false],
  ]);
  // Each result is saved before the next run begins.
  expect(saved).toEqual([2, 3]);
});

test('a run that can’t begin counts as failed, and the next one runs', async () => {
  const done: string[] = [];
  const broken = { name: 'one', run: () => Promise.reject(new Error('no reports')) };
  const tried = await runLong([broken, run('two', done)], [], async () => {});
  expect(tried.map(({ passed, notes }) => ({ passed, notes }))).toEqual([
    { passed: false, notes: ['no reports'] },
    { passed: true, notes: [] },
  ]);
});
