import { loadavg } from 'node:os';
import type { BenchCase } from './bench-cases.ts';
import { load, type Measure } from './load.ts';

/** A row of the result: medians over the rounds, and what was shed in all of them. */
export interface Row {
  work: string;
  /** Shape of the data that it was measured on. */
  data?: string;
  connections: number;
  ours: Measure;
  baseline: Measure;
  /** The same work of an earlier version, where one was measured as well. */
  before?: Measure;
  /** Median of the rounds' own ratios of requests per second. */
  ratio: number;
  /** Median of the rounds' own ratios of the slowest hundredth. */
  p99Ratio: number;
  goal: number;
  aim: number;
  /** What the row stands beside does nothing but the same work, so that nothing should beat it. */
  floor: boolean;
  /** Largest `p99Ratio` that is allowed, where one is. */
  p99Goal?: number;
  /** Processes that ran or waited on this machine in the last minute, before and after. */
  load?: readonly [before: number, after: number];
}

export interface Rounds {
  rounds: number;
  /** Length of one side's turn. */
  seconds: number;
}

/** A server, and what is asked of it. */
export interface Side {
  url: string;
  next: () => string;
  /** Must be done before each of its turns; a short warm-up follows. */
  prepare?: () => Promise<unknown>;
}

export interface Sides {
  ours: Side;
  baseline: Side;
  before?: Side;
}

/** Measures one work at one number of connections: all sides in turns, a short warm-up before. */
export async function measure(
  work: BenchCase,
  connections: number,
  { ours, baseline, before }: Sides,
  { rounds, seconds }: Rounds,
): Promise<Row> {
  const loadBefore = loadavg()[0] ?? 0;
  const sides = [ours, baseline, ...(before ? [before] : [])];
  const warm = ({ url, next }: Side) => load(url, connections, seconds / 4, next);
  for (const side of sides) await warm(side);
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const turns: Measure[] = [];
    for (let turn = 0; turn < sides.length; turn++) {
      // The first turn of a round has another cache than the last: each side begins in its turn.
      const index = (turn + round) % sides.length;
      const side = sides[index] as Side;
      if (side.prepare) {
        await side.prepare();
        await warm(side);
      }
      turns[index] = await load(side.url, connections, seconds, side.next);
    }
    measured.push(turns as unknown as Measured);
  }
  return { ...medianRow(work, connections, measured), load: [loadBefore, loadavg()[0] ?? 0] };
}

type Measured = readonly [ours: Measure, baseline: Measure, before?: Measure];

/** The row of a work: medians of its rounds, each of our side and of what it stands baseline. */
export function medianRow(
  { name, goal, aim, floor = false, p99Goal }: Pick<BenchCase, 'name' | 'goal' | 'aim' | 'floor' | 'p99Goal'>,
  connections: number,
  measured: readonly Measured[],
): Row {
  const before = measured.flatMap(([, , measure]) => measure ?? []);
  return {
    work: name,
    connections,
    ours: medianOf(measured.map(([ours]) => ours)),
    baseline: medianOf(measured.map(([, baseline]) => baseline)),
    ...(before.length > 0 && { before: medianOf(before) }),
    ratio: median(measured.map(([ours, baseline]) => ours.perSecond / baseline.perSecond)),
    p99Ratio: median(measured.map(([ours, baseline]) => ours.p99 / baseline.p99)),
    ...{ goal, aim, floor },
    ...(p99Goal && connections === P99_AT && { p99Goal }),
  };
}

/** The number of connections at which the slowest hundredth has a goal. */
const P99_AT = 10;

function medianOf(measures: readonly Measure[]): Measure {
  const bytes = measures.flatMap((measure) => measure.bytes ?? []);
  const cpuMs = measures.flatMap((measure) => measure.cpuMs ?? []);
  return {
    perSecond: median(measures.map(({ perSecond }) => perSecond)),
    p50: median(measures.map(({ p50 }) => p50)),
    p99: median(measures.map(({ p99 }) => p99)),
    shed: measures.reduce((sum, { shed }) => sum + shed, 0),
    ...(bytes.length > 0 && { bytes: median(bytes) }),
    ...(cpuMs.length > 0 && { cpuMs: median(cpuMs) }),
  };
}

/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
