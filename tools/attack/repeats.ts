import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StepReport } from '#scripts/test/failure.ts';
import { type LongRun, type LongRunResult, reportOf, usualEnvironment } from './long-runs.ts';

/** Number of processes that keep the machine busy. */
const BUSY = 6;

/** Number of test files that are repeated because they take longest. */
const HEAVIEST = 30;

/** Works until the process that started it has ended. */
const WORK = `const parent = process.ppid;
while (process.ppid === parent) for (let i = 0; i < 1e7; i++);`;

/** Does something beside processes that keep the machine busy. */
async function besideBusy(work: () => Promise<LongRunResult>): Promise<LongRunResult> {
  // Each leads a session of its own: Linux gives sessions, not processes, equal shares of the processor.
  const busy = Array.from({ length: BUSY }, () =>
    spawn(process.execPath, ['-e', WORK], { stdio: 'ignore', detached: true }),
  );
  try {
    return await work();
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
}

/** Runs a program, and shows what it prints. */
async function outputOf(program: string, args: readonly string[], cwd: string) {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    env: usualEnvironment(),
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    process.stdout.write(chunk);
    text += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, text };
}

/** Runs `npm test` in a new clone of the last commit. A test that passed only by a second look counts as failed. */
async function runClone(): Promise<LongRunResult> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-clone-'));
  try {
    const cloned = await outputOf('git', ['clone', '--quiet', process.cwd(), folder], '.');
    if (cloned.code !== 0) return { passed: false, notes: ['git clone failed'] };
    const { code, text } = await outputOf('npm', ['test'], folder);
    const summary = text.slice(Math.max(0, text.search(/^[✓✗] types: /m))).split('\n');
    const notes = summary.filter((line) => /^✗|^ {2}in all|passed, \d+ failed$/.test(line));
    return { passed: code === 0 && !text.includes('Passed by a second look'), notes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the test files that took longest in the last `npm test`, by runner. */
async function heaviestFiles(): Promise<{ vitest: string[]; playwright: string[] }> {
  const reports = ['rules-screens-and-gateway', 'browser'].map((name) => join('test-results', `${name}.json`));
  if (!reports.every(existsSync)) throw new Error('run npm test first: its reports name the heaviest files');
  const files = await Promise.all(
    reports.map(async (path) =>
      Object.entries((JSON.parse(await readFile(path, 'utf8')) as StepReport).secondsOfFiles ?? {}),
    ),
  );
  const heaviest = files
    .flat()
    .sort(([, a], [, b]) => b - a)
    .slice(0, HEAVIEST)
    .map(([file]) => file);
  return {
    vitest: heaviest.filter((file) => !file.endsWith('.spec.ts')),
    playwright: heaviest.filter((file) => file.endsWith('.spec.ts')),
  };
}

async function runHeaviest(): Promise<LongRunResult> {
  const { vitest, playwright } = await heaviestFiles();
  const results = [await reportOf('vitest', vitest)];
  if (playwright.length > 0) results.push(await reportOf('playwright', playwright));
  return { passed: results.every(({ passed }) => passed), notes: results.flatMap(({ notes }) => notes) };
}

/** What is repeated: clones on an idle machine or beside busy processes, or the heaviest files beside them. */
export type Repeated = 'clone' | 'clone beside busy processes' | 'heaviest files beside busy processes';

const RUNS: Readonly<Record<Repeated, () => Promise<LongRunResult>>> = {
  clone: runClone,
  'clone beside busy processes': () => besideBusy(runClone),
  'heaviest files beside busy processes': () => besideBusy(runHeaviest),
};

/** Returns the runs of something that is repeated. */
export const repeats = ({ what, times }: { what: Repeated; times: number }): LongRun[] =>
  Array.from({ length: times }, (_, index) => ({ name: `${what}, run ${index + 1}`, run: RUNS[what] }));
