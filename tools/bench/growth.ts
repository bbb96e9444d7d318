import type { Subjects } from './subjects.ts';
import { type Work, worksOn } from './works.ts';

const KINDS: readonly Work['kind'][] = ['list', 'create', 'statistics'];

/**
 * What shall not grow with the tables: lists, creation and statistics on the large database, each beside the very same on one
 * with a tenth of the orders; `reference` is the server of that one.
 */
export function growthWorks(large: Subjects, small: Subjects): Work[] {
  const before = new Map(worksOn(small).map((work) => [work.name, work]));
  return worksOn(large).flatMap((work) => {
    const same = before.get(work.name);
    if (!same || !KINDS.includes(work.kind)) return [];
    const beside = { server: 'reference' as const, next: same.ours };
    const name = `${work.name}, beside a tenth of the orders`;
    // What it stands beside is no floor, but the product itself.
    const unlike = { floor: false, pairs: undefined, p99Goal: undefined };
    return [{ ...work, ...unlike, name, connections: [10], beside, goal: 1 / 1.5, aim: 1 / 1.2 }];
  });
}
