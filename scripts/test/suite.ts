import { mkdirSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { endOnSignal } from './end-on-signal.ts';
import { type Failure, failureLines, reporterFlags } from './failure.ts';
import { beginRun, endRun } from './run-folder.ts';
import { chooseSecondLooks, readSecondLooks, refusalOf, writeSecondLooks } from './second-look.ts';
import { type Outcome, processorSeconds, runStep, type Step, type StepRun } from './step.ts';

/** Steps of a suite. */
export interface Suite {
  /** Checks that need one core each, so they run at the same time, beside the first steps, which wait most of the time. */
  checks: readonly Step[];
  /** Steps that run one after the other. */
  steps: readonly Step[];
  /** Folder of the reports. It is emptied first. */
  results: string;
  /** File of the tests that passed by a second look; without it no test gets one. */
  secondLooks?: string;
}

/**
 * Runs a suite. Every step runs even if an earlier one failed. Prints a summary with all failures, whose last line has the counts.
 * A signal ends the suite with all processes, databases and files that it created.
 *
 * @returns whether everything passed
 */
export async function runSuite(suite: Suite): Promise<boolean> {
  const [startedAt, processorBefore] = [Date.now(), processorSeconds()];
  const { results, secondLooks } = suite;
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const folder = await beginRun();
  endOnSignal();
  const run = { results, env: { ...process.env, TMPDIR: folder } };
  const outcomes = await runSteps(suite, run);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const { passed: second, remaining } = secondLooks
    ? await lookAgain(failures, secondLooks, run)
    : { passed: [], remaining: failures };
  await endRun(folder);

  const lines = [
    ...outcomes.map(outcomeLine),
    `  in all: ${timeOf((Date.now() - startedAt) / 1000, processorSeconds() - processorBefore)}`,
    ...(second.length > 0 ? ['', `Passed by a second look, listed in ${relative('', secondLooks ?? '')}:`] : []),
    ...second.flatMap(failureLines),
    ...(remaining.length > 0 ? [''] : []),
    ...remaining.flatMap(failureLines),
  ];
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, second.length);
  process.stdout.write(`\n${lines.join('\n')}\n\n${passed} passed, ${remaining.length} failed\n`);
  return remaining.length === 0;
}

async function runSteps({ checks, steps }: Suite, run: StepRun): Promise<Outcome[]> {
  const checking = Promise.all(checks.map((step) => runStep(step, { ...run, besideOthers: true })));
  const outcomes: Outcome[] = [];
  for (const step of steps) outcomes.push(await runStep(step, run));
  return [...(await checking), ...outcomes];
}

/** Describes the result of a step for the summary. */
const outcomeLine = ({ step, passed, failures, seconds, processorSeconds: used }: Outcome): string =>
  `${failures.length > 0 ? '✗' : '✓'} ${step.name}: ${passed} passed, ${failures.length} failed, ${timeOf(seconds, used)}`;

const timeOf = (seconds: number, used: number | null): string =>
  `${Math.round(seconds)} s${used === null ? '' : `, ${Math.round(used)} s of processor time`}`;

/** Repeats the failed tests that get a second look, each alone. @param path file of the tests that passed so */
async function lookAgain(failures: readonly Failure[], path: string, run: StepRun) {
  const history = readSecondLooks(path);
  const passed: Failure[] = [];
  for (const failure of chooseSecondLooks(failures, history)) {
    const { passed: count, failures: again } = await runStep(secondStep(failure), run);
    if (count > 0 && again.length === 0) passed.push(failure);
  }
  const failed = failures.filter((failure) => !passed.includes(failure));
  writeSecondLooks(path, history, { passed, remaining: failed });
  const remaining = failed.map((failure) => {
    const refusal = refusalOf(failure, history);
    return refusal ? { ...failure, reasons: [...failure.reasons, `(${refusal})`] } : failure;
  });
  return { passed, remaining };
}

/** Returns the step that repeats a failed test. */
const secondStep = ({ what, repeat }: Failure): Step => {
  // Without `npm exec --`.
  const command = repeat.slice(3);
  return {
    name: `second look at ${what}`,
    command: [...command, ...reporterFlags(command[0] === 'playwright' ? 'playwright' : 'vitest')],
    reports: true,
    repeat,
  };
};
