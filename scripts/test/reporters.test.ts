import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  await mkdir(cwd);
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
        repeat: [...exec, '-t', String.raw`^an order \(of 2 parcels\) costs 100 \+ 20$`],
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
