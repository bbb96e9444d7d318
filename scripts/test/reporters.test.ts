import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import browserConfig from '../../playwright.config.ts';
import { type StepReport, shellCommand, summaryLines } from './failure.ts';
import { createRunnerFolder, vitestConfig } from './runner-fixture.ts';
import { ROOT } from './step.ts';

const REPORTERS = { vitest: 'scripts/test/vitest-reporter.ts', playwright: 'scripts/test/playwright-reporter.ts' };

/** Creates a folder with test files. @returns what runs a test runner there, and reads what its reporter wrote */
async function testsIn(runner: 'vitest' | 'playwright', files: Record<string, string>) {
  const folder = await createRunnerFolder(files);
  onTestFinished(folder.remove);
  return (args?: readonly string[]) => folder.report<StepReport>(runner, REPORTERS[runner], args);
}

test('a failed test of Vitest is reported with both values, its place and the command that repeats it', async () => {
  const run = await testsIn('vitest', {
    'vitest.config.mjs': vitestConfig(),
    'price.test.mjs': `import { beforeAll, describe, expect, test } from 'vitest';
test('a zone has a price', () => expect(1).toBe(1));
describe('an order (of 2 shipments)', () => {
  test('costs 100 + 20', () => expect('ARS 130').toBe('ARS 120'));
});
describe('a client', () => {
  beforeAll(() => { throw new Error('no database'); });
  test('exists', () => {});
});`,
  });
  const report = await run();
  const exec = ['npm', 'exec', '--', 'vitest', 'run', '--project=rules', 'price.test.mjs'];
  expect(report).toEqual({
    passed: 1,
    failures: [
      {
        what: 'price.test.mjs › an order (of 2 shipments) > costs 100 + 20',
        file: 'price.test.mjs',
        reasons: [
          "expected 'ARS 130' to be 'ARS 120' // Object.is equality",
          'expected: ARS 120',
          'received: ARS 130',
          expect.stringMatching(/^at .*price\.test\.mjs:4$/),
        ],
        repeat: [...exec, '-t', String.raw`^an order \(of 2 shipments\) > costs 100 \+ 20$`],
      },
      {
        what: 'price.test.mjs › a client',
        file: 'price.test.mjs',
        reasons: ['no database', expect.stringMatching(/^at .*price\.test\.mjs:7$/)],
        repeat: exec,
      },
    ],
    passedOfProjects: { rules: 1 },
    secondsOfFiles: { 'price.test.mjs': expect.any(Number) },
  });
  // Without `npm exec -- vitest`.
  const again = await run(report.failures[0]?.repeat.slice(4));
  expect(again).toMatchObject({ passed: 0, failures: [report.failures[0]] });
});

test('a skipped test of Vitest counts as failed, unless the machine lacks what its tag names', async () => {
  const run = await testsIn('vitest', {
    'vitest.config.mjs': vitestConfig("tags: [{ name: 'lacking', skip: true }, { name: 'present', skip: false }],"),
    'price.test.mjs': `import { describe, test } from 'vitest';
test('runs', () => {});
test('needs what is lacking', { tags: 'lacking' }, () => {});
test.skip('needs what is present', { tags: 'present' }, () => {});
test.todo('is planned');
test('skips itself', (context) => context.skip());
describe.skip('a client', () => { test('exists', () => {}); });`,
  });
  const report = await run();
  const names = ['needs what is present', 'is planned', 'skips itself', 'a client > exists'];
  expect(report.passed).toBe(1);
  expect(report.failures.map(({ what, reasons }) => [what, reasons])).toEqual(
    names.map((name) => [`price.test.mjs › ${name}`, ['it did not run']]),
  );
});

test('a test that a pattern of names leaves out does not count', async () => {
  const run = await testsIn('vitest', {
    'vitest.config.mjs': vitestConfig(),
    'price.test.mjs': `import { describe, test } from 'vitest';
describe('a price', () => { test('is paid', () => {}); test.skip('is paid twice', () => {}); test('is due', () => {}); });`,
  });
  const { passed, failures } = await run(['run', '-t', '^a price > is paid']);
  expect([passed, failures.map(({ what }) => what)]).toEqual([1, ['price.test.mjs › a price > is paid twice']]);
});

test('no run accepts tests that are marked to run alone', async () => {
  const run = await testsIn('vitest', {
    'vitest.config.mjs': `import config from '${join(ROOT, 'vitest.config.ts')}';
const { allowOnly } = config.test;
export default { test: { allowOnly, projects: [{ test: { name: 'rules', include: ['*.test.mjs'] } }] } };`,
    'price.test.mjs': `import { test } from 'vitest';
test.only('alone', () => {});
test('left out', () => {});`,
  });
  const report = await run();
  expect(report.failures.map(({ reasons }) => reasons[0])).toContainEqual(expect.stringContaining('.only'));
  expect(browserConfig.forbidOnly).toBe(true);
});

test('a failed test of the browser is reported with its project, line and title', async () => {
  const run = await testsIn('playwright', {
    'playwright.config.mjs': `export default { projects: [{ name: 'portal' }] };`,
    'orders.spec.mjs': `import { expect, test } from '@playwright/test';
for (const name of ['uno', 'dos?']) test('order ' + name, { tag: '@both' }, () => expect(name).toBe('uno'));`,
  });
  const report = await run();
  expect(report).toEqual({
    passed: 1,
    failures: [
      {
        what: 'orders.spec.mjs › [portal] order dos?',
        file: 'orders.spec.mjs',
        reasons: expect.arrayContaining(['Expected: "uno"', 'Received: "dos?"']),
        repeat: [
          'npm',
          'exec',
          '--',
          'playwright',
          'test',
          '--project=portal',
          'orders.spec.mjs:2',
          '-g',
          String.raw`order dos\? @both$`,
        ],
      },
    ],
    passedOfProjects: { portal: 1 },
    secondsOfFiles: { 'orders.spec.mjs': expect.any(Number) },
  });
});

test('a test of the browser that did not run because of a hook of its file counts as failed', async () => {
  const run = await testsIn('playwright', {
    'playwright.config.mjs': `export default { projects: [{ name: 'portal' }] };`,
    'orders.spec.mjs': `import { test } from '@playwright/test';
test.beforeAll(() => { throw new Error('no server'); });
test('one', () => {});
test('two', () => {});`,
  });
  const report = await run();
  expect([report.passed, report.failures.map(({ reasons }) => reasons[0])]).toEqual([
    0,
    ['Error: no server', 'it did not run'],
  ]);
});

test('long differences are cut', () => {
  const lines = summaryLines(Array.from({ length: 40 }, () => 'x'.repeat(1000)).join('\n'));
  expect(lines).toHaveLength(17);
  expect(lines.at(-1)).toBe('… 24 more lines');
  expect(lines[0]).toHaveLength(241);
});

test('a command is shown as a shell reads it', () => {
  expect(shellCommand(['npm', 'test', '--', '-t', "it's $HOME"])).toBe(`npm test -- -t 'it'\\''s $HOME'`);
});
