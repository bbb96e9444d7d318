import { type LongRun, reportOf } from './long-runs.ts';

const PROJECTS = ['rules', 'screens', 'gateway'].map((project) => `--project=${project}`);

/** Time before a moment at which each file of rules, screens and gateway begins, in ms: half of the files take longer. */
const BEFORE_EACH_FILE = 1000;

/** Time before a moment at which the browser's tests begin together, in ms: they take some minutes. */
const BEFORE_BROWSER = 90_000;

const before = (moment: string, ms: number): string => new Date(Date.parse(moment) - ms).toISOString();

/** Returns the runs of all tests through a moment. */
export const runsThrough = (moment: string): LongRun[] => [
  {
    name: moment,
    run: () => reportOf('vitest', PROJECTS, { TEST_NOW: before(moment, BEFORE_EACH_FILE) }),
  },
  {
    name: `${moment}, browser`,
    run: () => reportOf('playwright', [], { TEST_NOW: before(moment, BEFORE_BROWSER) }),
  },
];
