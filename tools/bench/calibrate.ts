import type { Ask } from './reference-pools.ts';
import {
  type Candidate,
  listCandidates,
  type PageShape,
  searchCandidates,
  statisticsCandidates,
} from './reference-statements.ts';

/** What the reference is asked for, and so has to be calibrated for. */
export interface ReferenceCases {
  client: number;
  pages: readonly PageShape[];
  /** Names by their kind; a kind shares a statement. */
  names: Readonly<Record<string, readonly string[]>>;
  days: readonly { from: string; to: string }[];
}

/** The quickest way to do a work. */
export interface Chosen {
  candidate: Candidate;
  /** Least time of a call. Whatever else the machine does only adds to it. */
  ms: number;
}

/** The statement of a page, of a kind of name, of statistics, by what `chosenKey` calls them. */
export type ChosenStatements = Record<string, Chosen>;

export const chosenKey = {
  page: ({ from = '', to = '', limit, page }: { [name in keyof PageShape]?: string | number }) =>
    [`list of ${limit}`, from && `from ${from} to ${to}`, `page ${page}`].filter(Boolean).join(', '),
  name: (kind = '') => `search by ${kind}`,
  statistics: 'statistics',
};

/** Values of `$1` and, where there are days, of `$2` and `$3`. */
export const listValues = (client: number | string | undefined, { from, to }: { from?: string; to?: string }) =>
  from ? [client, from, to] : [client];

/** Measures every candidate of every work. @param turns calls of each candidate that has a random */
export async function chooseStatements(ask: Ask, works: ReferenceCases, turns: number): Promise<ChosenStatements> {
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

/** Candidates that take this much longer than the quickest after a first look are left out. */
const CUTOFF_RATIO = 2;

/** Calls of every candidate before the hopeless ones are left out. */
const WARMUP_CALLS = 2;

/** Runs all candidates of a work in turns, and keeps the quickest. @param run one call of a candidate */
async function quickest(
  candidates: readonly Candidate[],
  run: (candidate: Candidate, turn: number) => Promise<unknown>,
  turns: number,
): Promise<Chosen> {
  const timed = new Map(candidates.map((candidate) => [candidate, [] as number[]]));
  // The first call prepares the statement, and isn't counted.
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
