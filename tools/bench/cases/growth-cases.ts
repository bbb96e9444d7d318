import { type BenchCase, benchCases } from './bench-cases.ts';
import type { Subjects } from './subjects.ts';

const KINDS: readonly BenchCase['kind'][] = ['list', 'create', 'statistics'];

/**
 * Cases that must not slow down as the tables grow: lists, creation and statistics on the large database, with the same
 * calls on a tenth of the orders as the baseline; `reference` is the small database's server.
 */
export function growthCases(large: Subjects, small: Subjects): BenchCase[] {
  if (!large.middle || !small.middle) return grown(large, small);
  // The shape of thousands of clients: lists and creation of its largest client and of a middle one.
  const largest = ({ reader, ranges }: Subjects) => ({ ...reader, ranges });
  return [
    ...grown(as(large, largest(large)), as(small, largest(small)), ', the largest client'),
    ...grown(as(large, large.middle), as(small, small.middle), ', a middle client'),
  ];
}

/** Returns the subjects with one client that reads its lists and creates orders. */
const as = (subjects: Subjects, client: NonNullable<Subjects['middle']>): Subjects => ({
  ...subjects,
  reader: client,
  writer: client,
  ranges: client.ranges,
});

function grown(large: Subjects, small: Subjects, whose = ''): BenchCase[] {
  const before = new Map(benchCases(small).map((work) => [work.name, work]));
  return benchCases(large).flatMap((work) => {
    const same = before.get(work.name);
    if (!same || !KINDS.includes(work.kind)) return [];
    const baseline = { server: 'reference' as const, next: same.ours };
    const name = `${work.name}${whose}, beside a tenth of the orders`;
    // The baseline runs the product, not a minimal server.
    const unlike = { floor: false, pairs: undefined, p99Goal: undefined };
    return [{ ...work, ...unlike, name, connections: [10], baseline, goal: 1 / 1.5, aim: 1 / 1.2 }];
  });
}
