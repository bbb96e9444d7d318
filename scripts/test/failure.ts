/** A failed test or check, as the last lines of a run show it. */
export interface Failure {
  /** What failed: file and test, or the name of a check. */
  what: string;
  /** Test file; null for a check. */
  file: string | null;
  /** What was expected and what came, or the error, on lines without colours. */
  reasons: readonly string[];
  /** The command that repeats it: program and arguments. */
  repeat: readonly string[];
}

/** Results of a step. The reporters of Vitest and Playwright write them as JSON. */
export interface StepReport {
  passed: number;
  failures: readonly Failure[];
  /** Number of passed tests of each project of the test runner. */
  passedOfProjects?: Readonly<Record<string, number>>;
  /** Duration of each test file in seconds. */
  secondsOfFiles?: Readonly<Record<string, number>>;
}

/** Counts passed tests by their project. @param projects the project of each passed test */
export function countProjects(projects: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const project of projects) counts[project] = (counts[project] ?? 0) + 1;
  return counts;
}

/** Returns the arguments that make a test runner show its progress and write a `StepReport`. */
export const reporterFlags = (runner: 'vitest' | 'playwright'): string[] =>
  runner === 'vitest'
    ? ['--reporter=dot', '--reporter=./scripts/test/vitest-reporter.ts']
    : ['--reporter=list,./scripts/test/playwright-reporter.ts'];

/** Maximum lines of a reason, and letters of a line: a difference may be as long as a file. */
const [MAX_LINES, MAX_LETTERS] = [16, 240];

/** Cuts a text to lines that fit the summary. */
export function summaryLines(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  const cut = lines
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LETTERS ? `${line.slice(0, MAX_LETTERS)}…` : line));
  return lines.length > MAX_LINES ? [...cut, `… ${lines.length - MAX_LINES} more lines`] : cut;
}

/** Escapes a text for a regular expression that is typed into a shell. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a failure that belongs to no test. */
export const failureOutsideTests = (reasons: readonly string[], repeat: readonly string[]): Failure => ({
  what: 'an error outside of all tests',
  file: null,
  reasons,
  repeat,
});

/** Returns a command as it is typed into a shell. */
export const shellCommand = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');

/** Variables that make a test run another experiment. */
const EXPERIMENT = ['TEST_SEED', 'TEST_NOW'];

/** Returns the variables of this run as a shell takes them before a command. */
const experiment = (): string =>
  EXPERIMENT.map((name) => (process.env[name] ? `${name}=${process.env[name]} ` : '')).join('');

/** Formats a failure for the summary. */
export const failureLines = ({ what, reasons, repeat }: Failure): string[] => [
  `✗ ${what}`,
  ...reasons.map((line) => `    ${line}`),
  `    repeat: ${experiment()}${shellCommand(repeat)}`,
];
