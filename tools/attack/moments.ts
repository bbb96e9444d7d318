import { type LongRun, reportOf } from './long-runs.ts';

const PROJECTS = ['rules', 'screens', 'gateway'].map((project) => `--project=${project}`);

/** Returns a run of rules, screens and gateway from a moment on. */
export const runAtMoment = (moment: string): LongRun => ({
  name: moment,
  run: () => reportOf('vitest', PROJECTS, { TEST_NOW: moment }),
});
