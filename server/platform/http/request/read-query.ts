import type * as z from 'zod/mini';
import { type AnyEndpoint, isExport } from '#shared/kit/http/endpoint.ts';
import { Failure, type FieldError } from '#shared/kit/http/failure.ts';
import { SPECIFIED_FILTERS } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';

/** A query by names as sent: `filter[order]` is a name. A repeated name has its values in a list. */
type FlatQuery = Record<string, string | string[]>;

/** Parses a query into names and values. Never fails: what can't be decoded contains U+FFFD. */
export function parseQuery(text: string): FlatQuery {
  // Without a prototype, `__proto__` is a name like any other.
  const query: FlatQuery = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    if (Array.isArray(before)) before.push(value);
    else query[name] = before === undefined ? value : [before, value];
  }
  return query;
}

/** Names of any shape that never refuse a call: unreadable values mean the default (readings S14). */
const LENIENT: ReadonlySet<string> = new Set(['page', 'limit', 'order']);

/** Maximum number of names in one refusal: a query may contain thousands. */
const MAX_NAMED = 50;

const UNKNOWN = 'Este filtro no existe';
const REPEATED = 'Mandalo una sola vez';
const NO_GROUP = 'Mandalo con su nombre entre corchetes, como filter[nombre]';

/**
 * Creates the function that brings a call's query into the shape of its schema: `filter[order]=a` becomes
 * `{filter: {order: 'a'}}` (readings C60). A dropped filter would answer, or export, everything. So a name in brackets that
 * the call doesn't declare is refused, and a declared name of another shape. Unknown names without brackets are ignored. Lists of the
 * senders also ignore all filters of the specifications.
 *
 * @param strict ignores all unreadable names, as gateways of the specifications do
 */
export function createQueryReader(endpoint: AnyEndpoint, strict: boolean): (sent: unknown) => object {
  const declared = declaredNames(endpoint.query);
  const hasFilters = declared.has('filter');
  const isSenderList = isOfSenders(endpoint) && (hasFilters || isList(endpoint));
  const names: Names = { declared, ignoresPaging: hasFilters || isSenderList, ignoresFilters: isSenderList };
  return (sent) => {
    const read: Record<string, unknown> = {};
    const refused: FieldError[] = [];
    for (const [name, value] of Object.entries(sent as FlatQuery)) {
      const place = placeOf(name, Array.isArray(value), names);
      if (place === 'ignored') continue;
      if ('problem' in place) refused.push({ field: name, message: place.problem });
      else if (place.inner === undefined) read[place.key] = value;
      else read[place.key] = { ...(read[place.key] as object | undefined), [place.inner]: value };
    }
    if (refused.length > 0 && !strict) throw new Failure(422, messages.fields, refused.slice(0, MAX_NAMED));
    return read;
  };
}

/** What a call does with names. */
interface Names {
  declared: ReadonlyMap<string, Inner>;
  /** Whether it ignores pages, limits and orders that it doesn't declare. */
  ignoresPaging: boolean;
  /** Whether it ignores filters of the specifications that it doesn't declare. */
  ignoresFilters: boolean;
}

/** Whether senders and other external clients make a call. Exports ignore no filter, nor do the provider's calls. */
const isOfSenders = (endpoint: AnyEndpoint) =>
  !isExport(endpoint) && endpoint.access !== 'provider' && endpoint.access !== 'staff';

/** Whether a call lists rows, with filters or without: `{results: […]}`. Lists of the warehouse have their filters in the body. */
function isList({ method, reply }: AnyEndpoint): boolean {
  const results = reply && shapeOf(reply)?.results;
  return method === 'GET' && (results as z.core.$ZodTypes | undefined)?._zod.def.type === 'array';
}

/** Where the value of a name goes, or why the name is refused. */
type Place = { key: string; inner?: string } | { problem: string } | 'ignored';

function placeOf(name: string, repeated: boolean, { declared, ignoresPaging, ignoresFilters }: Names): Place {
  const at = name.indexOf('[');
  const key = at < 0 ? name : name.slice(0, at);
  const inner = declared.get(key);
  const lenient = LENIENT.has(key) && (inner !== undefined || ignoresPaging);
  if (at < 0) {
    if (inner === undefined) return 'ignored';
    if (inner) return lenient ? 'ignored' : { problem: NO_GROUP };
    return repeated && !lenient ? { problem: REPEATED } : { key };
  }
  const innerName = name.endsWith(']') ? name.slice(at + 1, -1) : '';
  if (inner?.has(innerName)) return repeated && !lenient ? { problem: REPEATED } : { key, inner: innerName };
  if (lenient || (ignoresFilters && key === 'filter' && SPECIFIED_FILTERS.has(innerName))) return 'ignored';
  return { problem: UNKNOWN };
}

/** Names in the brackets of a group such as `filter`; null for a name without brackets. */
type Inner = ReadonlySet<string> | null;

/** Returns the names that a query declares. */
function declaredNames(query: AnyEndpoint['query']): ReadonlyMap<string, Inner> {
  return new Map(
    Object.entries(query ? (shapeOf(query) ?? {}) : {}).map(([name, schema]): [string, Inner] => {
      const inner = shapeOf(schema as z.ZodMiniType);
      return [name, inner && new Set(Object.keys(inner))];
    }),
  );
}

/** Returns the shape of a group's schema, which may be optional, caught or piped into; null for any other schema. */
function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return def.shape;
  if (def.type === 'optional' || def.type === 'catch') return shapeOf(def.innerType);
  return def.type === 'pipe' ? shapeOf(def.out) : null;
}
