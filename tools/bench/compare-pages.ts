import { isDeepStrictEqual } from 'node:util';
import type { BenchCase } from './bench-cases.ts';
import { answerTo } from './load.ts';

interface Page {
  results: Record<string, unknown>[];
  pagination: object;
}

/**
 * Compares what both sides answer to a work's requests.
 *
 * @returns whether every answer has the same bytes
 * @throws when the rows of one differ: figures of other work are no measure
 */
export async function comparePages(work: BenchCase, urls: { ours: string; reference: string }): Promise<boolean> {
  let same = true;
  for (const pair of work.pairs ?? []) {
    const compare = async () => {
      const [ours, reference] = [await answerTo(urls.ours, pair[0]), await answerTo(urls.reference, pair[1])];
      return { ours, reference, difference: differenceOf(JSON.parse(ours), JSON.parse(reference)) };
    };
    let compared = await compare();
    // Addresses of labels change every few minutes, perhaps between the two answers.
    if (compared.difference) compared = await compare();
    if (compared.difference) throw new Error(`${work.name}: the reference answers ${compared.difference}`);
    same &&= compared.ours === compared.reference;
  }
  return same;
}

/** Null where both pages show the same. */
function differenceOf(ours: Page, reference: Page): string | null {
  if (isDeepStrictEqual(ours, reference)) return null;
  const at = ours.results.findIndex((row, n) => !isDeepStrictEqual(row, reference.results[n]));
  const [one, other] = at < 0 ? [ours.pagination, reference.pagination] : [ours.results[at], reference.results[at]];
  return `${JSON.stringify(other)} instead of ${JSON.stringify(one)}`;
}
