import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { StepReport } from '#scripts/test/failure.ts';
import { createRunnerFolder } from '#scripts/test/runner-fixture.ts';

const RUNNER = join(import.meta.dirname, 'repeatable-runner.ts');

/** A test file that expects an untouched process, and leaves fake timers, a global and a spy. */
const LEAVES = `import { expect, test, vi } from 'vitest';
test('begins with real timers, globals and functions', () => {
  expect([vi.isFakeTimers(), globalThis.left, vi.isMockFunction(console.error)]).toEqual([false, undefined, false]);
  vi.useFakeTimers();
  vi.stubGlobal('left', 1);
  vi.spyOn(console, 'error');
});`;

test('no test file leaves fake timers, globals or spies for another one of its process', async () => {
  const folder = await createRunnerFolder({
    'vitest.config.mjs': `const project = { name: 'rules', include: ['*.test.mjs'], runner: '${RUNNER}', isolate: false };
export default { test: { maxWorkers: 1, projects: [{ test: project }] } };`,
    'one.test.mjs': LEAVES,
    'two.test.mjs': LEAVES,
    'three.test.mjs': LEAVES,
  });
  onTestFinished(folder.remove);
  const report = await folder.report<StepReport>('vitest', 'scripts/test/vitest-reporter.ts');
  expect(report).toMatchObject({ passed: 3, failures: [] });
});
