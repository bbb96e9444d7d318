import type { RunStatement } from './reference-pools.ts';
import {
  type Candidate,
  listCandidates,
  type PageShape,
  searchCandidates,
  statisticsCandidates,
} from './reference-statements.ts';

/** Cases for which the reference's statements are calibrated. */
export interface ReferenceCases {
  client: number;
  pages: readonly PageShape[];
  /** Names by kind; each kind has one statement. */
  names: Readonly<Record<string, readonly string[]>>;
  days: readonly { from: string; to: string }[];
}

/** The quickest statement of a case. */
export interface Chosen {
  candidate: Candidate;
  /** Minimum duration of a call: other load on the machine only adds time. */
  ms: number;
}

/** The quickest statement of each page, kind of name and statistic, by `chosenKey`. */
export type ChosenStatements = Record<string, Chosen>;

export const chosenKey = {
  page: ({ from = '', to = '', limit, page }: { [name in keyof PageShape]?: string | number }) =>
    [`list of ${limit}`, from && `from ${from} to ${to}`, `page ${page}`].filter(Boolean).join(', '),
  name: (kind = '') => `search by ${kind}`,
  statistics: 'statistics',
};

/** Returns the values of `$1` and, with days, of `$2` and `$3`. */
export const listValues = (client: number | string | undefined, { from, to }: { from?: string; to?: string }) =>
  from ? [client, from, to] : [client];

/** Measures all candidates of all cases. @param turns calls of each remaining candidate */
export async function chooseStatements(
  ask: RunStatement,
  works: ReferenceCases,
  turns: number,
): Promise<ChosenStatements> {
  const { client } = works;
  const chosen: ChosenStatements = {};
  for (const shape of works.pages) {
    const run = (one: Candidate) => ask(one, listValues(client, shape));
    chosen[chosenKey.page({ ...shape })] = await quickest(listCandidates(shape), run, turns);
  }
  for (const [kind, names] of Object.entries(works.names)) {
    const run = (one: Candidate, turn: number) => ask(one, [client, names[turn % names.length]]);
    chosen[chosenKey.name(kind)] = await quickest(searchCandidates(), run, turns);
  }
  if (works.days.length > 0) {
    const run = (one: Candidate, turn: number) =>
      ask(one, listValues(client, works.days[turn % works.days.length] ?? {}));
    chosen[chosenKey.statistics] = await quickest(statisticsCandidates(), run, turns);
  }
  return chosen;
}

/** Candidates slower than the quickest by this factor are dropped after the warm-up. */
const CUTOFF_RATIO = 2;

/** Calls of each candidate before slow ones are dropped. */
const WARMUP_CALLS = 2;

/** Runs all candidates of a case in turns and returns the fastest. @param run makes one call of a candidate */
async function quickest(
  candidates: readonly Candidate[],
  run: (candidate: Candidate, turn: number) => Promise<unknown>,
  turns: number,
): Promise<Chosen> {
  const timed = new Map(candidates.map((candidate) => [candidate, [] as number[]]));
  // The first call prepares the statement and isn't counted.
  for (const candidate of candidates) await run(candidate, 0);
  for (let turn = 0; turn < Math.max(WARMUP_CALLS, turns); turn++) {
    if (turn === WARMUP_CALLS) {
      const least = Math.min(...[...timed.values()].flat());
      for (const [candidate, times] of timed) if (Math.min(...times) > CUTOFF_RATIO * least) timed.delete(candidate);
    }
    for (const [candidate, times] of timed) {
      const begun = performance.now();
      await run(candidate, turn);
      times.push(performance.now() - begun);
    }
  }
  const measured = [...timed].map(([candidate, times]) => ({ candidate, ms: Math.min(...times) }));
  return measured.reduce((best, one) => (one.ms < best.ms ? one : best));
}
