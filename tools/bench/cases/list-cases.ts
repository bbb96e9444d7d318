import { listOrders } from '#shared/orders/orders.ts';
import { FIRST_NAMES, LAST_NAMES } from '#tools/bench/generator/sample-names.ts';
import type { ReferenceCases } from '#tools/bench/reference/calibrate.ts';
import type { BenchCase } from './bench-cases.ts';
import { ourRequest, referenceRequest } from './requests.ts';
import type { Range, Subjects } from './subjects.ts';

/** Rows of a page. */
const LIMITS = [10, 50];

/** Number of pages of a list that are read in turn. */
const PAGES = 5;

/** Connections at once. */
export const CONNECTIONS = [1, 10, 50] as const;

/** Returns the names to search in turn, by frequency. */
const namesFor = ({ rareNames }: Subjects): Record<string, readonly string[]> => ({
  'a rare name': rareNames,
  'a common name': LAST_NAMES.slice(0, 10),
  'two words': LAST_NAMES.slice(0, 10).map((last, n) => `${FIRST_NAMES[n]} ${last}`),
});

const pagesOf = ({ orders }: Range, limit: number): number[] =>
  Array.from({ length: Math.min(PAGES, Math.ceil(orders / limit)) }, (_, index) => index + 1);

/** Returns the reference's cases for some kinds. */
export function referenceCases(subjects: Subjects, kinds: ReadonlySet<BenchCase['kind']>): ReferenceCases {
  const pages = LIMITS.flatMap((limit) =>
    subjects.ranges.flatMap((range) => pagesOf(range, limit).map((page) => ({ ...range.days, limit, page }))),
  );
  return {
    client: subjects.reader.id,
    pages: kinds.has('list') ? pages : [],
    names: kinds.has('search') || kinds.has('palette') ? namesFor(subjects) : {},
    days: kinds.has('statistics') ? subjects.months : [],
  };
}

/** Returns the entries of a list in an endless loop. */
function inTurn<T>(list: readonly T[]): () => T {
  let n = 0;
  return () => list[n++ % list.length] as T;
}

const goals = { goal: 0.6, aim: 0.8, floor: true };

/** Builds a case with the same sequence of requests on both sides, so that responses can be compared. */
function pairedCase(
  work: Pick<BenchCase, 'name' | 'kind'>,
  pairs: readonly (readonly [ours: string, reference: string])[],
): BenchCase {
  return {
    ...work,
    ...goals,
    pairs,
    connections: CONNECTIONS,
    ours: inTurn(pairs.map(([ours]) => ours)),
    baseline: { server: 'reference', next: inTurn(pairs.map(([, reference]) => reference)) },
  };
}

/** Returns cases of lists by range and page size, with the first pages in turn. */
export function listCases({ reader, ranges }: Subjects): BenchCase[] {
  return LIMITS.flatMap((limit) =>
    ranges.map((range) =>
      pairedCase(
        { name: `list of ${limit}, ${range.name}`, kind: 'list' },
        pagesOf(range, limit).map((page) => {
          const days = range.days && { 'filter[from_date]': range.days.from, 'filter[to_date]': range.days.to };
          return [
            ourRequest(listOrders, reader.token, { query: { page, limit, ...days } }),
            referenceRequest('list', { query: { client: reader.id, page, limit, ...range.days } }),
          ];
        }),
      ),
    ),
  );
}

/** Returns cases of the first ten orders by a receiver's name. */
export function searchCases(subjects: Subjects): BenchCase[] {
  const { reader } = subjects;
  return Object.entries(namesFor(subjects)).map(([kind, names]) =>
    pairedCase(
      { name: `search by ${kind}`, kind: 'search' },
      names.map((name) => [
        ourRequest(listOrders, reader.token, { query: { page: 1, limit: 10, 'filter[client]': name } }),
        searchOfReference(reader.id, kind, name),
      ]),
    ),
  );
}

export const searchOfReference = (client: number, kind: string, name: string) =>
  referenceRequest('search', { query: { client, kind, name } });
