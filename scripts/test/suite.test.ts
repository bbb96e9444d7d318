import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pidExists } from '#server/db/embedded-postgres/processes.ts';
import { scaled } from '#test/test-scale.ts';
import { ROOT, type Step } from './step.ts';
import type { Suite } from './suite.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-suite-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const RUN = `import { runSuite } from './scripts/test/suite.ts';
process.exit((await runSuite(JSON.parse(process.argv[1]))) ? 0 : 1);`;

/** Starts a suite as a process of its own. */
function start(
  name: string,
  suite: Partial<Suite>,
  env: NodeJS.ProcessEnv = {},
): { child: ChildProcess; output: () => string } {
  const settings = { checks: [], steps: [], results: join(folder, name), ...suite };
  const args = ['--input-type=module', '-e', RUN, JSON.stringify(settings)];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TEST_SEED: '', TEST_NOW: '', ...env },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  return { child, output: () => output };
}

async function outputOf(
  name: string,
  suite: Partial<Suite>,
  env?: NodeJS.ProcessEnv,
): Promise<{ status: number; lines: string[] }> {
  const { child, output } = start(name, suite, env);
  const [status] = await once(child, 'close');
  return { status, lines: output().trimEnd().split('\n') };
}

const script = (name: string, text: string, reports = false): Step => ({
  name,
  command: ['node', '--input-type=module', '-e', text],
  reports,
  repeat: ['npm', 'exec', '--', 'node', '--input-type=module', '-e', text],
});

/** A step whose single test fails as often as a file in the folder doesn't exist yet. */
function failsOnce(name: string): Step {
  const text = `import { existsSync, writeFileSync } from 'node:fs';
const [seen, repeat] = [existsSync('${join(folder, name)}'), ['npm', 'exec', '--', 'node', '${join(folder, `${name}.mjs`)}']];
writeFileSync('${join(folder, name)}', '');
const failure = { what: 'test/e2e/shell/alerts.spec.ts › ${name}', file: 'test/e2e/shell/alerts.spec.ts', reasons: ['expected: 1', 'received: 2'], repeat };
writeFileSync(process.env.TEST_REPORT, JSON.stringify(seen ? { passed: 1, failures: [] } : { passed: 4, failures: [failure] }));
process.exit(seen ? 0 : 1);`;
  return { ...script(name, text, true), command: ['node', join(folder, `${name}.mjs`)] };
}

async function writeScript(name: string): Promise<Step> {
  const step = failsOnce(name);
  await writeFile(join(folder, `${name}.mjs`), step.repeat.at(-1) ?? '');
  return step;
}

test('the summary names what failed, with the command that repeats it, and ends with the counts', async () => {
  const steps = [script('good', ''), script('bad', 'process.exit(3)')];
  const { status, lines } = await outputOf('summary', { steps });
  expect(status).toBe(1);
  expect(lines.slice(-6)).toEqual([
    '',
    '✗ bad',
    '    it ended with code 3',
    "    repeat: npm exec -- node --input-type=module -e 'process.exit(3)'",
    '',
    '1 passed, 1 failed',
  ]);
});

test('the command that repeats a failure contains the seed and the moment of the run', async () => {
  const env = { TEST_SEED: '7', TEST_NOW: '2028-02-29T15:00:00Z' };
  const { lines } = await outputOf('experiment', { checks: [script('bad', 'process.exit(3)')] }, env);
  const repeat = "npm exec -- node --input-type=module -e 'process.exit(3)'";
  expect(lines).toContain(`    repeat: TEST_SEED=7 TEST_NOW=2028-02-29T15:00:00Z ${repeat}`);
});

test('a step that ran no test fails', async () => {
  const nothing = `import { writeFileSync } from 'node:fs';
writeFileSync(process.env.TEST_REPORT, JSON.stringify({ passed: 0, failures: [] }));`;
  const { lines } = await outputOf('nothing', { steps: [script('silent', nothing, true)] });
  expect(lines).toContain('    it ran no test');
});

test('a step fails that ran no test of a project that it names', async () => {
  const some = `import { writeFileSync } from 'node:fs';
writeFileSync(process.env.TEST_REPORT, JSON.stringify({ passed: 2, passedOfProjects: { rules: 2 }, failures: [] }));`;
  const step = script('some', some, true);
  const both = { ...step, command: [...step.command, '--', '--project=rules', '--project=screens'] };
  const { lines } = await outputOf('some', { steps: [both] });
  expect(lines).toContain('    it ran no test of the project screens');
  expect(lines.at(-1)).toBe('2 passed, 1 failed');
});

test('a step without a report fails, even if it ended well', async () => {
  const { lines } = await outputOf('missing', { steps: [script('silent', '', true)] });
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
  expect(lines).toContain('    it ended without a report');
});

test('a test that passes by a second look is listed above the counts, and fails the next run', async () => {
  const secondLooks = join(folder, 'listed.json');
  const step = await writeScript('flaky');
  const { status, lines } = await outputOf('flaky-run', { steps: [step], secondLooks });
  expect(status).toBe(0);
  expect(lines.at(-1)).toBe('5 passed, 0 failed');
  expect(lines.slice(-7, -3)).toEqual([
    expect.stringMatching(/^Passed by a second look, listed in .*listed\.json:$/),
    '✗ test/e2e/shell/alerts.spec.ts › flaky',
    '    expected: 1',
    '    received: 2',
  ]);
  expect(JSON.parse(await readFile(secondLooks, 'utf8'))).toMatchObject({ run: 1, listed: [{ run: 1 }] });

  await rm(join(folder, 'flaky'));
  const again = await outputOf('flaky-again', { steps: [step], secondLooks });
  expect(again.lines.at(-1)).toBe('4 passed, 1 failed');
});

test('without a file for second looks no test gets one', async () => {
  const { lines } = await outputOf('quick', { steps: [await writeScript('once')] });
  expect(lines.at(-1)).toBe('4 passed, 1 failed');
});

/** Starts an embedded PostgreSQL and a process that outlives it, and prints where they are. */
const STARTS_DATABASE = `import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startEmbeddedPostgres } from './server/db/embedded-postgres.ts';
const log = { info() {}, warn() {}, error() {} };
const dataDir = mkdtempSync(tmpdir() + '/remito-databases-');
const other = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
const { dataFolder } = await startEmbeddedPostgres({ dataDir, log, unsafeFast: true });
const { readFileSync } = await import('node:fs');
const [postmaster] = readFileSync(dataFolder + '/postmaster.pid', 'utf8').split('\\n');
console.log('STARTED ' + JSON.stringify({ folder: tmpdir(), pids: [process.pid, other.pid, Number(postmaster)] }));
process.stdout.on('error', () => process.exit(1));
setInterval(() => console.log('.'), 100);`;

/** Waits until a suite has ended with all processes and files that STARTS_DATABASE made. */
async function everythingEnds(child: ChildProcess, output: string, end: () => void): Promise<void> {
  const { folder: run, pids } = JSON.parse(/STARTED (.*)/.exec(output)?.[1] ?? '');
  expect(pids.map(pidExists)).toEqual([true, true, true]);
  const ended = once(child, 'exit');
  end();
  await ended;
  // A killed process may exist until its parent has read its end.
  await expect.poll(() => pids.filter(pidExists)).toEqual([]);
  expect(existsSync(run)).toBe(false);
}

test.each(scaled<NodeJS.Signals[]>(['SIGTERM'], ['SIGTERM', 'SIGINT', 'SIGHUP']))(
  'a suite that %s ends takes its processes, its PostgreSQL and its files with it',
  { tags: 'linux' },
  async (signal) => {
    const { child, output } = start(signal, { steps: [script('database', STARTS_DATABASE), script('next', '')] });
    await expect.poll(output).toContain('STARTED');
    await everythingEnds(child, output(), () => {
      // npm repeats the signal that a terminal has sent already.
      child.kill(signal);
      child.kill(signal);
    });
    expect(child.signalCode).toBe(signal);
    expect(output()).not.toContain('── next ──');
  },
);

test('a suite whose output nobody reads any more ends in the same way', { tags: 'linux' }, async () => {
  const { child, output } = start('unread', { steps: [script('database', STARTS_DATABASE), script('next', '')] });
  await expect.poll(output).toContain('STARTED');
  await everythingEnds(child, output(), () => child.stdout?.destroy());
});

test('a run removes what an earlier killed run left behind', { tags: 'linux' }, async () => {
  const killed = start('killed', { steps: [script('database', STARTS_DATABASE)] });
  await expect.poll(killed.output).toContain('STARTED');
  const { folder: run, pids } = JSON.parse(/STARTED (.*)/.exec(killed.output())?.[1] ?? '');
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  await outputOf('after-killed', { steps: [script('good', '')] });
  await expect.poll(() => pids.filter(pidExists)).toEqual([]);
  expect(existsSync(run)).toBe(false);
});

test('a run leaves alone what another user’s killed run left behind', { tags: 'root' }, async () => {
  // No process has an id above the system's limit.
  const foreign = join(folder, 'remito-test-99999999-x');
  await mkdir(foreign);
  await chown(foreign, 65_534, 65_534);
  const { status } = await outputOf('beside-foreign', { steps: [script('good', '')] }, { TMPDIR: folder });
  expect(status).toBe(0);
  expect(existsSync(foreign)).toBe(true);
});
