import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import browserConfig from '../../playwright.config.ts';
import { type StepReport, shellCommand, summaryLines } from './failure.ts';
import { ROOT } from './step.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-reporters-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a test runner in a folder with its files. @returns what its reporter wrote */
async function reportOf(name: string, files: Record<string, string>, command: string[]): Promise<StepReport> {
  const [cwd, report] = [join(folder, name), join(folder, `${name}.json`)];
  await mkdir(cwd, { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(cwd, path), text);
  const { VITEST: _runner, ...env } = process.env;
  const child = spawn(process.execPath, command, { cwd, stdio: 'ignore', env: { ...env, TEST_REPORT: report } });
  await once(child, 'close');
  return JSON.parse(await readFile(report, 'utf8'));
}

const program = (name: string, path: string) => join(ROOT, 'node_modules', name, path);

test('a failed test of Vitest is reported with both values, its place and the command that repeats it', async () => {
  const report = await reportOf(
    'vitest',
    {
      'vitest.config.mjs': `export default { test: { projects: [{ test: { name: 'rules', include: ['*.test.mjs'] } }] } };`,
      'price.test.mjs': `import { beforeAll, describe, expect, test } from 'vitest';
test('a zone has a price', () => expect(1).toBe(1));
describe('an order (of 2 parcels)', () => {
  test('costs 100 + 20', () => expect('ARS 130').toBe('ARS 120'));
});
describe('a client', () => {
  beforeAll(() => { throw new Error('no database'); });
  test('exists', () => {});
});`,
    },
    [program('vitest', 'vitest.mjs'), 'run', `--reporter=${join(ROOT, 'scripts/test/vitest-reporter.ts')}`],
  );
  const exec = ['npm', 'exec', '--', 'vitest', 'run', '--project=rules', 'price.test.mjs'];
  expect(report).toEqual({
    passed: 1,
    failures: [
      {
        what: 'price.test.mjs › an order (of 2 parcels) > costs 100 + 20',
        file: 'price.test.mjs',
        reasons: [
          "expected 'ARS 130' to be 'ARS 120' // Object.is equality",
          'expected: ARS 120',
          'received: ARS 130',
          expect.stringMatching(/^at .*price\.test\.mjs:4$/),
        ],
        repeat: [...exec, '-t', String.raw`^an order \(of 2 parcels\) > costs 100 \+ 20$`],
      },
      {
        what: 'price.test.mjs › a client',
        file: 'price.test.mjs',
        reasons: ['no database', expect.stringMatching(/^at .*price\.test\.mjs:7$/)],
        repeat: exec,
      },
    ],
    secondsOfFiles: { 'price.test.mjs': expect.any(Number) },
  });
  const again = await reportOf('vitest', {}, [
    program('vitest', 'vitest.mjs'),
    ...(report.failures[0]?.repeat.slice(4) ?? []),
    `--reporter=${join(ROOT, 'scripts/test/vitest-reporter.ts')}`,
  ]);
  expect(again).toMatchObject({ passed: 0, failures: [report.failures[0]] });
});

test('a skipped test of Vitest counts as failed, unless the machine lacks what its tag names', async () => {
  const report = await reportOf(
    'vitest-skipped',
    {
      'vitest.config.mjs': `export default { test: {
  tags: [{ name: 'lacking', skip: true }, { name: 'present', skip: false }],
  projects: [{ test: { name: 'rules', include: ['*.test.mjs'] } }],
} };`,
      'price.test.mjs': `import { describe, test } from 'vitest';
test('runs', () => {});
test('needs what is lacking', { tags: 'lacking' }, () => {});
test.skip('needs what is present', { tags: 'present' }, () => {});
test.todo('is planned');
test('skips itself', (context) => context.skip());
describe.skip('a client', () => { test('exists', () => {}); });`,
    },
    [program('vitest', 'vitest.mjs'), 'run', `--reporter=${join(ROOT, 'scripts/test/vitest-reporter.ts')}`],
  );
  const names = ['needs what is present', 'is planned', 'skips itself', 'a client > exists'];
  expect(report.passed).toBe(1);
  expect(report.failures.map(({ what, reasons }) => [what, reasons])).toEqual(
    names.map((name) => [`price.test.mjs › ${name}`, ['it did not run']]),
  );
});

test('a test that a pattern of names leaves out does not count', async () => {
  const { passed, failures } = await reportOf(
    'vitest-pattern',
    {
      'vitest.config.mjs': `export default { test: { projects: [{ test: { name: 'rules', include: ['*.test.mjs'] } }] } };`,
      'price.test.mjs': `import { describe, test } from 'vitest';
describe('a price', () => { test('is paid', () => {}); test.skip('is paid twice', () => {}); test('is due', () => {}); });`,
    },
    [
      program('vitest', 'vitest.mjs'),
      ...['run', '-t', '^a price > is paid', `--reporter=${join(ROOT, 'scripts/test/vitest-reporter.ts')}`],
    ],
  );
  expect([passed, failures.map(({ what }) => what)]).toEqual([1, ['price.test.mjs › a price > is paid twice']]);
});

test('no run accepts tests that are marked to run alone', async () => {
  const report = await reportOf(
    'vitest-only',
    {
      'vitest.config.mjs': `import config from '${join(ROOT, 'vitest.config.ts')}';
const { allowOnly } = config.test;
export default { test: { allowOnly, projects: [{ test: { name: 'rules', include: ['*.test.mjs'] } }] } };`,
      'price.test.mjs': `import { test } from 'vitest';
test.only('alone', () => {});
test('left out', () => {});`,
    },
    [program('vitest', 'vitest.mjs'), 'run', `--reporter=${join(ROOT, 'scripts/test/vitest-reporter.ts')}`],
  );
  expect(report.failures.map(({ reasons }) => reasons[0])).toContainEqual(expect.stringContaining('.only'));
  expect(browserConfig.forbidOnly).toBe(true);
});

test('a failed test of the browser is reported with its project, line and title', async () => {
  const report = await reportOf(
    'playwright',
    {
      'playwright.config.mjs': `export default { projects: [{ name: 'portal' }] };`,
      'orders.spec.mjs': `import { expect, test } from '@playwright/test';
for (const name of ['uno', 'dos?']) test('order ' + name, { tag: '@both' }, () => expect(name).toBe('uno'));`,
    },
    [
      program('@playwright/test', 'cli.js'),
      ...['test', `--reporter=${join(ROOT, 'scripts/test/playwright-reporter.ts')}`],
    ],
  );
  expect(report).toEqual({
    passed: 1,
    failures: [
      {
        what: 'orders.spec.mjs › [portal] order dos?',
        file: 'orders.spec.mjs',
        reasons: expect.arrayContaining(['Expected: "uno"', 'Received: "dos?"']),
        repeat: [
          ...['npm', 'exec', '--', 'playwright', 'test', '--project=portal', 'orders.spec.mjs:2'],
          ...['-g', String.raw`order dos\? @both$`],
        ],
      },
    ],
    secondsOfFiles: { 'orders.spec.mjs': expect.any(Number) },
  });
});

test('a test of the browser that did not run because of a hook of its file counts as failed', async () => {
  const report = await reportOf(
    'playwright-hook',
    {
      'playwright.config.mjs': `export default { projects: [{ name: 'portal' }] };`,
      'orders.spec.mjs': `import { test } from '@playwright/test';
test.beforeAll(() => { throw new Error('no server'); });
test('one', () => {});
test('two', () => {});`,
    },
    [
      program('@playwright/test', 'cli.js'),
      ...['test', `--reporter=${join(ROOT, 'scripts/test/playwright-reporter.ts')}`],
    ],
  );
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
