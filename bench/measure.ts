import { load, type Measure } from './load.ts';
import type { Work } from './works.ts';

/** A row of the result: medians over the rounds, and what was shed in all of them. */
export interface Row {
  work: string;
  connections: number;
  ours: Measure;
  beside: Measure;
  /** Median of the rounds' own ratios of requests per second. */
  ratio: number;
  goal: number;
  aim: number;
}

export interface Rounds {
  rounds: number;
  /** Length of one side's turn. */
  seconds: number;
}

/** Measures one work at one number of connections: both sides in turns, a short warm-up before. */
export async function measure(
  work: Work,
  connections: number,
  urls: { ours: string; reference: string },
  { rounds, seconds }: Rounds,
): Promise<Row> {
  const sides = [
    { url: urls.ours, next: work.ours },
    { url: urls[work.beside.server], next: work.beside.next },
  ] as const;
  for (const { url, next } of sides) await load(url, connections, seconds / 4, next);
  const measured: [Measure, Measure][] = [];
  for (let round = 0; round < rounds; round++) {
    // Whoever begins has the warmer or the colder cache: they take turns in that too.
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    const both: Measure[] = [];
    for (const side of order) {
      const { url, next } = sides[side] as (typeof sides)[number];
      both[side] = await load(url, connections, seconds, next);
    }
    measured.push(both as [Measure, Measure]);
  }
  return medianRow(work, connections, measured);
}

/** The row of a work: medians of its rounds, each of our side and of what it stands beside. */
export function medianRow(
  { name, goal, aim }: Pick<Work, 'name' | 'goal' | 'aim'>,
  connections: number,
  measured: readonly (readonly [Measure, Measure])[],
): Row {
  return {
    work: name,
    connections,
    ours: medianOf(measured.map(([ours]) => ours)),
    beside: medianOf(measured.map(([, beside]) => beside)),
    ratio: median(measured.map(([ours, beside]) => ours.perSecond / beside.perSecond)),
    goal,
    aim,
  };
}

function medianOf(measures: readonly Measure[]): Measure {
  return {
    perSecond: median(measures.map(({ perSecond }) => perSecond)),
    p50: median(measures.map(({ p50 }) => p50)),
    p99: median(measures.map(({ p99 }) => p99)),
    shed: measures.reduce((sum, { shed }) => sum + shed, 0),
  };
}

/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
