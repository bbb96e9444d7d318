import { contractFields } from '#test/sources/contract-fields.ts';

/** Names whose unreadable values mean the default (readings S14). */
const LENIENT = /^(page|limit|order\[\w+\])$/;

const namesByCall = Map.groupBy(
  contractFields().filter(({ field }) => field.startsWith('?')),
  ({ call }) => call,
);

/** A query that a call can't read. */
export interface UnreadableQuery {
  query: string;
  /** All names that the call must refuse. */
  names: string[];
}

/** Returns a query with a name that no call declares, and every name that this call declares in another shape. */
export function unreadableQuery(call: string): UnreadableQuery {
  const declared = (namesByCall.get(call) ?? [])
    .map(({ field }) => field.slice(1))
    .filter((name) => !LENIENT.test(name));
  const groups = declared.some((name) => name.startsWith('filter[')) ? ['filter'] : [];
  const pairs = ['filtre[order]', ...groups, ...declared.flatMap((name) => [name, `${name}[x]`, name])];
  return {
    query: pairs.map((name) => `${encodeURIComponent(name)}=1`).join('&'),
    names: [...new Set(pairs)],
  };
}
