import { loadavg } from 'node:os';
import type { BenchCase } from './cases/bench-cases.ts';
import { load, type Measure } from './load.ts';

/** A row of the result: medians over the rounds, and the total of shed requests. */
export interface Row {
  work: string;
  /** Shape of the measured data. */
  data?: string;
  connections: number;
  ours: Measure;
  baseline: Measure;
  /** The same case on an earlier version, if one was measured. */
  before?: Measure;
  /** Median of the rounds' ratios of requests per second. */
  ratio: number;
  /** Median of the rounds' ratios of the 99th percentile. */
  p99Ratio: number;
  goal: number;
  aim: number;
  /** True if the baseline does the minimum work, so that no server can be faster. */
  floor: boolean;
  /** Maximum `p99Ratio`, if there is a limit. */
  p99Goal?: number;
  /** Load average of the machine in the last minute, before and after. */
  load?: readonly [before: number, after: number];
}

export interface Rounds {
  rounds: number;
  /** Duration of one side's turn. */
  seconds: number;
}

/** A server and its requests. */
export interface Side {
  url: string;
  next: () => string;
  /** Runs before each of its turns; a short warm-up follows. */
  prepare?: () => Promise<unknown>;
}

export interface Sides {
  ours: Side;
  baseline: Side;
  before?: Side;
}

/** Measures one case at one number of connections: all sides in turns, each after a short warm-up. */
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
      // Rotates the order of the sides, because the first turn of a round has a different cache state.
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

/** Builds the row of a case from the medians of its rounds, for our side and the baseline. */
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
    goal,
    aim,
    floor,
    ...(p99Goal && connections === P99_AT && { p99Goal }),
  };
}

/** Number of connections for the goal of the 99th percentile. */
const P99_AT = 10;

function medianOf(measures: readonly Measure[]): Measure {
  const bytes = measures.flatMap((measure) => measure.bytes ?? []);
  const p95 = measures.flatMap((measure) => measure.p95 ?? []);
  const cpuMs = measures.flatMap((measure) => measure.cpuMs ?? []);
  return {
    perSecond: median(measures.map(({ perSecond }) => perSecond)),
    p50: median(measures.map(({ p50 }) => p50)),
    p99: median(measures.map(({ p99 }) => p99)),
    shed: measures.reduce((sum, { shed }) => sum + shed, 0),
    ...(p95.length > 0 && { p95: median(p95) }),
    ...(bytes.length > 0 && { bytes: median(bytes) }),
    ...(cpuMs.length > 0 && { cpuMs: median(cpuMs) }),
  };
}

/** Returns the median; for an even number of values the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
