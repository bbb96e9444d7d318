import type { BenchServer } from '#tools/bench/bench-server.ts';
import { type BenchCase, benchCases } from '#tools/bench/cases/bench-cases.ts';
import { referenceCases } from '#tools/bench/cases/list-cases.ts';
import { startChild } from '#tools/bench/child.ts';
import { measure, type Rounds, type Row } from '#tools/bench/measure.ts';
import { benchConfig } from '#tools/bench/prepare.ts';
import type { ChosenStatements } from './calibrate.ts';
import { comparePages } from './compare-pages.ts';
import type { ReferenceSettings } from './reference.ts';
import { copyForReference } from './reference-copy.ts';

/** Calls of each candidate of the reference: a minimum, and a number per second of a measured turn. */
const TURNS = { least: 2, perSecond: 7 };

/**
 * Measures our server in turns with the reference, which first chooses its statements, and with an earlier version if
 * one is given.
 *
 * @throws when the reference returns other rows than our server
 */
export async function compareWithReference(
  { folder, owner, gateway, subjects }: BenchServer,
  before: BenchServer | null,
  select: (works: readonly BenchCase[]) => BenchCase[],
  rounds: Rounds,
): Promise<{ rows: Row[]; chosen: ChosenStatements }> {
  const works = select(benchCases(subjects));
  await copyForReference(owner, subjects.reader.id);
  const settings: ReferenceSettings = {
    owner,
    config: benchConfig(folder),
    works: referenceCases(subjects, new Set(works.map(({ kind }) => kind))),
    turns: Math.ceil(TURNS.least + rounds.seconds * TURNS.perSecond),
  };
  const reference = await startChild('reference/reference.ts', settings);
  try {
    const chosen = (await (await fetch(`${reference.url}/chosen`)).json()) as ChosenStatements;
    for (const [key, { candidate, ms }] of Object.entries(chosen)) {
      console.log(`reference, ${key}: ${candidate.name}, ${ms.toFixed(2)} ms`);
    }
    for (const work of works) {
      const same = await comparePages(work, { ours: gateway.url, reference: reference.url });
      if (!same) console.log(`${work.name}: the rows are equal, the bytes differ`);
    }
    const earlier = new Map(before && benchCases(before.subjects).map((work) => [work.name, work.ours]));
    const rows: Row[] = [];
    for (const work of works) {
      const next = earlier.get(work.name);
      const sides = {
        ours: { url: gateway.url, next: work.ours },
        baseline: { url: work.baseline.server === 'ours' ? gateway.url : reference.url, next: work.baseline.next },
        ...(before && next && { before: { url: before.gateway.url, next } }),
      };
      for (const connections of work.connections) {
        rows.push(await measure(work, connections, sides, rounds));
        process.stderr.write('.');
      }
    }
    return { rows, chosen };
  } finally {
    await reference.stop();
  }
}
