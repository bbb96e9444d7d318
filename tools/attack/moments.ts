import { type LongRun, reportOf } from './long-runs.ts';

const PROJECTS = ['rules', 'screens', 'gateway'];

/** Returns a run of rules, screens and gateway from a moment on. */
export const runAtMoment = (moment: string): LongRun => ({
  name: moment,
  run: () =>
    reportOf(
      [
        ...['vitest', 'run', '--reporter=dot', '--reporter=./scripts/test/vitest-reporter.ts'],
        ...PROJECTS.map((project) => `--project=${project}`),
      ],
      { TEST_NOW: moment },
    ),
});
