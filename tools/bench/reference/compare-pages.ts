import { isDeepStrictEqual } from 'node:util';
import type { BenchCase } from '#tools/bench/cases/bench-cases.ts';
import { answerTo } from '#tools/bench/load.ts';

interface Page {
  results: Record<string, unknown>[];
  pagination: object;
}

/**
 * Compares both sides' responses to a case's requests.
 *
 * @returns whether all responses have the same bytes
 * @throws when rows differ, because the measurements would not be comparable
 */
export async function comparePages(work: BenchCase, urls: { ours: string; reference: string }): Promise<boolean> {
  let same = true;
  for (const pair of work.pairs ?? []) {
    const compare = async () => {
      const [ours, reference] = [await answerTo(urls.ours, pair[0]), await answerTo(urls.reference, pair[1])];
      return { ours, reference, difference: differenceOf(JSON.parse(ours), JSON.parse(reference)) };
    };
    let compared = await compare();
    // URLs of labels change every few minutes, perhaps between both responses.
    if (compared.difference) compared = await compare();
    if (compared.difference) throw new Error(`${work.name}: the reference returns ${compared.difference}`);
    same &&= compared.ours === compared.reference;
  }
  return same;
}

/** Returns the difference between two pages; null for equal rows. */
function differenceOf(ours: Page, reference: Page): string | null {
  if (isDeepStrictEqual(ours, reference)) return null;
  const at = ours.results.findIndex((row, n) => !isDeepStrictEqual(row, reference.results[n]));
  const [one, other] = at < 0 ? [ours.pagination, reference.pagination] : [ours.results[at], reference.results[at]];
  return `${JSON.stringify(other)} instead of ${JSON.stringify(one)}`;
}
