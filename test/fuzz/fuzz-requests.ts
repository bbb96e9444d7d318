import fc from 'fast-check';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { scaled } from '#test/test-scale.ts';
import type { RawRequest } from './raw-http.ts';

const BAD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff',
  'x\ud83dy',
  '\u202e',
  '\uFFFF',
  'ñ'.repeat(300),
  '%',
  '_',
  '\\',
  '%_\\',
  "'",
  "''; DROP TABLE orders; --",
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  '0x10',
  '1,5',
  'NaN',
  'Infinity',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '9223372036854775807',
  '9223372036854775808',
  '2147483648',
  '-2147483649',
  '٣',
  '１',
  '\r\nBcc: x@example.com',
];
const badText = fc.oneof(fc.constantFrom(...BAD_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
const badNumber = fc.oneof(
  fc.constantFrom(0, -1, -0, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, 2 ** 63, 1e21, 1e308, 5e-324, 0.1 + 0.2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const badValue = fc.oneof(
  badText,
  badNumber,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1 }, { toString: 1 }, 'x'.repeat(20_000)),
  fc.constantFrom<unknown>(nested(200), Array(2000).fill(0), { $ne: null }, [1, 'a', null, {}], { 0: 'a', 1: 'b' }),
  fc.jsonValue({ maxDepth: 3 }),
);

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}

/** Inserts a value into a body: `at` picks the branch on each level. */
function mutate(body: unknown, at: readonly number[], value: unknown, remove: boolean): unknown {
  const [pick = 0, ...rest] = at;
  if (typeof body !== 'object' || body === null || at.length === 0) return value;
  const keys = Object.keys(body);
  const key = keys[pick % Math.max(1, keys.length)];
  if (key === undefined) return value;
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Record<string, unknown>;
  if (remove && rest.length === 0) delete copy[key];
  else copy[key] = mutate(copy[key], rest, value, remove);
  return copy;
}

const mutationPath = fc.array(fc.nat(20), { minLength: 1, maxLength: 5 });
const badBody = (right: () => object) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(mutationPath, badValue, fc.boolean()).map((change) => mutate(right(), ...change)),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('id', 'client_id', 'state', '$where'), badValue).map(([key, value]) => ({
        ...right(),
        [key]: value,
      })),
    },
    { weight: 1, arbitrary: badValue },
  );

// Half a surrogate pair has no percent-encoding: its bytes are sent instead.
export const escaped = (text: string) =>
  [...text].map((char) => (/\p{Cs}/u.test(char) ? '%ED%A0%80' : encodeURIComponent(char))).join('');

const KEYS = [
  'page',
  'limit',
  'order[sort]',
  'order[direction]',
  'filter',
  'filter[]',
  'order',
  'page[]',
  'limit[a][b]',
  'external_reference',
  'payment_id',
  'preference_id',
];
const FILTERS = [
  'client',
  'order',
  'shipment',
  'tracking',
  'from_date',
  'to_date',
  'pickup_point_code',
  'delivery_mode',
];
const MORE = [
  'printed_by_client',
  'state',
  'state_id',
  'sku',
  'description',
  'category',
  'active',
  'code',
  'search',
  'live',
  'printed',
  '__proto__',
  'toString',
];
const badQuery = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...KEYS),
        fc.constantFrom(...FILTERS, ...MORE).map((name) => `filter[${name}]`),
        fc.constantFrom(...FILTERS).map((name) => `filter[${name}][]`),
        fc.string({ unit: 'binary', maxLength: 10 }).map(escaped),
      ),
      badText.map(escaped),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'));

const badSegment = fc.oneof(badText, fc.constantFrom('..', '.', 'a/b', 'a%2fb', 'x'.repeat(300))).map(escaped);
const rawSegment = fc.constantFrom('%zz', '%', '%E0%A4%A', '%ff', '%00', '..%2f..%2f', '%2e%2e', ';x=1', '*');

interface FuzzInput {
  /** Existing ids, for paths. */
  ids: readonly (string | number)[];
  /** Builds a valid body, to be mutated. */
  right: (() => object) | undefined;
  headers: Record<string, string>;
}

/** Generates a mutated request of a call: in its path, query or body. */
export function fuzzedRequest(endpoint: AnyEndpoint, { ids, right, headers }: FuzzInput): fc.Arbitrary<RawRequest> {
  const { method, path } = endpoint;
  const segment = fc.oneof(fc.constantFrom(...ids.map(String)), badSegment, rawSegment);
  const filled = fc
    .array(segment, { minLength: 3, maxLength: 3 })
    .map((values) => `/api${path.replace(/:[a-zA-Z]+/g, () => values.shift() ?? '')}`);
  const query = fc.oneof({ weight: method === 'GET' ? 8 : 1, arbitrary: badQuery }, fc.constant(''));
  const body = endpoint.body
    ? fc.oneof(
        { weight: 9, arbitrary: badBody(right ?? (() => ({}))).map((value) => JSON.stringify(value) ?? '') },
        fc.string({ unit: 'binary', maxLength: 60 }),
      )
    : fc.constant(undefined);
  return fc.record({ path: fc.tuple(filled, query).map(([at, text]) => (text ? `${at}?${text}` : at)), body }).map(
    (request): RawRequest => ({
      method,
      path: request.path,
      headers: { ...headers, ...(request.body !== undefined && { 'content-type': 'application/json' }) },
      ...(request.body !== undefined && { body: request.body }),
    }),
  );
}

/** Number of runs of a call. A call without input only has its URL to mutate. */
export const fuzzRuns = ({ params, query, body }: AnyEndpoint): number =>
  params || query || body ? scaled(40, 10_000) : scaled(10, 100);

/** Timeout in ms. */
export const FUZZ_TIMEOUT_MS = scaled(120_000, HOUR_MS);
