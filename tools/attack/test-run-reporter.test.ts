import { expect, onTestFinished, test } from 'vitest';
import { createRunnerFolder, vitestConfig } from '#scripts/test/runner-fixture.ts';
import { isHeld, type TestRun } from './run-attack.ts';

async function runOf(text: string, args = ['run']): Promise<TestRun> {
  const folder = await createRunnerFolder({
    'vitest.config.mjs': vitestConfig(),
    'price.test.mjs': `import { beforeAll, describe, test } from 'vitest';\n${text}`,
  });
  onTestFinished(folder.remove);
  return folder.report<TestRun>('vitest', 'tools/attack/test-run-reporter.ts', args);
}

const holds = (run: TestRun) => isHeld({ name: 'kill', promise: '', seconds: 1, complete: true, ...run });

test('tests of an attack are listed with their groups, results, durations and measurements', async () => {
  const run = await runOf(`describe('a price', () => {
  test('is paid', ({ annotate }) => annotate('7 ms'));
  test('is paid twice', () => { throw new Error('once'); });
});`);
  expect(run).toEqual({
    tried: [
      { test: 'a price > is paid', passed: true, seconds: expect.any(Number), notes: ['7 ms'] },
      { test: 'a price > is paid twice', passed: false, seconds: expect.any(Number), notes: [] },
    ],
    moduleErrors: [],
  });
  expect(holds(run)).toBe(false);
});

test('a failed hook of a group breaks the promise, although its tests are skipped', async () => {
  const run = await runOf(`test('a price', () => {});
describe('a client', () => {
  beforeAll(() => { throw new Error('no database'); });
  test('exists', () => {});
});`);
  expect(run.moduleErrors).toEqual(['price.test.mjs › a client: no database']);
  expect(holds(run)).toBe(false);
});

test('a skipped test breaks the promise', async () => {
  const run = await runOf(`test('a price', () => {});
test.skip('a client', () => {});`);
  expect(run.tried.map(({ test: name, passed }) => [name, passed])).toEqual([
    ['a price', true],
    ['a client', false],
  ]);
  expect(holds(run)).toBe(false);
});

test('an error outside of the tests breaks the promise', async () => {
  const run = await runOf(`test('a price', () => void Promise.reject(new Error('nobody waits')));`);
  expect(run.moduleErrors).toEqual(['nobody waits']);
  expect(holds(run)).toBe(false);
});

test('tests that a pattern of names leaves out do not count', async () => {
  const run = await runOf(`test('a price', () => {});\ntest('a client', () => {});`, ['run', '-t', 'price|cost']);
  expect(run.tried.map(({ test: name }) => name)).toEqual(['a price']);
  expect(holds(run)).toBe(true);
});
