import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { cpus, setPriority } from 'node:os';
import { join } from 'node:path';
import { type Failure, reporterFlags, type StepReport } from './failure.ts';

/** Folder of the repository. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** A program that checks something. */
export interface Step {
  name: string;
  /** Program and arguments. */
  command: readonly string[];
  /** The program writes a `StepReport`; without it, its exit code is the single result. */
  reports?: boolean;
  /** The command that repeats it by hand. */
  repeat: readonly string[];
}

/**
 * Returns the step that runs a test runner with its reporter of steps.
 *
 * @param args files, projects or a pattern
 */
export const testStep = (
  name: string,
  runner: 'vitest' | 'playwright',
  args: readonly string[],
  repeat: readonly string[],
): Step => ({
  name,
  command: [runner, runner === 'vitest' ? 'run' : 'test', ...reporterFlags(runner), ...args],
  reports: true,
  repeat,
});

/** Result of a step. */
export interface Outcome extends StepReport {
  step: Step;
  seconds: number;
  /** Time in seconds that the machine's processors worked meanwhile, also for others; null for a check beside the steps. */
  processorSeconds: number | null;
}

/** How a step runs. */
export interface StepRun {
  /** Folder of the reports. */
  results: string;
  env: NodeJS.ProcessEnv;
  /** The repository, if no other folder is given. */
  cwd?: string;
  /** Other steps run at the same time, so its output is shown as a whole when it ends. */
  besideOthers?: boolean;
  /** Shows no output. */
  silent?: boolean;
}

/** Steps that are running. */
const running = new Set<ChildProcess>();

let ended = false;

/** Kills the steps that are running, with the processes of their groups. No further step starts. */
export function killSteps(): void {
  ended = true;
  for (const { pid } of running) {
    try {
      // A step leads its own group, except on Windows.
      if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Runs a step. */
export async function runStep(step: Step, run: StepRun): Promise<Outcome> {
  const { results, env, cwd = ROOT, besideOthers = false, silent = false } = run;
  if (ended) await new Promise(() => {});
  const [startedAt, processorBefore] = [Date.now(), processorSeconds()];
  const output: string[] = [];
  const print = (text: string) => {
    if (besideOthers) output.push(text);
    else if (!silent) process.stdout.write(text);
  };
  print(`\n── ${step.name} ──\n`);
  const report = join(results, `${step.name.replaceAll(/\W+/g, '-').slice(0, 100)}.json`);
  // Of the same step's earlier run.
  rmSync(report, { force: true });
  const [program = '', ...args] = step.command;
  const shown = besideOthers ? 'pipe' : silent ? 'ignore' : 'inherit';
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', shown, shown],
    shell: process.platform === 'win32',
    detached: process.platform !== 'win32',
    env: { ...env, TEST_REPORT: report },
  });
  running.add(child);
  // Checks beside the steps take the time that tests leave, so that no test waits for them.
  if (besideOthers && child.pid !== undefined) setPriority(child.pid, 10);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print);
  // A program that can't be started fails its step only.
  const [status, signal] = await once(child, 'close').catch(({ message }) => {
    print(`${message}\n`);
    return [1, null];
  });
  running.delete(child);
  process.stdout.write(output.join(''));
  const end = status === 0 ? null : `it ended with ${signal ?? `code ${status}`}`;
  return {
    step,
    seconds: (Date.now() - startedAt) / 1000,
    processorSeconds: besideOthers ? null : processorSeconds() - processorBefore,
    ...resultOf(step, end, report),
  };
}

/** Reads a step's report. A step that failed without a failed test, or ran no test of a project that it names, counts as one failure. */
function resultOf(step: Step, end: string | null, path: string): StepReport {
  const failed = (reason: string): Failure => ({
    what: step.name,
    file: null,
    reasons: [reason],
    repeat: step.repeat,
  });
  if (!step.reports) return end ? { passed: 0, failures: [failed(end)] } : { passed: 1, failures: [] };
  if (!existsSync(path)) return { passed: 0, failures: [failed(`${end ?? 'it ended'} without a report`)] };
  const report = JSON.parse(readFileSync(path, 'utf8')) as StepReport;
  if (report.failures.length > 0) return report;
  const reason = end ?? (report.passed === 0 ? 'it ran no test' : emptyProject(step, report));
  return reason ? { ...report, failures: [failed(reason)] } : report;
}

/** Returns what is wrong if a project that the command names has run no test; null without such a project. */
function emptyProject({ command }: Step, { passedOfProjects = {} }: StepReport): string | null {
  const projects = command.flatMap((word) => /^--project=(.+)$/.exec(word)?.[1] ?? []);
  const empty = projects.find((project) => !passedOfProjects[project]);
  return empty === undefined ? null : `it ran no test of the project ${empty}`;
}

/** Returns the time in seconds that the machine's processors have worked since its start. */
export function processorSeconds(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;
}
