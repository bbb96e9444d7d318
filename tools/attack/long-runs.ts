import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reporterFlags, type StepReport } from '#scripts/test/failure.ts';
import type { TestResult } from './run-attack.ts';

/** Result of a run of many tests. */
export type LongRunResult = Pick<TestResult, 'passed' | 'notes'>;

/** A run of many tests, which counts as one. */
export interface LongRun {
  name: string;
  run(): Promise<LongRunResult>;
}

/**
 * Runs those that didn't pass before, one after the other.
 *
 * @param earlier results of the same version, from a command that was stopped
 * @param save is called after each, because the next one may be stopped
 */
export async function runLong(
  runs: readonly LongRun[],
  earlier: readonly TestResult[],
  save: (tried: readonly TestResult[]) => Promise<void>,
): Promise<TestResult[]> {
  const tried = earlier.filter(({ passed, test }) => passed && runs.some(({ name }) => name === test));
  for (const { name, run } of runs) {
    if (tried.some(({ test }) => test === name)) continue;
    console.log(`\n${name}`);
    const begun = performance.now();
    const { passed, notes } = await run().catch(({ message }: Error) => ({ passed: false, notes: [message] }));
    tried.push({ test: name, passed, seconds: (performance.now() - begun) / 1000, notes });
    await save(tried);
  }
  return tried;
}

/** Runs tests in their usual size. @param args files or projects */
export async function reportOf(
  runner: 'vitest' | 'playwright',
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<LongRunResult> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-attack-'));
  const path = join(folder, 'report.json');
  const command = runner === 'vitest' ? 'run' : 'test';
  const child = spawn(runner, [command, ...reporterFlags(runner), ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...usualEnvironment(), ...env, TEST_REPORT: path },
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const report: StepReport | null = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : null;
  await rm(folder, { recursive: true });
  if (!report) return { passed: false, notes: [`${runner} ended with code ${code} without a report`] };
  const { passed, failures } = report;
  return {
    passed: code === 0 && passed > 0 && failures.length === 0,
    notes: [
      `${passed} passed, ${failures.length} failed`,
      ...failures.map(({ what, reasons }) => `${what}: ${reasons[0]}`),
    ],
  };
}

/** Returns the environment without the clock that an earlier attack gave this process, so that a test runner begins a new one. */
export function environmentWithoutClock(): NodeJS.ProcessEnv {
  const { TEST_CLOCK_OFFSET_MS: _clock, NODE_OPTIONS: _preloaded, ...env } = process.env;
  return env;
}

/** Returns the environment of a usual run: without heavy numbers, with the usual seed, and with a new clock. */
export function usualEnvironment(): NodeJS.ProcessEnv {
  const { ATTACK: _heavy, TEST_SEED: _random, ...env } = environmentWithoutClock();
  return env;
}
