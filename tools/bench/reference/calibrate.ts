import type { RunStatement } from './pools.ts';
import {
  type Candidate,
  listCandidates,
  type PageShape,
  searchCandidates,
  statisticsCandidates,
} from './statements.ts';

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
  /** Mean over the case's names or months of each one's minimum: other load on the machine only adds time. */
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

/** Measures all candidates of all cases. @param turns least number of calls of each remaining candidate */
export async function chooseStatements(
  ask: RunStatement,
  works: ReferenceCases,
  turns: number,
): Promise<ChosenStatements> {
  const { client } = works;
  const chosen: ChosenStatements = {};
  for (const shape of works.pages)
    chosen[chosenKey.page({ ...shape })] = await quickest(
      ask,
      listCandidates(shape),
      [listValues(client, shape)],
      turns,
    );
  for (const [kind, names] of Object.entries(works.names)) {
    const inputs = names.map((name) => [client, name]);
    chosen[chosenKey.name(kind)] = await quickest(ask, searchCandidates(), inputs, turns);
  }
  if (works.days.length > 0) {
    const inputs = works.days.map((days) => listValues(client, days));
    chosen[chosenKey.statistics] = await quickest(ask, statisticsCandidates(), inputs, turns);
  }
  return chosen;
}

/** Candidates slower than the quickest by this factor are dropped after the warm-up. */
const CUTOFF_RATIO = 2;

/** Rounds over all inputs before slow candidates are dropped. */
const WARMUP_ROUNDS = 2;

/**
 * Runs all candidates of a case in turns and returns the one with the least sum over all inputs: the one that is quickest for the easiest
 * name may scan everything for a rare one.
 *
 * @param inputs values of the statements' parameters
 */
async function quickest(
  ask: RunStatement,
  candidates: readonly Candidate[],
  inputs: readonly (readonly unknown[])[],
  turns: number,
): Promise<Chosen> {
  /** Minima by candidate and input. */
  const least = new Map(candidates.map((candidate) => [candidate, inputs.map(() => Number.POSITIVE_INFINITY)]));
  const ranked = () =>
    [...least]
      .map(([candidate, times]) => ({ candidate, ms: times.reduce((sum, ms) => sum + ms, 0) / times.length }))
      .sort((a, b) => a.ms - b.ms);
  // The first call prepares the statement and isn't counted.
  for (const candidate of candidates) await ask(candidate, inputs[0] ?? []);
  for (let round = 0; round < Math.max(WARMUP_ROUNDS, turns / inputs.length); round++) {
    const [best] = ranked();
    if (round === WARMUP_ROUNDS)
      for (const { candidate, ms } of ranked()) if (best && ms > CUTOFF_RATIO * best.ms) least.delete(candidate);
    for (const [candidate, times] of least) {
      for (const [n, values] of inputs.entries()) {
        const begun = performance.now();
        await ask(candidate, values);
        times[n] = Math.min(times[n] ?? 0, performance.now() - begun);
      }
    }
  }
  return ranked()[0] as Chosen;
}
